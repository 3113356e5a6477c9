import { Elysia } from 'elysia';
import { type AccountDeps, createAccountRoutes } from './account.ts';
import { createEventRoutes, type EventRouteDeps } from './events.ts';
import { createNoteRoutes, type NoteRouteDeps } from './notes.ts';
import { createSessionRoutes } from './sessions.ts';
import { createSignInRoutes, type SignInDeps } from './sign-in.ts';
import { createTagRoutes, type TagRouteDeps } from './tags.ts';

export interface AppApiDeps extends SignInDeps, AccountDeps, EventRouteDeps, TagRouteDeps, NoteRouteDeps {}

/** The app API: what the client applications' settings use, by session cookie or personal token. */
export function createAppApi(deps: AppApiDeps) {
  return new Elysia({ prefix: '/v1/app' })
    .use(createSignInRoutes(deps))
    .use(createAccountRoutes(deps))
    .use(createSessionRoutes(deps))
    .use(createEventRoutes(deps))
    .use(createTagRoutes(deps))
    .use(createNoteRoutes(deps));
}
