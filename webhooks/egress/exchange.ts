import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { DeliveryFailureCode } from '../failures.ts';
import { hostOf } from './url.ts';

/** One POST over one connection to one checked address. */
export interface ExchangeOptions {
  readonly url: URL;
  /** The checked IP address that the connection goes to. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** False opens a connection for this POST alone. */
  readonly agent: Agent | false;
  readonly ca: string | undefined;
  /** The whole exchange, body of the answer included, ends by then. */
  readonly timeoutMs: number;
  /** Opening a TCP connection may take this long at most. */
  readonly connectTimeoutMs: number;
  /** Called for each TCP connection that was opened. */
  readonly onConnect: () => void;
}

export type ExchangeResult =
  | { readonly status: number; readonly location: string | undefined; readonly bodyCut: boolean }
  | { readonly failure: DeliveryFailureCode };

const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

type Phase = 'connect' | 'tls' | 'response' | 'headers';

/** Sends one POST and tells how it ended. Never throws, never follows a redirect, never sends twice. */
export function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const request = open(options);
    const progress = trackPhase(request, options);
    const timers = [setTimeout(() => settle(timedOut(progress.phase())), options.timeoutMs)];
    if (options.connectTimeoutMs < options.timeoutMs) {
      const check = () => progress.phase() === 'connect' && settle(timedOut('connect'));
      timers.push(setTimeout(check, options.connectTimeoutMs));
    }
    let answer: ExchangeResult | undefined;

    function settle(result: ExchangeResult, keepConnection = false): void {
      for (const timer of timers) clearTimeout(timer);
      progress.stop();
      if (!keepConnection) request.destroy();
      // Once a status came, whatever happens to the body changes nothing.
      resolve(answer ?? result);
    }

    request.on('error', (error) => settle(failed(error, progress.phase())));
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      answer = { status, location: response.headers.location, bodyCut: true };
      drain(response, (complete) => {
        answer = { status, location: response.headers.location, bodyCut: !complete };
        settle(answer, complete);
      });
    });
    request.end(options.body);
  });
}

function open({ url, address, headers, body, agent, ca }: ExchangeOptions): ClientRequest {
  const hostname = hostOf(url);
  const secure = url.protocol === 'https:';
  return (secure ? httpsRequest : httpRequest)({
    method: 'POST',
    // The address itself: no name is left that could be resolved a second time.
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': String(body.byteLength) },
    agent,
    maxHeaderSize: MAX_HEADER_BYTES,
    // RFC 6066 section 3: a literal address is no server name.
    ...(secure ? { servername: isIP(hostname) === 0 ? hostname : '', ...(ca ? { ca } : {}) } : {}),
  });
}

/** The port that a URL means. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Follows a request through its phases, so that a time-out can be told by what it waited for. */
function trackPhase(request: ClientRequest, { url, onConnect }: ExchangeOptions) {
  let phase: Phase = 'connect';
  let socket: Socket | undefined;
  const secure = url.protocol === 'https:';
  const connected = () => {
    onConnect();
    phase = secure ? 'tls' : 'response';
  };
  const secured = () => {
    phase = 'response';
  };
  const answering = () => {
    if (phase === 'response') phase = 'headers';
  };
  request.once('socket', (given) => {
    socket = given;
    if (!given.connecting) phase = 'response';
    given.once('connect', connected).once('secureConnect', secured).on('data', answering);
  });
  return {
    phase: () => phase,
    stop: () => socket?.off('connect', connected).off('secureConnect', secured).off('data', answering),
  };
}

/** Reads a body up to its limit, then tells whether all of it came. */
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
  if (phase === 'tls') return { failure: 'tls_error' };
  // HPE_INVALID_EOF_STATE: the connection ended in the middle of the headers.
  const malformed = code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
  return { failure: malformed ? 'invalid_response' : 'connection_closed' };
}
