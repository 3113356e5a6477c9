import { type DeliveryFailureCode, statusFailure } from '../../contracts/delivery-failures.ts';
import { type ExchangeResult, exchange, portOf } from './exchange.ts';
import type { EgressGuard } from './guard.ts';
import { createConnectionPool } from './pool.ts';
import { hostOf } from './url.ts';

/** The time limit for DNS, connect, TLS and status line, and also for the body that follows. */
export const ATTEMPT_TIMEOUT_MS = 20_000;

export interface SendRequest {
  /** The endpoint's URL, which is checked again. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** False opens a new connection, so that a server's idle time-out cannot fail a send that has no retry. */
  readonly reuseConnection: boolean;
}

/** The result of one POST. */
export interface SendResult {
  /** Null for a 2xx status. */
  readonly failure: DeliveryFailureCode | null;
  /** Null when no response arrived. */
  readonly status: number | null;
  /** The target of a redirect, without query and credentials. */
  readonly location: string | null;
  /** From the start to the end of the part of the response that is read. */
  readonly durationMs: number;
}

export interface Sender {
  /**
   * Sends one POST, at most once, and only to a checked address.
   * @throws {ResolverError} when our own resolver does not answer: nothing was sent, and the endpoint is not the cause
   */
  send(request: SendRequest): Promise<SendResult>;
  /** Closes idle connections. */
  close(): void;
}

export interface SenderOptions {
  readonly guard: EgressGuard;
  /** @default ATTEMPT_TIMEOUT_MS */
  readonly timeoutMs?: number;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** Called for each TCP connection that was opened. */
  readonly onConnect?: () => void;
}

/** How many addresses of a name are tried until one accepts the connection. */
const MAX_ADDRESSES = 3;
/** Leaves time for the next address. */
const FIRST_CONNECT_TIMEOUT_MS = 5_000;

/**
 * Sends POSTs that can only reach what the policy allows. The name is resolved once, all its addresses are checked, and
 * the connection goes to one of them. Redirects are not followed.
 */
export function createSender(options: SenderOptions): Sender {
  const { guard, timeoutMs = ATTEMPT_TIMEOUT_MS, ca, onConnect = () => {} } = options;
  const pool = createConnectionPool(ca === undefined ? {} : { ca });

  async function send(request: SendRequest, remainingMs: () => number): Promise<ExchangeResult> {
    const verdict = await guard.check(request.url, remainingMs());
    if (verdict.kind === 'refused') return { failure: 'blocked' };
    if (verdict.kind === 'unresolved') return { failure: 'dns_error' };
    const { url, addresses } = verdict;
    const candidates = addresses.slice(0, MAX_ADDRESSES);
    let result: ExchangeResult = { failure: 'dns_error' };
    for (const [index, address] of candidates.entries()) {
      const isLast = index === candidates.length - 1;
      const connectTimeoutMs = isLast ? remainingMs() : Math.min(FIRST_CONNECT_TIMEOUT_MS, remainingMs());
      result = await connectAndSend(request, url, address, remainingMs(), connectTimeoutMs);
      // Another address may be tried only if nothing can have arrived.
      if (!('failure' in result && isConnectFailure(result.failure)) || remainingMs() === 0) break;
    }
    return result;
  }

  async function connectAndSend(
    { headers, body, reuseConnection }: SendRequest,
    url: URL,
    address: string,
    exchangeTimeoutMs: number,
    connectTimeoutMs: number,
  ): Promise<ExchangeResult> {
    const destination = { protocol: url.protocol, hostname: hostOf(url), port: portOf(url), address };
    const lease = reuseConnection ? pool.lease(destination) : undefined;
    try {
      return await exchange({
        url,
        address,
        headers,
        body,
        ca,
        connectTimeoutMs,
        onConnect,
        agent: lease?.agent ?? false,
        timeoutMs: exchangeTimeoutMs,
      });
    } finally {
      lease?.release();
    }
  }

  return {
    send: async (request) => {
      const startedAt = performance.now();
      const elapsedMs = () => performance.now() - startedAt;
      const result = await send(request, () => Math.max(0, timeoutMs - elapsedMs()));
      const durationMs = Math.round(elapsedMs());
      if ('failure' in result) return { failure: result.failure, status: null, location: null, durationMs };
      const { status, location } = result;
      const failure = statusFailure(status);
      return {
        failure,
        status,
        location: failure === 'redirect' ? formatLocation(location, request.url) : null,
        durationMs,
      };
    },
    close: () => pool.close(),
  };
}

function isConnectFailure(failure: DeliveryFailureCode): boolean {
  return failure === 'connection_refused' || failure === 'connection_failed' || failure === 'connect_timeout';
}

const MAX_LOCATION_LENGTH = 300;

/**
 * Formats a Location header for the attempt log. Query and credentials are secrets of the receiver and are removed. Of
 * a URL with another scheme than http and https, only the scheme is shown. A relative location is shown as a path.
 */
function formatLocation(location: string | undefined, from: string): string | null {
  if (location === undefined) return null;
  const url = URL.parse(location, from);
  if (!url) return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol.slice(0, MAX_LOCATION_LENGTH);
  const isPath = url.origin === URL.parse(from)?.origin && !URL.canParse(location);
  return `${isPath ? '' : url.origin}${url.pathname}`.slice(0, MAX_LOCATION_LENGTH);
}
