import type { Scope } from '../../accounts/tokens.ts';
import { MODEL_PATHS, MODELS_PATHS, TRANSCRIPTION_PATHS } from '../../api/openai/paths.ts';

/**
 * Who may call a route: anyone; an organization; an organization whose key may be a bearer token; an operator; a user by
 * personal token only; a user by token or session; a user by session only. A scope of null requires no scope.
 */
export type Access =
  | { readonly by: 'anyone' | 'operator' | 'organization' | 'bearer' | 'session' }
  | { readonly by: 'token' | 'user'; readonly scope: Scope | null };

export interface Route {
  readonly access: Access;
  /** The path with another user's objects as parameters. @default the path itself */
  readonly path?: string;
  /** A body that the route would accept. */
  readonly body?: object;
  /** The answer to a valid credential; 404 when the path names another user's object. */
  readonly status: number;
}

const anyone: Access = { by: 'anyone' };
const operator: Access = { by: 'operator' };
const organization: Access = { by: 'organization' };
const bearer: Access = { by: 'bearer' };
const session: Access = { by: 'session' };
const user = (scope: Scope | null): Access => ({ by: 'user', scope });
const token = (scope: Scope): Access => ({ by: 'token', scope });
const [read, write, webhooks] = [user('notes:read'), user('notes:write'), user('webhooks:write')];
const hooks = '/v1/app/webhook-endpoints';
const anOrganization = '/v1/operator/organizations/00000000-0000-4000-8000-000000000000';

/** The routes of OpenAI's API, at every path that clients derive from its address. */
function openAiRoutes(): Record<string, Route> {
  const routes = [
    ...TRANSCRIPTION_PATHS.map((path) => [`POST ${path}`, { access: bearer, status: 400 }] as const),
    ...MODELS_PATHS.map((path) => [`GET ${path}`, { access: bearer, status: 200 }] as const),
    ...MODEL_PATHS.map((path) => {
      return [`GET ${path}`, { access: bearer, path: path.replace(':model', 'sotto'), status: 200 }] as const;
    }),
    ...[...TRANSCRIPTION_PATHS, ...MODELS_PATHS, ...MODEL_PATHS].map((path) => {
      return [`OPTIONS ${path}`, { access: anyone, path: path.replace(':model', 'sotto'), status: 204 }] as const;
    }),
  ];
  // In the table of routes, a path with a trailing slash is the same as the path without it.
  return Object.fromEntries(routes.filter(([name]) => !name.endsWith('/')));
}

