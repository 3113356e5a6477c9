import { Elysia } from 'elysia';
import type { WatchedEndpoint } from '../../contracts/webhook.ts';
import { NOTE_EVENT_TYPES } from '../../contracts/webhook-events.ts';
import { describeError } from '../../platform/log.ts';
import type { EgressGuard } from '../../webhooks/egress/guard.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import {
  MAX_ACTIVE_SECRETS,
  MAX_ENDPOINTS_PER_USER,
  type WebhookEndpoint,
  type WebhookEndpointStore,
} from '../../webhooks/store/endpoints.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { checked, RequestValidationError } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { limit } from './limits.ts';
import { sendManually } from './manual-sends.ts';
import { ENDPOINT_DOCS as docs } from './webhook-docs.ts';
import { EndpointChange, EndpointParams, NewEndpoint, showEndpoint } from './webhook-schemas.ts';

/** Dependencies of the endpoint routes. */
export type EndpointRouteDeps = Pick<ApiDeps, 'accounts' | 'notes' | 'platform' | 'webhooks'>;

const URL_CHECK_TIMEOUT_MS = 5_000;

/** Routes that create, read, change and delete endpoints. */
export function createEndpointRoutes(deps: EndpointRouteDeps) {
  const { endpoints } = deps.webhooks;
  const find = (userId: string, id: string) => findEndpoint(endpoints, userId, id);
  return new Elysia()
    .use(authenticated(deps, 'webhooks:write'))
    .get(
      '',
      async ({ user }) => ({ items: (await endpoints.list(user.userId)).map(showEndpoint) }),
      checked({ detail: docs.list }),
    )
    .post(
      '',
      async ({ user, body, set }) => {
        await limit(deps, 'sends', user.userId, set); // the ping
        const created = await createEndpoint(deps, user.userId, body);
        set.status = 201;
        return created;
      },
      checked({ body: NewEndpoint, detail: docs.create }),
    )
    .get(
      '/:id',
      async ({ user, params }) => showEndpoint(await find(user.userId, params.id)),
      checked({ params: EndpointParams, detail: docs.get }),
    )
    .patch(
      '/:id',
      async ({ user, params, body }) => changeEndpoint(deps, await find(user.userId, params.id), body),
      checked({ params: EndpointParams, body: EndpointChange, detail: docs.change }),
    )
    .delete(
      '/:id',
      async ({ user, params, set }) => {
        const { endpointId, generation } = await find(user.userId, params.id);
        await endpoints.remove(user.userId, endpointId);
        await endDeliveries(deps, user.userId, endpointId, generation + 1);
        set.status = 204;
      },
      checked({ params: EndpointParams, detail: docs.remove }),
    )
    .post(
      '/:id/rotate-secret',
      async ({ user, params }) => rotateSecret(deps.webhooks, await find(user.userId, params.id)),
      checked({ params: EndpointParams, detail: docs.rotate }),
    )
    .post(
      '/:id/enable',
      async ({ user, params }) => {
        const { endpointId } = await find(user.userId, params.id);
        await endpoints.enable(user.userId, endpointId);
        return showEndpoint(await find(user.userId, endpointId));
      },
      checked({ params: EndpointParams, detail: docs.enable }),
    );
}

/** Creates an endpoint and pings it. Deletes it again if the ping cannot start, because its secret was never shown. */
async function createEndpoint(deps: EndpointRouteDeps, userId: string, body: (typeof NewEndpoint)['static']) {
  const settings = {
    url: await checkUrl(deps.webhooks.guard, body.url),
    description: body.description ?? null,
    eventTypes: body.event_types ?? [...NOTE_EVENT_TYPES],
  };
  const secret = createSigningSecret();
  const endpoint = await deps.webhooks.endpoints.create(userId, settings, secret);
  if (!endpoint) throw new ApiError(409, `A user may have at most ${MAX_ENDPOINTS_PER_USER} webhook endpoints`);
  try {
    const ping = await sendManually(deps.webhooks, endpoint, { trigger: 'ping', type: 'ping' }, null);
    return { ...showEndpoint(endpoint), secret, ping };
  } catch (error) {
    await deps.webhooks.endpoints.remove(userId, endpoint.endpointId);
    throw error;
  }
}

async function changeEndpoint(
  deps: EndpointRouteDeps,
  { userId, endpointId, failingSince }: WebhookEndpoint,
  body: (typeof EndpointChange)['static'],
) {
  const { endpoints } = deps.webhooks;
  const { url, description, event_types: eventTypes, enabled } = body;
  const settings = {
    ...(url === undefined ? {} : { url: await checkUrl(deps.webhooks.guard, url) }),
    ...(description === undefined ? {} : { description }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
  };
  if (Object.keys(settings).length > 0) await endpoints.update(userId, endpointId, settings);
  if (url !== undefined && failingSince !== null) await lookAgain(deps, { userId, endpointId });
  if (enabled === true) await endpoints.enable(userId, endpointId);
  if (enabled === false && (await endpoints.disable(userId, endpointId))) {
    await endDeliveries(deps, userId, endpointId);
  }
  return showEndpoint(await findEndpoint(endpoints, userId, endpointId));
}

/** Makes the watch check the endpoint, whose new URL ends the streak. While Temporal is unavailable, it checks later. */
async function lookAgain({ platform, webhooks }: EndpointRouteDeps, endpoint: WatchedEndpoint): Promise<void> {
  try {
    await webhooks.workflows.streakEnded(endpoint);
  } catch (error) {
    platform.log.warn({ endpointId: endpoint.endpointId, error: describeError(error) }, 'The watch ends later');
  }
}

async function rotateSecret({ endpoints }: EndpointRouteDeps['webhooks'], { userId, endpointId }: WebhookEndpoint) {
  const secret = createSigningSecret();
  if ((await endpoints.rotateSecret(userId, endpointId, secret)) === 'too_many') {
    const limit = `at most ${MAX_ACTIVE_SECRETS} active secrets`;
    throw new ApiError(409, `An endpoint may have ${limit}: wait until one expires`);
  }
  return { ...showEndpoint(await findEndpoint(endpoints, userId, endpointId)), secret };
}

/** @throws {ApiError} 404 when the user has no such endpoint */
export async function findEndpoint(endpoints: WebhookEndpointStore, userId: string, endpointId: string) {
  const endpoint = await endpoints.get(userId, endpointId.toLowerCase());
  if (!endpoint) throw new ApiError(404, 'Webhook endpoint not found');
  return endpoint;
}

/**
 * The URL in its normalized form. A name that does not resolve yet may be registered: each delivery checks again.
 * @throws {RequestValidationError} naming the rule that it breaks
 */
async function checkUrl(guard: EgressGuard, text: string): Promise<string> {
  const verdict = await guard.check(text, URL_CHECK_TIMEOUT_MS);
  if (verdict.kind !== 'refused') return verdict.url.href;
  throw new RequestValidationError([{ loc: ['body', 'url'], msg: verdict.problem, type: 'url_not_allowed' }]);
}

/**
 * Ends the waiting deliveries of the endpoint. While Temporal is unavailable they end when they are due instead: each
 * attempt first checks whether its endpoint is enabled.
 */
async function endDeliveries(deps: EndpointRouteDeps, userId: string, endpointId: string, generation?: number) {
  try {
    const now = generation ?? (await deps.webhooks.endpoints.get(userId, endpointId))?.generation ?? 0;
    await deps.webhooks.workflows.endDeliveries({ userId, endpointId }, now);
  } catch (error) {
    deps.platform.log.warn({ endpointId, error: describeError(error) }, 'Waiting deliveries end later');
  }
}
