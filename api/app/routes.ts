import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import type { DictationIntake } from '../enterprise/take-dictation.ts';
import { createAccountRoutes } from './account.ts';
import { createAccountDataRoutes } from './account-data.ts';
import { createDictationRoutes } from './dictate.ts';
import { createEventRoutes } from './events.ts';
import { createNoteRoutes } from './notes.ts';
import { createSessionRoutes } from './sessions.ts';
import { createSignInRoutes } from './sign-in.ts';
import { createTagRoutes } from './tags.ts';
import { createUploadRoutes } from './uploads/routes.ts';
import { createUsageRoutes } from './usage.ts';

/** The app API, for the web app and the settings of client applications: session cookie or personal token. */
export function createAppApi(deps: Pick<ApiDeps, 'accounts' | 'eventStreams' | 'notes'> & DictationIntake) {
  return new Elysia({ prefix: '/v1/app' })
    .use(createSignInRoutes(deps))
    .use(createAccountRoutes(deps))
    .use(createAccountDataRoutes(deps))
    .use(createUsageRoutes(deps))
    .use(createSessionRoutes(deps))
    .use(createDictationRoutes(deps))
    .use(createEventRoutes(deps))
    .use(createTagRoutes(deps))
    .use(createNoteRoutes(deps))
    .use(createUploadRoutes(deps));
}
