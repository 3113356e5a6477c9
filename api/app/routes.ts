import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import type { Uploads } from '../uploads.ts';
import { createAccountRoutes } from './account.ts';
import { createEventRoutes } from './events.ts';
import { createNoteRoutes } from './notes.ts';
import { createSessionRoutes } from './sessions.ts';
import { createSignInRoutes } from './sign-in.ts';
import { createTagRoutes } from './tags.ts';

/** The app API: what the client applications' settings use, by session cookie or personal token. */
export function createAppApi(
  deps: Pick<ApiDeps, 'accounts' | 'eventStreams' | 'notes' | 'platform'> & { readonly uploads: Uploads },
) {
  return new Elysia({ prefix: '/v1/app' })
    .use(createSignInRoutes(deps))
    .use(createAccountRoutes(deps))
    .use(createSessionRoutes(deps))
    .use(createEventRoutes(deps))
    .use(createTagRoutes(deps))
    .use(createNoteRoutes(deps));
}
