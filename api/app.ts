import { randomUUID } from 'node:crypto';
import { type AnyElysia, Elysia } from 'elysia';
import { describeError } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/api-metrics.ts';
import { RecordingsUnavailableError } from '../platform/recordings/types.ts';
import { allowedMethods } from './allowed-methods.ts';
import { createAppApi } from './app/routes.ts';
import { createWebhookRoutes } from './app/webhook-routes.ts';
import { createAudit } from './audit.ts';
import type { ApiDeps } from './deps.ts';
import { createDictationSlots } from './enterprise/dictation-slots.ts';
import { createEnterpriseApi } from './enterprise/routes.ts';
import { EnterpriseError } from './errors.ts';
import { createFeedRoute } from './feeds/feed.ts';
import { methodOf } from './head.ts';
import { createHealthRoutes } from './health.ts';
import { createLiveRoutes } from './live/routes.ts';
import { createMcpRoutes } from './mcp/routes.ts';
import { createArchives } from './note-archive.ts';
import { createOAuthRoutes } from './oauth/routes.ts';
import { openAiBody } from './openai/errors.ts';
import { isOpenAiPath } from './openai/paths.ts';
import { createOpenAiApi } from './openai/routes.ts';
import { createOpenApi } from './openapi.ts';
import { createCodecRoutes } from './operator/codec.ts';
import { createOperatorApi } from './operator/routes.ts';
import { createNotesApi } from './public/notes.ts';
import { createRecordingRoutes } from './recordings.ts';
import { callerIds, factsOf, noteFacts } from './request-facts.ts';
import { asApiError, asEnterpriseError, isEnterprisePath, METHOD_NOT_ALLOWED } from './respond.ts';
import { endSpan, spanOf } from './trace.ts';
import { createUploads } from './uploads.ts';
import { createWebRoutes } from './web/routes.ts';

/** Sent with every response. Routes that serve pages or recordings set their own. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Builds the whole HTTP service. It opens no connection: its dependencies are passed in. */
export function createApp(deps: ApiDeps) {
  const { log } = deps.platform;
  const { concurrency, maxAudioBytes } = deps.dictation.settings;
  const shared = {
    uploads: createUploads(),
    archives: createArchives(deps),
    dictationSlots: createDictationSlots(concurrency, maxAudioBytes),
  };
  const audit = createAudit(deps);
  let routed: AnyElysia | undefined;
  const app = new Elysia({ name: 'sotto', strictPath: true, handler: { standardHostname: false } })
    .onRequest(({ set, request }) => {
      started.set(request, performance.now());
      // On Deno the headers cannot be read after the response was sent.
      noteFacts(request, callerIds(request));
      Object.assign(set.headers, HEADERS, { 'x-request-id': `req_${randomUUID()}` });
    })
    .onError(({ error, code, set, request, path }) => {
      const requestId = String(set.headers['x-request-id']);
      if (code === 'VALIDATION' && 'status' in error) return undefined;
      const allowed = code === 'NOT_FOUND' && routed ? allowedMethods(routed, path) : [];
      if (allowed.length > 0) set.headers['allow'] = allowed.join(', ');
      const why = allowed.length > 0 ? METHOD_NOT_ALLOWED : code;
      const answer = errorAnswer(path, error, why, requestId);
      if (answer.status >= 500 && answer.status !== 503) {
        log.error(
          { requestId, ...factsOf(request), method: methodOf(request), error: describeError(error) },
          'Request failed',
        );
      }
      if (error instanceof RecordingsUnavailableError) {
        log.warn({ requestId, code: error.code }, 'Recordings unavailable');
      }
      void audit.refused(request, path, answer.status, requestId);
      set.status = answer.status;
      // The sender of a stalled body waits for nothing. After a 413 the rest is read and discarded: a close would reset
      // the connection of a caller that still sends, and lose the answer.
      if (answer.status === 408) set.headers['connection'] = 'close';
      if (answer.retryAfterSeconds) set.headers['retry-after'] = String(answer.retryAfterSeconds);
      return answer.body;
    })
    .onAfterHandle(audit.handled)
    // Elysia gives a 204 an empty string as its body, which Deno refuses.
    .onAfterHandle(({ set }) => (set.status === 204 ? new Response(null, { status: 204 }) : undefined))
    .onAfterResponse(({ request, route, set }) => {
      const seconds = (performance.now() - (started.get(request) ?? performance.now())) / 1000;
      const sent = methodOf(request);
      const method = METHODS.has(sent) ? sent : 'other'; // callers can invent methods, and each would become a label
      const labels = { method, route: route || 'none', status: String(set.status ?? 200) };
      deps.metrics.httpSeconds.observe(labels, seconds);
      const { route: at, status } = labels;
      if (SERVER_ERRORS.includes(status)) deps.metrics.serverErrors.inc({ route: at, status });
      const traceId = spanOf(request)?.traceId;
      const ids = { requestId: set.headers['x-request-id'], ...(traceId ? { traceId } : {}), ...factsOf(request) };
      const line = { ...ids, ...labels, ms: Math.round(seconds * 1000) };
      endSpan(request, { ...labels, requestId: String(ids.requestId) });
      log[labels.route.startsWith('/health') ? 'debug' : 'info'](line, 'request');
    })
    .use(createOpenApi())
    .use(createHealthRoutes(deps))
    .use(createWebRoutes(deps))
    .use(createWebhookRoutes(deps))
    .use(createNotesApi({ ...deps, ...shared }))
    .use(createFeedRoute(deps))
    .use(createMcpRoutes(deps))
    .use(createOAuthRoutes(deps))
    .use(createRecordingRoutes(deps))
    .use(createAppApi({ ...deps, ...shared }))
    .use(createOperatorApi(deps))
    .use(createCodecRoutes(deps))
    .use(createEnterpriseApi({ ...deps, ...shared }))
    .use(createOpenAiApi({ ...deps, ...shared }))
    .use(createLiveRoutes(deps));
  routed = app;
  initializeServerErrors(deps.metrics, app);
  return app;
}

/** The statuses that the alerts count. */
const SERVER_ERRORS: readonly string[] = ['500', '503', '504'];

/** Initializes the counter of every route to 0: `increase()` does not see the first event of a new series. */
function initializeServerErrors({ serverErrors }: Metrics, { routes }: Pick<AnyElysia, 'routes'>): void {
  for (const route of new Set(['none', ...routes.map(({ path }) => path)])) {
    for (const status of SERVER_ERRORS) serverErrors.inc({ route, status }, 0);
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const started = new WeakMap<Request, number>();

/** The error as the API at this path words it. */
function errorAnswer(path: string, error: unknown, why: unknown, requestId: string) {
  if (!isEnterprisePath(path) && !isOpenAiPath(path)) return plainAnswer(asApiError(error, why));
  const known = asEnterpriseError(error, why) ?? new EnterpriseError('internal_error');
  const { status, message, code, retryAfterSeconds } = known;
  const body = isOpenAiPath(path) ? openAiBody(known) : { error: message, code, request_id: requestId };
  return { status, retryAfterSeconds, body };
}

function plainAnswer(error: ReturnType<typeof asApiError>) {
  if (!error) return { status: 500, retryAfterSeconds: undefined, body: { detail: 'Internal Server Error' } };
  return { status: error.status, retryAfterSeconds: error.retryAfterSeconds, body: { detail: error.detail } };
}