/** Every route of the service; `{…}` stands for what belongs to another user. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'GET /health': { access: anyone, status: 200 },
  'GET /health/ready': { access: anyone, status: 200 },
  'GET /swagger': { access: anyone, status: 200 },
  'GET /swagger/json': { access: anyone, status: 200 },
  'GET /swagger/ui.js': { access: anyone, status: 200 },
  'GET /swagger/ui.css': { access: anyone, status: 200 },

  'OPTIONS /v1/enterprise/*': { access: anyone, path: '/v1/enterprise/dictate', status: 204 },
  'GET /v1/realtime': { access: organization, status: 426 },
  'GET /v1/listen': {
    access: organization,
    path: '/v1/listen?encoding=linear16&sample_rate=16000',
    status: 426,
  },
  'POST /v1/enterprise/client-tokens': { access: organization, status: 201 },
  'POST /v1/enterprise/dictate': { access: organization, status: 400 },
  'POST /v1/enterprise/transcriptions/:transcription_id/feedback': { access: organization, status: 400 },

  'OPTIONS /codec/*': { access: anyone, path: '/codec/decode', status: 204 },
  'POST /codec/decode': { access: operator, body: { payloads: [] }, status: 404 },
  'POST /codec/encode': { access: operator, body: { payloads: [] }, status: 404 },

  'GET /v1/operator/organizations': { access: operator, status: 200 },
  'PATCH /v1/operator/organizations/:organization_id': {
    access: operator,
    path: anOrganization,
    body: {},
    status: 404,
  },
  'POST /v1/operator/organizations/:organization_id/keys': {
    access: operator,
    path: `${anOrganization}/keys`,
    body: { label: 'Backend' },
    status: 404,
  },
  'DELETE /v1/operator/organizations/:organization_id/keys/:key_id': {
    access: operator,
    path: `${anOrganization}/keys/00000000-0000-4000-8000-000000000000`,
    status: 404,
  },
  'GET /v1/operator/usage': { access: operator, status: 200 },
  'GET /v1/operator/failing-endpoints': { access: operator, status: 200 },
  'GET /v1/operator/links': { access: operator, status: 200 },
  ...openAiRoutes(),

  'GET /v1/public-api/notes': { access: token('notes:read'), status: 200 },
  'GET /v1/public-api/notes/:note_id': {
    access: token('notes:read'),
    path: '/v1/public-api/notes/{note}',
    status: 404,
  },
  'GET /v1/public-api/notes/:note_id/audio-url': {
    access: token('notes:read'),
    path: '/v1/public-api/notes/{note}/audio-url',
    status: 404,
  },
  'GET /v1/public-api/notes/:note_id/export': {
    access: token('notes:read'),
    path: '/v1/public-api/notes/{note}/export',
    status: 404,
  },
  'GET /v1/public-api/export.zip': { access: token('notes:read'), status: 200 },
  // The signed link is the credential.
  'GET /v1/recordings/*': { access: anyone, path: '/v1/recordings/notes/{user}/{note}', status: 403 },

  // Authenticated like the notes API, or by an access token; the call lacks the headers of the protocol.
  'POST /mcp': { access: token('notes:read'), body: {}, status: 400 },
  'GET /.well-known/oauth-protected-resource': { access: anyone, status: 200 },
  'GET /.well-known/oauth-protected-resource/mcp': { access: anyone, status: 200 },
  'GET /.well-known/oauth-authorization-server': { access: anyone, status: 200 },
  'POST /v1/oauth/register': { access: anyone, body: {}, status: 400 },
  // The code or the refresh token is the credential.
  'POST /v1/oauth/token': { access: anyone, body: {}, status: 400 },
  'POST /v1/oauth/revoke': { access: anyone, body: {}, status: 400 },

  // The secret in the address is the credential.
  'GET /v1/feeds/:file': { access: anyone, path: '/v1/feeds/guess.atom', status: 404 },

  'POST /v1/app/sign-in': { access: anyone, body: { email: 'access@example.org' }, status: 202 },
  // The link's secret is the credential.
  'GET /v1/app/sign-in/link': { access: anyone, path: '/v1/app/sign-in/link?token=guess', status: 410 },
  'POST /v1/app/sign-in/link': { access: anyone, path: '/v1/app/sign-in/link?token=guess', status: 410 },
  'GET /v1/app/me': { access: user(null), status: 200 },
  'DELETE /v1/app/me': { access: session, body: { email: 'somebody@example.org' }, status: 422 },
  'POST /v1/app/exports': { access: session, status: 503 },
  'GET /v1/app/exports': { access: session, status: 200 },
  'GET /v1/app/exports/:export_id': {
    access: session,
    path: '/v1/app/exports/00000000-0000-4000-8000-000000000000',
    status: 404,
  },
  'GET /v1/app/audit': { access: session, status: 200 },
  'GET /v1/app/usage': { access: session, status: 200 },
  'GET /v1/app/tokens': { access: session, status: 200 },
  'POST /v1/app/tokens': { access: session, body: { name: 'x', scopes: ['notes:read'] }, status: 201 },
  'DELETE /v1/app/tokens/:token_id': { access: session, path: '/v1/app/tokens/{token}', status: 404 },
  'POST /v1/app/sign-out': { access: session, status: 204 },
  'GET /v1/app/sessions': { access: session, status: 200 },
  'DELETE /v1/app/sessions/:session_id': { access: session, path: '/v1/app/sessions/{session}', status: 404 },
  'DELETE /v1/app/sessions': { access: session, status: 204 },
  'POST /v1/app/dictate': { access: session, status: 400 },
  'GET /v1/app/dictate/live': { access: session, status: 426 },
  'GET /v1/app/dictation-settings': { access: session, status: 200 },
  'PUT /v1/app/dictation-settings': {
    access: session,
    body: { dictionary: '', instructions: '', language: null },
    status: 200,
  },
  'POST /v1/app/dictation-settings/offers': { access: session, body: { text: '', corrected: '' }, status: 200 },
  'GET /v1/app/events': { access: session, status: 200 },
  'GET /v1/app/tags': { access: read, status: 200 },
  'POST /v1/app/tags': { access: write, body: { name: '' }, status: 422 },
  'PATCH /v1/app/tags/:tag_id': { access: write, path: '/v1/app/tags/{tag}', body: { name: 'mine' }, status: 404 },
  'DELETE /v1/app/tags/:tag_id': { access: write, path: '/v1/app/tags/{tag}', status: 404 },
  'POST /v1/app/uploads': { access: write, status: 412 },
  'GET /v1/app/uploads/:upload_id': { access: write, path: '/v1/app/uploads/{upload}', status: 404 },
  'PATCH /v1/app/uploads/:upload_id': { access: write, path: '/v1/app/uploads/{upload}', status: 412 },
  'DELETE /v1/app/uploads/:upload_id': { access: write, path: '/v1/app/uploads/{upload}', status: 412 },
  'GET /v1/app/notes': { access: read, status: 200 },
  'POST /v1/app/notes': { access: write, status: 400 },
  'GET /v1/app/notes/:note_id': { access: read, path: '/v1/app/notes/{note}', status: 404 },
  'PATCH /v1/app/notes/:note_id': { access: write, path: '/v1/app/notes/{note}', body: { title: 'mine' }, status: 404 },
  'DELETE /v1/app/notes/:note_id': { access: write, path: '/v1/app/notes/{note}', status: 404 },
  'GET /v1/app/notes/:note_id/peaks': { access: read, path: '/v1/app/notes/{note}/peaks', status: 404 },
  'GET /v1/app/notes/:note_id/export': { access: read, path: '/v1/app/notes/{note}/export', status: 404 },
  'POST /v1/app/oauth/requests': { access: session, body: { request: '' }, status: 400 },
  'POST /v1/app/oauth/decisions': { access: session, body: { request: '', allowed: true }, status: 400 },
  'GET /v1/app/connected-apps': { access: session, status: 200 },
  'DELETE /v1/app/connected-apps/:grant_id': { access: session, path: '/v1/app/connected-apps/{grant}', status: 404 },
  'GET /v1/app/feed': { access: session, status: 200 },
  'POST /v1/app/feed': { access: session, status: 201 },
  'DELETE /v1/app/feed': { access: session, status: 404 },
  'GET /v1/app/export.zip': { access: read, status: 200 },
  'POST /v1/app/notes/:note_id/restore': { access: write, path: '/v1/app/notes/{note}/restore', status: 404 },
  'POST /v1/app/notes/:note_id/reprocess': { access: write, path: '/v1/app/notes/{note}/reprocess', status: 404 },
  'PUT /v1/app/notes/:note_id/tags/:tag_id': { access: write, path: '/v1/app/notes/{note}/tags/{tag}', status: 404 },
  'DELETE /v1/app/notes/:note_id/tags/:tag_id': { access: write, path: '/v1/app/notes/{note}/tags/{tag}', status: 404 },

  [`GET ${hooks}`]: { access: webhooks, status: 200 },
  [`POST ${hooks}`]: { access: webhooks, body: { url: 'https://127.0.0.1/' }, status: 422 },
  // The mail's signed token is the credential.
  [`GET ${hooks}/re-enable`]: { access: anyone, path: `${hooks}/re-enable?token=guess`, status: 400 },
  [`POST ${hooks}/re-enable`]: { access: anyone, path: `${hooks}/re-enable?token=guess`, status: 400 },
  [`GET ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, status: 404 },
  [`PATCH ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, body: { enabled: false }, status: 404 },
  [`DELETE ${hooks}/:id`]: { access: webhooks, path: `${hooks}/{endpoint}`, status: 404 },
  [`POST ${hooks}/:id/rotate-secret`]: { access: webhooks, path: `${hooks}/{endpoint}/rotate-secret`, status: 404 },
  [`POST ${hooks}/:id/enable`]: { access: webhooks, path: `${hooks}/{endpoint}/enable`, status: 404 },
  [`POST ${hooks}/:id/ping`]: { access: webhooks, path: `${hooks}/{endpoint}/ping`, status: 404 },
  [`POST ${hooks}/:id/test`]: { access: webhooks, path: `${hooks}/{endpoint}/test`, status: 404 },
  [`POST ${hooks}/:id/messages/:message_id/redeliver`]: {
    access: webhooks,
    path: `${hooks}/{endpoint}/messages/msg_x/redeliver`,
    status: 404,
  },
  [`GET ${hooks}/:id/messages/:message_id/body`]: {
    access: webhooks,
    path: `${hooks}/{endpoint}/messages/msg_x/body`,
    status: 404,
  },
  [`GET ${hooks}/:id/deliveries`]: { access: webhooks, path: `${hooks}/{endpoint}/deliveries`, status: 404 },
  [`GET ${hooks}/:id/attempts`]: { access: webhooks, path: `${hooks}/{endpoint}/attempts`, status: 404 },
};

export const ROUTE_NAMES = Object.keys(ROUTES);

/** Routes that a browser may call with its session alone. */
export const BROWSER_ROUTES = ROUTE_NAMES.filter((name) => ['user', 'session'].includes(ROUTES[name]?.access.by ?? ''));
