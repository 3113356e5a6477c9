import { Elysia } from 'elysia';
import { keyState } from '../../accounts/enterprise-keys.ts';
import type { LiveEvent, LiveSettings } from '../../dictation/live/types.ts';
import type { ApiDeps } from '../deps.ts';
import { createAuthenticate } from '../enterprise/authenticate.ts';
import type { ResponseHeaders } from '../enterprise/caller.ts';
import { enterpriseErrors } from '../enterprise/openapi.ts';
import { openAiErrors } from '../openai/openapi.ts';
import { callerIds } from '../request-facts.ts';
import { empty } from '../schemas/answers.ts';
import { liveCredential } from './credentials.ts';
import { createListenConnection } from './deepgram/connection.ts';
import { readListenQuery } from './deepgram/query.ts';
import type { StartedSession } from './host.ts';
import { createRealtimeConnection } from './realtime/connection.ts';
import { acceptSocket } from './socket.ts';

type LiveRouteDeps = Pick<ApiDeps, 'accounts' | 'live' | 'platform'>;

const queried = (name: string, description: string, required = false) => ({
  in: 'query' as const,
  ...{ name, description, required },
  schema: { type: 'string' as const },
});

const realtimeDetail = {
  operationId: 'realtime',
  summary: 'Live dictation over a WebSocket',
  description:
    "OpenAI's Realtime protocol for transcription sessions: see docs/live.md. The credential may also be the " +
    'subprotocol `openai-insecure-api-key.…`; a client token also `token` in the query.',
  tags: ['Live dictation'],
  security: [{ bearer: [] }],
  parameters: [
    queried('model', '`sotto-raw` does not format'),
    queried('intent', '`transcription`, the only one'),
    queried('token', 'A client token'),
  ],
  responses: {
    ...empty(101, 'The connection is a WebSocket'),
    ...openAiErrors(400, 401, 403, 426, 429, 500, 503),
  },
};

const listenDetail = {
  operationId: 'listen',
  summary: "Live dictation over a WebSocket, in Deepgram's protocol",
  description:
    'Raw audio in, `Results` out: see docs/live.md. The credential may also be the subprotocol after `token`.',
  tags: ['Live dictation'],
  security: [{ bearer: [] }],
  parameters: [
    queried('encoding', '`linear16`, `mulaw` or `alaw`', true),
    queried('sample_rate', 'From 8000 to 48000', true),
    queried('interim_results', '`true` sends words that may still change'),
    queried('token', 'A client token'),
  ],
  responses: {
    ...empty(101, 'The connection is a WebSocket'),
    ...enterpriseErrors(400, 401, 403, 426, 429, 500, 503),
  },
};

/** Live dictation for organizations. */
export function createLiveRoutes(deps: LiveRouteDeps) {
  const authenticate = createAuthenticate(deps, { readCredential: liveCredential });
  /** Checks the caller. @returns a function that starts the session */
  async function admit(request: Request, headers: ResponseHeaders, platform: string) {
    const { orgId, keyId } = await authenticate(request, headers);
    const requestId = String(headers['x-request-id']);
    const facts = { orgId, keyId, requestId, callerIds: callerIds(request), platform };
    const mayContinue = async () => {
      const key = await deps.accounts.enterpriseKeys.get(orgId, keyId);
      return key !== null && keyState(key, deps.platform.now()) === 'active';
    };
    const start = (settings: LiveSettings, emit: (event: LiveEvent) => void): StartedSession =>
      deps.live.start({ ...facts, receivedAt: deps.platform.now() }, settings, emit, mayContinue);
    return { start, query: new URL(request.url).searchParams };
  }

  return new Elysia({ name: 'live' })
    .get(
      '/v1/realtime',
      async ({ request, set }) => {
        const { start, query } = await admit(request, set.headers, 'realtime');
        const model = query.get('model') ?? undefined;
        const handler = createRealtimeConnection({ start, isBeta: isBeta(request), model, own: {} });
        return acceptSocket(request, set, handler);
      },
      { parse: 'none', detail: realtimeDetail },
    )
    .get(
      '/v1/listen',
      async ({ request, set }) => {
        const { start, query } = await admit(request, set.headers, 'listen');
        const handler = createListenConnection({ start, now: deps.platform.now }, readListenQuery(query));
        return acceptSocket(request, set, handler);
      },
      { parse: 'none', detail: listenDetail },
    );
}

/** Clients of the older protocol announce it in a header or, in browsers, in a subprotocol. */
function isBeta({ headers }: Request): boolean {
  return (
    headers.get('openai-beta')?.includes('realtime=v1') === true ||
    headers.get('sec-websocket-protocol')?.includes('openai-beta.realtime-v1') === true
  );
}
