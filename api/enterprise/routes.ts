import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import type { Uploads } from '../uploads.ts';
import { createAuthenticate } from './authenticate.ts';
import { createDictateRoute } from './dictate.ts';
import { createFeedbackRoute } from './feedback.ts';
import { createClientTokenRoute } from './issue-client-token.ts';
import { createPreflightRoute } from './preflight.ts';

/** The enterprise API: `/v1/enterprise`. */
export function createEnterpriseApi(
  deps: Pick<ApiDeps, 'accounts' | 'dictation' | 'metrics' | 'platform'> & { readonly uploads: Uploads },
) {
  const authenticate = createAuthenticate(deps);
  return new Elysia({ name: 'enterprise' })
    .use(createPreflightRoute(deps))
    .use(createClientTokenRoute(deps, authenticate))
    .use(createDictateRoute(deps, authenticate))
    .use(createFeedbackRoute(deps, authenticate));
}
