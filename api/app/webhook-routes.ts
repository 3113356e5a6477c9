import { Elysia } from 'elysia';
import type { WebhookParts } from '../../composition/webhooks.ts';
import type { Log } from '../../platform/log.ts';
import type { AuthenticationDeps } from './authenticate.ts';
import { createEndpointRoutes, type EndpointRouteDeps } from './webhook-endpoints.ts';
import { createReEnableRoutes } from './webhook-re-enable.ts';
import { createWebhookSendRoutes } from './webhook-sends.ts';

export interface WebhookRouteDeps extends AuthenticationDeps {
  readonly webhooks: WebhookParts;
  readonly log: Log;
}

/** Everything under `/v1/app/webhook-endpoints`. */
export function createWebhookRoutes({ webhooks, ...rest }: WebhookRouteDeps) {
  const deps: EndpointRouteDeps = { ...rest, ...webhooks };
  return new Elysia({ prefix: '/v1/app/webhook-endpoints' })
    .use(createReEnableRoutes(deps))
    .use(createEndpointRoutes(deps))
    .use(createWebhookSendRoutes(deps));
}
