import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { formatTimestamp } from '../instant.ts';
import { checked } from '../validation.ts';
import { SESSION_DOCS as docs } from './account-docs.ts';
import { authenticated } from './authenticate.ts';
import { endedSessionCookie } from './session-cookie.ts';

const SessionParams = Type.Object({ session_id: Type.String({ format: 'uuid' }) });

/** Sign-out of one or all browsers. Requires a session: a stolen token must not lock its user out. */
export function createSessionRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  const { accounts, platform } = deps;
  const { sessions } = accounts;
  const { publicUrl } = platform;
  const signOut = (set: { status?: unknown; headers: Record<string, unknown> }, current: boolean) => {
    if (current) set.headers['set-cookie'] = endedSessionCookie(publicUrl);
    set.status = 204;
  };
  return new Elysia()
    .use(authenticated(deps, 'session'))
    .post(
      '/sign-out',
      async ({ user, set }) => {
        await sessions.end(user.userId, user.sessionId ?? '');
        signOut(set, true);
      },
      checked({ detail: docs.signOut }),
    )
    .get(
      '/sessions',
      async ({ user }) => {
        const found = await sessions.list(user.userId);
        return {
          items: found.map(({ sessionId, createdAt, lastUsedAt, userAgent }) => ({
            session_id: sessionId,
            created_at: formatTimestamp(createdAt),
            last_used_at: formatTimestamp(lastUsedAt),
            user_agent: userAgent,
            current: sessionId === user.sessionId,
          })),
        };
      },
      checked({ detail: docs.list }),
    )
    .delete(
      '/sessions/:session_id',
      async ({ user, params, set }) => {
        const sessionId = params.session_id.toLowerCase();
        if (!(await sessions.end(user.userId, sessionId))) throw new ApiError(404, 'Session not found');
        signOut(set, sessionId === user.sessionId);
      },
      checked({ params: SessionParams, detail: docs.end }),
    )
    .delete(
      '/sessions',
      async ({ user, set }) => {
        await sessions.endAll(user.userId);
        signOut(set, true);
      },
      checked({ detail: docs.endAll }),
    );
}
