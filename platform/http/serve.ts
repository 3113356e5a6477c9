import { notePeer } from './peers.ts';

/** A listening HTTP server. */
export interface Server {
  readonly port: number;
  /** Stops accepting, waits for the requests in flight, then closes. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Sizes are counted by the routes while they read, each with its own limit. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/** Bun's greatest: a long dictation is silent on the wire until its words are ready. */
const IDLE_TIMEOUT_SECONDS = 255;

/** How long the requests in flight may take once the server is to stop: below what process managers allow. */
const STOP_GRACE_MS = 15_000;

/**
 * Serves a Web-standard fetch handler: the one place that knows Bun from Deno.
 * @throws {Error} naming the address that cannot be had
 */
export async function serve(
  handler: (request: Request) => Response | Promise<Response>,
  options: ServeOptions,
): Promise<Server> {
  try {
    return 'Bun' in globalThis ? serveOnBun(handler, options) : serveOnDeno(handler, options);
  } catch (cause) {
    const code = (cause as { code?: unknown }).code ?? (cause as Error).name;
    throw new Error(`Cannot listen on ${options.host}, port ${options.port} (${code})`, { cause });
  }
}

function serveOnBun(handler: (request: Request) => Response | Promise<Response>, options: ServeOptions): Server {
  const server = Bun.serve({
    hostname: options.host,
    port: options.port,
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: (request, connections) => handler(notePeer(request, connections.requestIP(request)?.address)),
  });
  return {
    port: server.port ?? options.port,
    stop: () => withinGrace(server.stop(), () => server.stop(true)),
  };
}

interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}
interface DenoRuntime {
  serve(
    options: { hostname: string; port: number; onListen: () => void; signal: AbortSignal },
    handler: (request: Request, connection: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): DenoServer;
}

function serveOnDeno(handler: (request: Request) => Response | Promise<Response>, options: ServeOptions): Server {
  const { Deno } = globalThis as unknown as { Deno: DenoRuntime };
  const stop = new AbortController();
  const settings = { hostname: options.host, port: options.port, onListen: () => {}, signal: stop.signal };
  const server = Deno.serve(settings, (request, { remoteAddr }) => handler(notePeer(request, remoteAddr.hostname)));
  return {
    port: server.addr.port,
    stop: () => withinGrace(server.shutdown(), async () => stop.abort()),
  };
}

/** Waits for the graceful end, and cuts what is still open after the grace. */
async function withinGrace(graceful: Promise<void>, cut: () => Promise<void>): Promise<void> {
  const timer = setTimeout(cut, STOP_GRACE_MS);
  await graceful;
  clearTimeout(timer);
}
