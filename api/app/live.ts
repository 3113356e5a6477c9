import { Elysia } from 'elysia';
import { asksForSocket } from '../../platform/http/sockets.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { methodOf } from '../head.ts';
import { createRealtimeConnection } from '../live/realtime/connection.ts';
import type { OwnSettings } from '../live/realtime/session-config.ts';
import { acceptSocket } from '../live/socket.ts';
import { callerIds } from '../request-facts.ts';
import { checked } from '../validation.ts';
import { authenticated, refuseOtherOrigin } from './authenticate.ts';
import { DICTATION_DOCS as docs } from './dictate-docs.ts';

/** The key id of dictations whose caller is a signed-in user. */
const KEY_ID = 'app';

/** Live dictation of a signed-in user, in OpenAI's Realtime protocol, with the user's own dictionary and style. */
export function createAppLiveRoute(deps: Pick<ApiDeps, 'accounts' | 'dictation' | 'live' | 'platform'>) {
  return new Elysia().use(authenticated(deps, 'session')).get(
    '/dictate/live',
    async ({ user: { userId, sessionId = '' }, request, set }) => {
      if (methodOf(request) !== 'GET' || !asksForSocket(request)) {
        throw new ApiError(426, 'The route accepts only WebSocket connections');
      }
      refuseOtherOrigin(request, deps.platform.publicUrl);
      const requestId = String(set.headers['x-request-id']);
      const facts = { orgId: userId, keyId: KEY_ID, owner: 'user' as const, requestId, platform: 'app' };
      const saved = await deps.dictation.preferences.get(userId);
      const own: OwnSettings = {
        dictionary: saved.dictionary || undefined,
        extraInstructions: saved.instructions || undefined,
        language: saved.language ?? undefined,
      };
      const handler = createRealtimeConnection({
        start: (settings, emit) =>
          deps.live.start(
            { ...facts, callerIds: callerIds(request), receivedAt: deps.platform.now() },
            settings,
            emit,
            () => deps.accounts.sessions.exists(userId, sessionId),
          ),
        isBeta: false,
        model: undefined,
        own,
      });
      return acceptSocket(request, set, handler);
    },
    checked({ detail: docs.live }),
  );
}
