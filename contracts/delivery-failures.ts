/**
 * Why an attempt failed. A closed list, shown in the attempt log. Nothing here depends on what a private address
 * would have answered: it is refused as `blocked` before any connection, whatever its host and port.
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
  /** No trust in the certificate, a wrong name in it, one wanted of us, or no TLS at all. */
  'tls_error',
  'tls_timeout',
  /** Closed or reset after the request went out, before a whole answer came. */
  'connection_closed',
  /** Not an HTTP answer, headers over 16 KiB, or interim answers without end. */
  'invalid_response',
  /** Not a byte came back in time. */
  'response_timeout',
  /** An answer began, but its headers did not end in time. */
  'headers_timeout',
  /** A 3xx status: redirects are not followed. */
  'redirect',
  /** 410: the endpoint is disabled. */
  'gone',
  /** Any other status that is not 2xx. */
  'status',
  /** The sending process ended in the middle of a manual send, which is never sent twice. */
  'interrupted',
] as const;

export type DeliveryFailureCode = (typeof DELIVERY_FAILURES)[number];

/** The failure that a status means, or null for 2xx. */
export function statusFailure(status: number): DeliveryFailureCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
