/**
 * Why an attempt failed: a closed list, shown in the attempt log. No code reveals how a private address would answer,
 * because such an address is refused as `blocked` before any connection, whatever its host and port.
 */
export const DELIVERY_FAILURES = [
  /** The URL breaks a rule, or its name resolves to an address that is not public. */
  'blocked',
  /** The name does not resolve. */
  'dns_error',
  'connection_refused',
  /** No route, or the connection was reset before TLS. */
  'connection_failed',
  'connect_timeout',
  /** The certificate is untrusted or for another name, the server requires a client certificate, or it has no TLS. */
  'tls_error',
  'tls_timeout',
  /** The connection was closed or reset after the request was sent and before the whole response arrived. */
  'connection_closed',
  /** Not an HTTP response, headers over 16 KiB, or an endless series of interim (1xx) responses. */
  'invalid_response',
  /** No byte arrived in time. */
  'response_timeout',
  /** The response started, but its headers did not end in time. */
  'headers_timeout',
  /** A 3xx status: redirects are not followed. */
  'redirect',
  /** 410: the endpoint is disabled. */
  'gone',
  /** Any other status that is not 2xx. */
  'status',
  /** The sending process ended during a manual send, which is never sent twice. */
  'interrupted',
] as const;

export type DeliveryFailureCode = (typeof DELIVERY_FAILURES)[number];

/** The failure code of a status, or null for 2xx. */
export function statusFailure(status: number): DeliveryFailureCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
