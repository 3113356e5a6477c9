import { refuseBadHost } from './host.ts';
import { notePeer } from './peers.ts';
import { createQuietClose, type QuietClose } from './quiet-close.ts';
import { CLOSE, type Socket, type Upgrade, upgradeOf } from './sockets.ts';

/** A listening HTTP server. */
export interface Server {
  readonly port: number;
  /** Stops accepting, waits for the requests in flight, then closes. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** How long requests in flight may take after a stop. Less than process managers allow. @default 15_000 */
  readonly stopGraceMs?: number;
  /** A caller of a WebSocket that answers no ping for this long is gone. Bun counts in steps of 4. @default 60 */
  readonly socketIdleSeconds?: number;
}

/** Each route enforces its own limit while it reads the body. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/** What the runtime reads at most. Each route has a smaller limit of its own. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Bun's maximum: a long dictation sends no data until its text is ready. */
const IDLE_TIMEOUT_SECONDS = 255;

const STOP_GRACE_MS = 15_000;

const SOCKET_IDLE_SECONDS = 60;

/**
 * Serves a Web-standard fetch handler: the one place that knows Bun from Deno. A request that its handler passed to
 * `upgrade()` becomes a WebSocket.
 * @throws {Error} naming the address that cannot be had
 */
export async function serve(handler: Handler, options: ServeOptions): Promise<Server> {
  try {
    const checked = refuseBadHost(handler);
    return 'Bun' in globalThis ? serveOnBun(checked, options) : serveOnDeno(checked, options);
  } catch (cause) {
    const code = (cause as { code?: unknown }).code ?? (cause as Error).name;
    throw new Error(`Cannot listen on ${options.host}, port ${options.port} (${code})`, { cause });
  }
}

type Handler = (request: Request) => Response | Promise<Response>;

/** What belongs to a WebSocket on Bun. */
interface BunSocketData {
  readonly upgrade: Upgrade;
}

function serveOnBun(handler: Handler, options: ServeOptions): Server {
  const server = Bun.serve<BunSocketData>({
    hostname: options.host,
    port: options.port,
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: async (request, connections) => {
      const response = await handler(notePeer(request, connections.requestIP(request)?.address));
      const wanted = upgradeOf(request);
      if (wanted === undefined) return response;
      const protocol = wanted.protocol === undefined ? {} : { 'sec-websocket-protocol': wanted.protocol };
      const isUpgraded = connections.upgrade(request, {
        headers: { ...wanted.headers, ...protocol },
        data: { upgrade: wanted },
      });
      return isUpgraded ? undefined : notUpgraded(wanted);
    },
    websocket: {
      idleTimeout: options.socketIdleSeconds ?? SOCKET_IDLE_SECONDS,
      sendPings: true,
      maxPayloadLength: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      open: (socket) => socket.data.upgrade.handler.open(onBun(socket)),
      message: (socket, data) => receive(socket.data.upgrade, data, socket),
      close: (socket) => socket.data.upgrade.handler.closed(),
    },
  });
  return {
    port: server.port ?? options.port,
    stop: () => withinGrace(server.stop(), () => server.stop(true), options.stopGraceMs),
  };
}

function onBun(socket: Bun.ServerWebSocket<BunSocketData>): Socket {
  return {
    send: (text) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(text);
      if (socket.getBufferedAmount() > socket.data.upgrade.maxWaitingBytes) socket.terminate();
    },
    close: (code, reason) => socket.close(code, reason),
  };
}

/** Passes a message on, or closes when it is too long. */
function receive(
  { handler, maxMessageBytes }: Upgrade,
  data: string | Uint8Array,
  socket: { close(code: number, reason: string): void },
): void {
  // A character has at most three bytes: only a text that may be too long is measured.
  const bytes = typeof data === 'string' && data.length * 3 > maxMessageBytes ? Buffer.byteLength(data) : data.length;
  if (bytes > maxMessageBytes) socket.close(CLOSE.tooBig, 'The message is too long');
  else handler.message(data);
}

/** The handler takes the handshake for valid, but the runtime does not. */
function notUpgraded({ handler }: Upgrade): Response {
  handler.closed();
  return new Response(null, { status: 400, headers: { connection: 'close' } });
}

interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}
interface DenoRuntime {
  upgradeWebSocket(
    request: Request,
    options: { protocol?: string; idleTimeout: number },
  ): { socket: WebSocket; response: Response };
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, connection: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): DenoServer;
}

function serveOnDeno(handler: Handler, options: ServeOptions): Server {
  const { Deno } = globalThis as unknown as { Deno: DenoRuntime };
  const settings = { hostname: options.host, port: options.port, onListen: () => {} };
  const sockets = new Set<QuietClose>();
  const server = Deno.serve(settings, async (request, { remoteAddr }) => {
    const response = await handler(notePeer(request, remoteAddr.hostname));
    const wanted = upgradeOf(request);
    return wanted === undefined ? response : upgradeOnDeno(Deno, request, wanted, sockets, options.socketIdleSeconds);
  });
  return {
    port: server.addr.port,
    // Deno cannot close connections during a shutdown: aborting its signal then ends the process with an error.
    stop: () => {
      for (const socket of sockets) socket.flush();
      return withinGrace(server.shutdown(), async () => {}, options.stopGraceMs);
    },
  };
}

function upgradeOnDeno(
  deno: DenoRuntime,
  request: Request,
  wanted: Upgrade,
  sockets: Set<QuietClose>,
  idleTimeout = SOCKET_IDLE_SECONDS,
): Response {
  const { handler, maxWaitingBytes, protocol } = wanted;
  try {
    const { socket, response } = deno.upgradeWebSocket(request, {
      idleTimeout,
      ...(protocol === undefined ? {} : { protocol }),
    });
    socket.binaryType = 'arraybuffer';
    const send = (text: string) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(text);
      if (socket.bufferedAmount <= maxWaitingBytes) return;
      socket.close(CLOSE.policy, 'The messages are read too slowly');
      end(); // a caller that does not read does not answer the close either
    };
    const quiet = createQuietClose((code, reason) => socket.close(code, reason));
    sockets.add(quiet);
    let ended = false;
    const end = () => {
      quiet.ended();
      sockets.delete(quiet);
      if (!ended) handler.closed();
      ended = true;
    };
    socket.onopen = () => handler.open({ send, close: quiet.close });
    socket.onmessage = ({ data }) => {
      if (!quiet.arrived()) receive(wanted, typeof data === 'string' ? data : new Uint8Array(data), quiet);
    };
    socket.onclose = end;
    return response;
  } catch {
    return notUpgraded(wanted);
  }
}

/** Waits for the graceful end. After the grace period it closes open connections and stops waiting. */
async function withinGrace(graceful: Promise<void>, cut: () => Promise<void>, graceMs = STOP_GRACE_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => resolve(cut()), graceMs);
  });
  await Promise.race([graceful, over]);
  clearTimeout(timer);
}
