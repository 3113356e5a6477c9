/** An open WebSocket of a caller. */
export interface Socket {
  /**
   * Sends a text message. A caller that reads too slowly is cut off: more than `maxWaitingBytes` would wait for it.
   */
  send(text: string): void;
  /** Closes with a code and a reason of RFC 6455, section 7.4. What was sent before still arrives. */
  close(code: number, reason: string): void;
}

/** What a route does with a WebSocket. The functions must not throw. */
export interface SocketHandler {
  /** Called once, before any message. */
  open(socket: Socket): void;
  /** A text message, or the bytes of a binary one. */
  message(data: string | Uint8Array): void;
  /** Called once, whoever closed, and also when the connection broke. */
  closed(): void;
}

/** How a request becomes a WebSocket. */
export interface Upgrade {
  readonly handler: SocketHandler;
  /** The subprotocol that is chosen of those that the caller offers. */
  readonly protocol: string | undefined;
  /** A longer message closes the connection with 1009. */
  readonly maxMessageBytes: number;
  /** More bytes that wait to be read close the connection. */
  readonly maxWaitingBytes: number;
  /** Headers of the 101 answer. Deno sends none. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The close codes that Sotto sends (RFC 6455, section 7.4.1, and the registry of IANA). */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  policy: 1008,
  tooBig: 1009,
  internal: 1011,
  tryLater: 1013,
} as const;

const upgrades = new WeakMap<Request, Upgrade>();

/** Whether the request asks for a WebSocket (RFC 6455, section 4.2.1). */
export function asksForSocket({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return (
    method === 'GET' &&
    headers.get('upgrade')?.toLowerCase() === 'websocket' &&
    headers.get('sec-websocket-version') === '13' &&
    headers.has('sec-websocket-key')
  );
}

/**
 * Has the server turn the request into a WebSocket once its handler returns.
 * @returns what the handler answers; the server replaces it
 */
export function upgrade(request: Request, wanted: Upgrade): Response {
  upgrades.set(request, wanted);
  return new Response(null, { status: 101 });
}

/** What {@link upgrade} was called with; undefined for a request that stays one. */
export function upgradeOf(request: Request): Upgrade | undefined {
  return upgrades.get(request);
}

/** The subprotocols that a caller offers, in its order. */
export function offeredProtocols({ headers }: Pick<Request, 'headers'>): string[] {
  const offered = headers.get('sec-websocket-protocol') ?? '';
  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
