import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { Sender } from './sender.ts';

/**
 * Wraps the sender so that each POST has a span and sends its `traceparent`. The span does not contain the receiver's
 * address.
 */
export function traceSender(sender: Sender, tracing: Tracing | undefined): Sender {
  if (!tracing) return sender;
  return {
    ...sender,
    send: (request) =>
      tracing.within('POST', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, async (span) => {
        const headers = { ...request.headers, traceparent: span.traceparent };
        const result = await sender.send({ ...request, headers });
        span.set({
          'http.response.status_code': result.status ?? undefined,
          'sotto.delivery_failure': result.failure ?? undefined,
        });
        return result;
      }),
  };
}
