import { Elysia } from 'elysia';
import type { AttemptFilter } from '../../store/webhook-attempts.ts';
import { ApiError } from '../errors.ts';
import { checked } from '../validation.ts';
import { readAttemptCursor, writeAttemptCursor } from './attempt-cursor.ts';
import { authenticated } from './authenticate.ts';
import { readIdempotencyKey, sendManually } from './manual-sends.ts';
import { SEND_DOCS as docs } from './webhook-docs.ts';
import { type EndpointRouteDeps, findEndpoint } from './webhook-endpoints.ts';
import { AttemptQuery, EndpointParams, RedeliverParams, showAttempt } from './webhook-schemas.ts';

/** Manual sends, and the attempt log. */
export function createWebhookSendRoutes(deps: EndpointRouteDeps) {
  const { endpoints, attempts, messages } = deps;
  return new Elysia()
    .use(authenticated(deps, 'webhooks:write'))
    .post(
      '/:id/ping',
      async ({ user, params, request, set }) => {
        const endpoint = await findEndpoint(endpoints, user.userId, params.id);
        const sent = await sendManually(deps, endpoint, { trigger: 'ping', type: 'ping' }, readIdempotencyKey(request));
        set.status = 202;
        return sent;
      },
      checked({ params: EndpointParams, detail: docs.ping }),
    )
    .post(
      '/:id/test',
      async ({ user, params, request, set }) => {
        const endpoint = await findEndpoint(endpoints, user.userId, params.id);
        const sent = await sendManually(
          deps,
          endpoint,
          { trigger: 'test', type: 'note.processed' },
          readIdempotencyKey(request),
        );
        set.status = 202;
        return sent;
      },
      checked({ params: EndpointParams, detail: docs.test }),
    )
    .post(
      '/:id/messages/:message_id/redeliver',
      async ({ user, params, request, set }) => {
        const endpoint = await findEndpoint(endpoints, user.userId, params.id);
        const message = await messages.get(user.userId, params.message_id);
        if (!message) throw new ApiError(404, 'Message not found');
        const sent = await sendManually(
          deps,
          endpoint,
          { trigger: 'redelivery', ...message },
          readIdempotencyKey(request),
        );
        set.status = 202;
        return sent;
      },
      checked({ params: RedeliverParams, detail: docs.redeliver }),
    )
    .get(
      '/:id/attempts',
      async ({ user, params, query }) => {
        const { endpointId } = await findEndpoint(endpoints, user.userId, params.id);
        const filter: AttemptFilter = {
          outcome: query.outcome,
          eventType: query.event_type,
          messageId: query.message_id,
        };
        const after = query.cursor === undefined ? null : readAttemptCursor(query.cursor, filter);
        const page = await attempts.list(user.userId, endpointId, { filter, after, limit: query.limit });
        const last = page.entries.at(-1);
        return {
          items: page.entries.map(showAttempt),
          next_cursor: page.more && last ? writeAttemptCursor(last, filter) : null,
        };
      },
      checked({ params: EndpointParams, query: AttemptQuery, detail: docs.attempts }),
    );
}
