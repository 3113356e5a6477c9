import { Elysia } from 'elysia';
import { deliveryHeaders } from '../../webhooks/attempt.ts';
import { createComposer } from '../../webhooks/compose.ts';
import type { AttemptFilter } from '../../webhooks/store/attempt-log.ts';
import type { WebhookEndpoint } from '../../webhooks/store/endpoints.ts';
import { ApiError } from '../errors.ts';
import { checked } from '../validation.ts';
import { readAttemptCursor, writeAttemptCursor } from './attempt-cursor.ts';
import { authenticated } from './authenticate.ts';
import { limit } from './limits.ts';
import { readIdempotencyKey, type Sending, sendManually } from './manual-sends.ts';
import { SEND_DOCS as docs } from './webhook-docs.ts';
import { type EndpointRouteDeps, findEndpoint } from './webhook-endpoints.ts';
import { AttemptQuery, EndpointParams, RedeliverParams, showAttempt } from './webhook-schemas.ts';

interface Answer {
  status?: unknown;
  readonly headers: Record<string, unknown>;
}

/** Routes of manual sends and the attempt log. */
export function createWebhookSendRoutes(deps: EndpointRouteDeps) {
  return new Elysia().use(createManualSendRoutes(deps)).use(createMessageRoute(deps)).use(createAttemptRoutes(deps));
}

/** Previews the request of a delivery. */
function createMessageRoute(deps: EndpointRouteDeps) {
  const { endpoints, messages } = deps.webhooks;
  const compose = createComposer(deps.notes.store, deps.platform.publicUrl);
  return new Elysia().use(authenticated(deps, 'webhooks:write')).get(
    '/:id/messages/:message_id/body',
    async ({ user, params }) => {
      await findEndpoint(endpoints, user.userId, params.id);
      if (!user.scopes.includes('notes:read')) throw new ApiError(403, 'The token lacks the scope notes:read');
      const message = await messages.get(user.userId, params.message_id);
      if (!message) throw new ApiError(404, 'Message not found');
      const composed = await compose({ ...message, userId: user.userId, trigger: 'redelivery' })(deps.platform.now());
      if (!composed) throw new ApiError(404, 'The note of this message was deleted');
      const { body, timestampSeconds } = composed;
      return {
        headers: deliveryHeaders(message.messageId, timestampSeconds),
        body: new TextDecoder().decode(body),
      };
    },
    checked({ params: RedeliverParams, detail: docs.body }),
  );
}

function createManualSendRoutes(deps: EndpointRouteDeps) {
  const { endpoints, messages } = deps.webhooks;
  const find = (userId: string, id: string) => findEndpoint(endpoints, userId, id);
  async function send(endpoint: WebhookEndpoint, sending: Sending, request: Request, set: Answer) {
    await limit(deps, 'sends', endpoint.userId, set);
    const sent = await sendManually(deps.webhooks, endpoint, sending, readIdempotencyKey(request));
    set.status = 202;
    return sent;
  }

  return new Elysia()
    .use(authenticated(deps, 'webhooks:write'))
    .post(
      '/:id/ping',
      async ({ user, params, request, set }) =>
        send(await find(user.userId, params.id), { trigger: 'ping', type: 'ping' }, request, set),
      checked({ params: EndpointParams, detail: docs.ping }),
    )
    .post(
      '/:id/test',
      async ({ user, params, request, set }) =>
        send(await find(user.userId, params.id), { trigger: 'test', type: 'note.processed' }, request, set),
      checked({ params: EndpointParams, detail: docs.test }),
    )
    .post(
      '/:id/messages/:message_id/redeliver',
      async ({ user, params, request, set }) => {
        const endpoint = await find(user.userId, params.id);
        const message = await messages.get(user.userId, params.message_id);
        if (!message) throw new ApiError(404, 'Message not found');
        return send(endpoint, { trigger: 'redelivery', ...message }, request, set);
      },
      checked({ params: RedeliverParams, detail: docs.redeliver }),
    );
}

function createAttemptRoutes(deps: EndpointRouteDeps) {
  const { endpoints, attempts } = deps.webhooks;
  return new Elysia().use(authenticated(deps, 'webhooks:write')).get(
    '/:id/attempts',
    async ({ user, params, query }) => {
      const { endpointId } = await findEndpoint(endpoints, user.userId, params.id);
      const { outcome, event_type: eventType, message_id: messageId } = query;
      const filter: AttemptFilter = { outcome, eventType, messageId };
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
