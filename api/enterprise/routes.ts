import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { createAuthenticate } from './authenticate.ts';
import { createDictateRoute, type DictationIntake } from './dictate.ts';
import { createFeedbackRoute } from './feedback.ts';
import { createClientTokenRoute } from './issue-client-token.ts';
import { createPreflightRoute } from './preflight.ts';

/** The enterprise API: `/v1/enterprise`. */
export function createEnterpriseApi(deps: Pick<ApiDeps, 'accounts'> & DictationIntake) {
  const authenticate = createAuthenticate(deps);
  return new Elysia({ name: 'enterprise' })
    .use(createPreflightRoute(deps))
    .use(createClientTokenRoute(deps, authenticate))
    .use(createDictateRoute(deps, authenticate))
    .use(createFeedbackRoute(deps, authenticate));
}
