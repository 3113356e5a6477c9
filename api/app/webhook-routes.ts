import { Elysia } from 'elysia';
import { createDeliveryRoutes, type DeliveryRouteDeps } from './webhook-deliveries.ts';
import { createEndpointRoutes } from './webhook-endpoints.ts';
import { createReEnableRoutes } from './webhook-re-enable.ts';
import { createWebhookSendRoutes } from './webhook-sends.ts';

/** All routes under `/v1/app/webhook-endpoints`. */
export function createWebhookRoutes(deps: DeliveryRouteDeps) {
  return new Elysia({ prefix: '/v1/app/webhook-endpoints' })
    .use(createReEnableRoutes(deps))
    .use(createEndpointRoutes(deps))
    .use(createWebhookSendRoutes(deps))
    .use(createDeliveryRoutes(deps));
}
