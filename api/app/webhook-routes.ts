import { Elysia } from 'elysia';
import { createEndpointRoutes, type EndpointRouteDeps } from './webhook-endpoints.ts';
import { createReEnableRoutes } from './webhook-re-enable.ts';
import { createWebhookSendRoutes } from './webhook-sends.ts';

/** Everything under `/v1/app/webhook-endpoints`. */
export function createWebhookRoutes(deps: EndpointRouteDeps) {
  return new Elysia({ prefix: '/v1/app/webhook-endpoints' })
    .use(createReEnableRoutes(deps))
    .use(createEndpointRoutes(deps))
    .use(createWebhookSendRoutes(deps));
}
