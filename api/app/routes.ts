import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import type { DictationIntake } from '../enterprise/dictate.ts';
import { EXPORT_DOCS } from '../export-docs.ts';
import { createExportRoutes } from '../export-routes.ts';
import { createFeedSettings } from '../feeds/settings.ts';
import type { Archives } from '../note-archive.ts';
import { createConsentRoutes } from '../oauth/consent.ts';
import { createAccountRoutes } from './account.ts';
import { createAccountDataRoutes } from './account-data.ts';
import { createAuditRoutes } from './audit.ts';
import { authenticated } from './authenticate.ts';
import { createDictationRoutes } from './dictate.ts';
import { createEventRoutes } from './events.ts';
import { createAppLiveRoute } from './live.ts';
import { createNoteRoutes } from './notes.ts';
import { createSessionRoutes } from './sessions.ts';
import { createSignInRoutes } from './sign-in.ts';
import { createTagRoutes } from './tags.ts';
import { createUploadRoutes } from './uploads/routes.ts';
import { createUsageRoutes } from './usage.ts';

type AppApiDeps = Pick<ApiDeps, 'accounts' | 'eventStreams' | 'live' | 'notes'> &
  DictationIntake & { readonly archives: Archives };

/** The app API, for the web app and the settings of client applications: session cookie or personal token. */
export function createAppApi(deps: AppApiDeps) {
  return new Elysia({ prefix: '/v1/app' })
    .use(createSignInRoutes(deps))
    .use(createAccountRoutes(deps))
    .use(createAccountDataRoutes(deps))
    .use(createUsageRoutes(deps))
    .use(createAuditRoutes(deps))
    .use(createSessionRoutes(deps))
    .use(createDictationRoutes(deps))
    .use(createAppLiveRoute(deps))
    .use(createEventRoutes(deps))
    .use(createTagRoutes(deps))
    .use(createNoteRoutes(deps))
    .use(createExportRoutes(deps, authenticated(deps, 'notes:read'), EXPORT_DOCS.app))
    .use(createFeedSettings(deps))
    .use(createConsentRoutes(deps))
    .use(createUploadRoutes(deps));
}
