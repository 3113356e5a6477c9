import { notePeer, peerOf } from '../platform/http/peers.ts';

/** Requests that a HEAD was turned into, for the log and the metrics. */
const heads = new WeakSet<Request>();

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers HEAD as GET without its body (RFC 9110, section 9.3.2). A body whose length its route tells, such as a
 * recording's, is not read; Elysia would read it to its end. Neither is a stream of events, which has no end.
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
  const endless = headers.get('content-type')?.startsWith('text/event-stream');
  if (endless || headers.has('content-length')) await response.body?.cancel();
  else headers.set('content-length', String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, statusText, headers });
}

/** The method as it was sent. */
export function methodOf(request: Request): string {
  return heads.has(request) ? 'HEAD' : request.method;
}
