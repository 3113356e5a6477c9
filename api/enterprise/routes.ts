import { Elysia } from 'elysia';
import type { CorsDeps } from './cors.ts';
import { createDictateRoute, type DictateDeps } from './dictate.ts';
import { createFeedbackRoute, type FeedbackDeps } from './feedback.ts';
import { type ClientTokenDeps, createClientTokenRoute } from './issue-client-token.ts';
import { createPreflightRoute } from './preflight.ts';

export type EnterpriseDeps = DictateDeps & FeedbackDeps & ClientTokenDeps & CorsDeps;

/** The enterprise API: `/v1/enterprise`. */
export function createEnterpriseApi(deps: EnterpriseDeps) {
  return new Elysia({ name: 'enterprise' })
    .use(createPreflightRoute(deps))
    .use(createClientTokenRoute(deps))
    .use(createDictateRoute(deps))
    .use(createFeedbackRoute(deps));
}
