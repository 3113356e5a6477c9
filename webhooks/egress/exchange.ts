import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { DeliveryFailureCode } from '../../contracts/delivery-failures.ts';
import { hostOf } from './url.ts';

/** One POST over one connection to one checked address. */
export interface ExchangeOptions {
  readonly url: URL;
  /** The checked IP address that the connection goes to. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** False opens a connection for this POST only. */
  readonly agent: Agent | false;
  readonly ca: string | undefined;
  /** The time limit of the whole exchange, including the response body. */
  readonly timeoutMs: number;
  /** The time limit for opening a TCP connection. */
  readonly connectTimeoutMs: number;
  /** Called for each TCP connection that was opened. */
  readonly onConnect: () => void;
}

export type ExchangeResult =
  | { readonly status: number; readonly location: string | undefined }
  | { readonly failure: DeliveryFailureCode };

const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** The limit for everything received in one exchange: interim responses, headers, body and framing. */
const MAX_RECEIVED_BYTES = 64 * 1024;

type Phase = 'connect' | 'tls' | 'response' | 'headers';

/** Sends one POST and returns how it ended. Never throws, never follows a redirect, never sends twice. */
export function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const request = open(options);
    const connection = watchConnection(request, options, () => settle({ failure: 'invalid_response' }));
    const timers = [setTimeout(() => settle(timedOut(connection.phase())), options.timeoutMs)];
    if (options.connectTimeoutMs < options.timeoutMs) {
      const check = () => connection.phase() === 'connect' && settle(timedOut('connect'));
      timers.push(setTimeout(check, options.connectTimeoutMs));
    }
    let answer: ExchangeResult | undefined;
    let settled = false;

    function settle(result: ExchangeResult, keepConnection = false): void {
      // After that, the connection may serve another exchange.
      if (settled) return;
      settled = true;
      for (const timer of timers) clearTimeout(timer);
      connection.leave(keepConnection);
      if (!keepConnection) request.destroy();
      // Once a status has arrived, an error in the body does not change the result.
      resolve(answer ?? result);
    }

    request.on('error', (error) => settle(failed(error, connection.phase())));
    request.on('response', (response) => {
      const given = answered(response);
      answer = given;
      if ('failure' in given || given.status < 200) return settle(given);
      // If the response arrived before the whole request was sent, the connection cannot be reused.
      drain(response, (complete) => settle(given, complete && request.writableFinished));
    });
    request.on('upgrade', (response, socket) => {
      socket.on('error', () => {}).destroy();
      settle(answered(response));
    });
    request.end(options.body);
  });
}

function open({ url, address, headers, body, agent, ca }: ExchangeOptions): ClientRequest {
  const hostname = hostOf(url);
  const secure = url.protocol === 'https:';
  return (secure ? httpsRequest : httpRequest)({
    method: 'POST',
    // Connects to the address itself, so no name can be resolved a second time.
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': String(body.byteLength) },
    agent,
    maxHeaderSize: MAX_HEADER_BYTES,
    // RFC 6066, section 3: an IP address is not allowed as server name.
    ...(secure ? { servername: isIP(hostname) === 0 ? hostname : '', ...(ca ? { ca } : {}) } : {}),
  });
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * Tracks the phase of a request, so that a time-out can report what it waited for, and counts received bytes.
 * @param onFlood called when more was received than any response needs
 */
function watchConnection(request: ClientRequest, { url, onConnect }: ExchangeOptions, onFlood: () => void) {
  let phase: Phase = 'connect';
  let socket: Socket | undefined;
  let receivedBytes = 0;
  const secure = url.protocol === 'https:';
  const connected = () => {
    onConnect();
    phase = secure ? 'tls' : 'response';
  };
  const secured = () => {
    phase = 'response';
  };
  const received = (chunk: Uint8Array) => {
    if (phase === 'response') phase = 'headers';
    // The count excludes this chunk, which the parser may not have processed yet.
    if (receivedBytes > MAX_RECEIVED_BYTES) onFlood();
    receivedBytes += chunk.byteLength;
  };
  request.once('socket', (given) => {
    socket = given;
    // Deno retries a request after a failure on a kept connection, and also when we destroy it at its time-out.
    request.reusedSocket = false;
    if (!given.connecting) phase = 'response';
    given.off('data', closeConnection);
    given.once('connect', connected).once('secureConnect', secured).on('data', received);
  });
  return {
    phase: () => phase,
    leave: (keepConnection: boolean) => {
      socket?.off('connect', connected).off('secureConnect', secured).off('data', received);
      // Unsolicited data would be parsed as the next response.
      if (keepConnection) socket?.on('data', closeConnection);
    },
  };
}

function closeConnection(this: Socket): void {
  this.destroy();
}

/** The status and location of a response, or a failure when the status is not an HTTP status. */
function answered({ statusCode: status = 0, headers }: IncomingMessage): ExchangeResult {
  return status < 100 ? { failure: 'invalid_response' } : { status, location: headers.location };
}

/** Reads a body up to its limit, then reports whether it was complete. */
function drain(response: IncomingMessage, done: (complete: boolean) => void): void {
  let bytes = 0;
  response.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) done(false);
  });
  response.once('end', () => done(response.complete));
  response.once('error', () => done(false));
  response.once('aborted', () => done(false));
}

function timedOut(phase: Phase): ExchangeResult {
  const failure = (
    {
      connect: 'connect_timeout',
      tls: 'tls_timeout',
      response: 'response_timeout',
      headers: 'headers_timeout',
    } as const
  )[phase];
  return { failure };
}

function failed(error: Error, phase: Phase): ExchangeResult {
  const { code = '' } = error as { code?: string };
  if (phase === 'connect') {
    return { failure: code === 'ECONNREFUSED' ? 'connection_refused' : 'connection_failed' };
  }
  // Under TLS 1.3, the client learns only after its first bytes that the server requires a client certificate.
  if (phase === 'tls' || code.startsWith('ERR_SSL_')) return { failure: 'tls_error' };
  // HPE_INVALID_EOF_STATE: the connection ended within the headers.
  const malformed = code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
  return { failure: malformed ? 'invalid_response' : 'connection_closed' };
}
