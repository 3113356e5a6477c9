import type { OpenSpan, Tracing } from '../platform/tracing/tracing.ts';
import { callerIds } from './request-facts.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const spans = new WeakMap<Request, OpenSpan>();

/** The span of a request; undefined without tracing. */
export const spanOf = (request: Request): OpenSpan | undefined => spans.get(request);

/**
 * Handles each request within a span that continues the caller's trace. The span ends once the request is answered: see
 * {@link endSpan}.
 */
export function traceRequests(handler: Handler, tracing: Tracing | undefined): Handler {
  if (!tracing) return handler;
  return (request) => {
    const { traceparent } = callerIds(request);
    const attributes = { 'http.request.method': request.method };
    // Without a caller's trace this is the start of one, whatever the server was doing.
    const span = tracing.start('HTTP', { kind: 'server', attributes, parent: traceparent ?? '' });
    spans.set(request, span);
    return span.run(() => handler(request));
  };
}

/** What the span of a request says: its route, never its path, which may carry ids and signatures. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: string;
  readonly requestId: string;
}

/** Names and ends the span of a request. */
export function endSpan(request: Request, { method, route, status, requestId }: AnsweredRequest): void {
  const span = spans.get(request);
  if (!span) return;
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': Number(status), 'sotto.request_id': requestId });
  span.end(Number(status) >= 500 ? status : undefined);
}
