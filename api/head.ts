import { notePeer, peerOf } from '../platform/http/peers.ts';

/** GET requests that stand for a HEAD request, so that log and metrics can name the original method. */
const heads = new WeakSet<Request>();

/** Types whose bodies are not read to learn their length, which HEAD may leave out. */
const STREAMS: ReadonlySet<string> = new Set(['text/event-stream', 'application/zip']);

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers HEAD like GET without the body (RFC 9110, section 9.3.2). A body with a known length, such as a recording, is
 * not read; Elysia would read it to its end. A stream of events is not read either, because it has no end, nor is an
 * archive, which reads every note of a user.
 */
export function answerHead(handler: Handler): Handler {
  return (request) => (request.method === 'HEAD' ? answerAsGet(handler, request) : handler(request));
}

async function answerAsGet(handler: Handler, request: Request): Promise<Response> {
  const get = notePeer(new Request(request, { method: 'GET' }), peerOf(request));
  heads.add(get);
  const response = await handler(get);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (STREAMS.has(type) || headers.has('content-length')) await response.body?.cancel();
  else headers.set('content-length', String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, statusText, headers });
}

/** The method that the client sent. */
export function methodOf(request: Request): string {
  return heads.has(request) ? 'HEAD' : request.method;
}
