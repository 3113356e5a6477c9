import { refuseBadHost } from './host.ts';
import { notePeer } from './peers.ts';

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
}

/** Each route enforces its own limit while it reads the body. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/** Bun's maximum: a long dictation sends no data until its text is ready. */
const IDLE_TIMEOUT_SECONDS = 255;

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
    const checked = refuseBadHost(handler);
    return 'Bun' in globalThis ? serveOnBun(checked, options) : serveOnDeno(checked, options);
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
    stop: () => withinGrace(server.stop(), () => server.stop(true), options.stopGraceMs),
  };
}

interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}
interface DenoRuntime {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, connection: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): DenoServer;
}

function serveOnDeno(handler: (request: Request) => Response | Promise<Response>, options: ServeOptions): Server {
  const { Deno } = globalThis as unknown as { Deno: DenoRuntime };
  const settings = { hostname: options.host, port: options.port, onListen: () => {} };
  const server = Deno.serve(settings, (request, { remoteAddr }) => handler(notePeer(request, remoteAddr.hostname)));
  return {
    port: server.addr.port,
    // Deno cannot close connections during a shutdown: aborting its signal then ends the process with an error.
    stop: () => withinGrace(server.shutdown(), async () => {}, options.stopGraceMs),
  };
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
