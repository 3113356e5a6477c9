import { Elysia } from 'elysia';
import { asksForSocket, type SocketHandler, upgrade } from '../../platform/http/sockets.ts';
import type { ApiDeps } from '../deps.ts';
import { createAuthenticate } from '../enterprise/authenticate.ts';
import { EnterpriseError } from '../errors.ts';
import { openAiErrors } from '../openai/openapi.ts';
import { callerIds } from '../request-facts.ts';
import { empty } from '../schemas/answers.ts';
import { chosenProtocol, liveCredential } from './credentials.ts';
import type { StartedSession } from './host.ts';
import { createRealtimeConnection } from './realtime/connection.ts';

type LiveRouteDeps = Pick<ApiDeps, 'accounts' | 'live' | 'platform'>;

/** A minute of audio in base64, with room for its JSON. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** What a caller may have unread. Words are few: it has read nothing for minutes. */
const MAX_WAITING_BYTES = 256 * 1024;

const realtimeDetail = {
  operationId: 'realtime',
  summary: 'Live dictation over a WebSocket',
  description:
    "OpenAI's Realtime protocol for transcription sessions: see docs/live.md. The credential may also be the " +
    'subprotocol `openai-insecure-api-key.…`; a client token also `token` in the query.',
  tags: ['Live dictation'],
  security: [{ bearer: [] }],
  parameters: [
    { in: 'query', name: 'model', schema: { type: 'string' as const }, description: '`sotto-raw` does not format' },
    { in: 'query', name: 'intent', schema: { type: 'string' as const }, description: '`transcription`, the only one' },
    { in: 'query', name: 'token', schema: { type: 'string' as const }, description: 'A client token' },
  ],
  responses: {
    ...empty(101, 'The connection is a WebSocket'),
    ...openAiErrors(400, 401, 403, 426, 429, 500, 503),
  },
};

/** Live dictation for organizations. */
export function createLiveRoutes(deps: LiveRouteDeps) {
  const authenticate = createAuthenticate(deps, { readCredential: liveCredential });
  return new Elysia({ name: 'live' }).get(
    '/v1/realtime',
    async ({ request, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      const requestId = String(set.headers['x-request-id']);
      const facts = { orgId, keyId, requestId, callerIds: callerIds(request), platform: 'realtime' };
      return acceptSocket(
        request,
        requestId,
        createRealtimeConnection({
          start: (settings, emit): StartedSession =>
            deps.live.start({ ...facts, receivedAt: deps.platform.now() }, settings, emit),
          isBeta: isBeta(request),
          model: new URL(request.url).searchParams.get('model') ?? undefined,
          own: {},
        }),
      );
    },
    { parse: 'none', detail: realtimeDetail },
  );
}

/** @throws {EnterpriseError} 426 when the request asks for no WebSocket */
export function acceptSocket(request: Request, requestId: string, handler: SocketHandler): Response {
  if (!asksForSocket(request)) throw new EnterpriseError('upgrade_required');
  return upgrade(request, {
    handler,
    protocol: chosenProtocol(request),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    headers: { 'x-request-id': requestId },
  });
}

/** Clients of the older protocol say so in a header or, in browsers, in a subprotocol. */
function isBeta({ headers }: Request): boolean {
  return (
    headers.get('openai-beta')?.includes('realtime=v1') === true ||
    headers.get('sec-websocket-protocol')?.includes('openai-beta.realtime-v1') === true
  );
}
