import { Elysia } from 'elysia';
import { createComposer } from '../../webhooks/compose.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { checked } from '../validation.ts';
import { readAttemptCursor, writeAttemptCursor } from './attempt-cursor.ts';
import { authenticated, createTokenCheck } from './authenticate.ts';
import { sendDeliveries } from './delivery-sender.ts';
import { followLog, signDelivery } from './delivery-stream.ts';
import { MAX_STREAMS_PER_USER } from './event-streams.ts';
import { SEND_DOCS as docs } from './webhook-docs.ts';
import { type EndpointRouteDeps, findEndpoint } from './webhook-endpoints.ts';
import { DeliveryQuery, EndpointParams } from './webhook-schemas.ts';

/** The groups that the route uses. */
export type DeliveryRouteDeps = EndpointRouteDeps & Pick<ApiDeps, 'eventStreams'>;

/** An endpoint's deliveries as they happen, for a receiver that the service cannot reach. */
export function createDeliveryRoutes(deps: DeliveryRouteDeps) {
  const { endpoints, attempts } = deps.webhooks;
  const { now, publicUrl } = deps.platform;
  const signing = { endpoints, compose: createComposer(deps.notes.store, publicUrl), now };
  return new Elysia().use(authenticated(deps, 'webhooks:write')).get(
    '/:id/deliveries',
    async ({ user, params, query, request }) => {
      const { userId } = user;
      const { endpointId } = await findEndpoint(endpoints, userId, params.id);
      if (!user.scopes.includes('notes:read')) throw new ApiError(403, 'The token lacks the scope notes:read');
      const after = query.after === undefined ? null : readAttemptCursor(query.after, {});
      const source = { userId, endpointId, messageId: query.message_id };
      // Before the log is read: what is recorded from now on wakes the stream.
      const wakes = await deps.eventStreams.open(userId);
      if (!wakes) throw new ApiError(429, `A user may have at most ${MAX_STREAMS_PER_USER} streams open`);
      const stream = wakes.pipeThrough(
        sendDeliveries({
          from: { last: query.last, after },
          log: followLog({ attempts, now }, source),
          sign: (entry) => signDelivery(signing, source, entry),
          cursorNow: () => writeAttemptCursor({ at: now(), attemptId: '' }, {}),
          mayContinue: createMayContinue(deps, request, source),
        }),
      );
      return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } });
    },
    checked({ params: EndpointParams, query: DeliveryQuery, detail: docs.deliveries }),
  );
}

/** False once the token was revoked or the endpoint deleted. */
function createMayContinue(
  deps: DeliveryRouteDeps,
  request: Request,
  { userId, endpointId }: { readonly userId: string; readonly endpointId: string },
) {
  const holdsToken = createTokenCheck(deps, request);
  return async () => (await holdsToken()) && (await deps.webhooks.endpoints.get(userId, endpointId)) !== null;
}
