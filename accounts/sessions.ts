import { randomUUID } from 'node:crypto';
import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';
import { eventArgs } from '../platform/redis/user-events.ts';
import { hashSecret, mintSecret, parseSecret } from './credentials.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
export const MAX_SESSIONS_PER_USER = 100;
export const MAX_USER_AGENT_LENGTH = 300;
/** A session's secret is replaced when it is this old. */
const ROTATE_AFTER_MS = DAY_MS;
/** How long requests in flight may still use the replaced secret. */
const GRACE_MS = 60_000;
/** The precision of `lastUsedAt`, so that not every request writes. */
const LAST_USED_PRECISION_MS = 60_000;
/** The maximum number of new secrets that the browser has not used yet, when responses are slow. */
const MAX_UNUSED_SECRETS = 8;

/** The session of a request. `renewed` is the new secret to use from now on, if the old one was due for replacement. */
export interface VerifiedSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly renewed: string | null;
}

/** A signed-in browser. Times are epoch milliseconds. */
export interface Session {
  readonly sessionId: string;
  readonly createdAt: number;
  /** To the minute. */
  readonly lastUsedAt: number;
  /** The user agent at sign-in; null when the browser did not send one. */
  readonly userAgent: string | null;
}

export interface SessionStore {
  /**
   * Starts a session and returns its secret, of which only a hash is stored. Beyond {@link MAX_SESSIONS_PER_USER}, the
   * sessions that would expire first end.
   */
  begin(userId: string, browser?: { readonly userAgent: string | null }): Promise<string>;
  /** The session with this secret; null when it is malformed, unknown, replaced, ended or expired. */
  verify(secret: string): Promise<VerifiedSession | null>;
  /** Whether the session has neither ended nor expired. Unlike {@link verify}, this changes nothing. */
  exists(userId: string, sessionId: string): Promise<boolean>;
  /** Most recently used first. */
  list(userId: string): Promise<Session[]>;
  /** Ends the session of a secret that {@link verify} accepts, including every other secret of that session. */
  endBySecret(secret: string): Promise<void>;
  /** Ends a session and all its secrets immediately. Returns whether it existed. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends all sessions of the user. */
  endAll(userId: string): Promise<void>;
}

/**
 * Stores sessions. A session's secret is replaced daily; the old one ends soon after the first use of the new one. All
 * secrets of a session are in one hash, so that none outlives it.
 */
export function createSessionStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}): SessionStore {
  const begin = loadScript(redis, new URL('./lua/begin-session.lua', import.meta.url));
  const use = loadScript(redis, new URL('./lua/use-session.lua', import.meta.url));
  const rotate = loadScript(redis, new URL('./lua/rotate-session.lua', import.meta.url));
  const end = loadScript(redis, new URL('./lua/end-sessions.lua', import.meta.url));
  const keysOf = (userId: string, sessionId: string) => ({
    session: keys.session(userId, sessionId),
    sessions: keys.sessions(userId),
  });

  async function renew(userId: string, sessionId: string, hash: string): Promise<string | null> {
    const successor = mintSecret('', [userId, sessionId]);
    const args = {
      secret: hash,
      successor: hashSecret(successor),
      now: now(),
      rotatedBefore: now() - GRACE_MS,
      id: sessionId,
      expiresAt: now() + SESSION_LIFETIME_MS,
      lifetimeMs: SESSION_LIFETIME_MS,
      unusedSince: now() - DAY_MS,
      maxUnused: MAX_UNUSED_SECRETS,
    };
    return (await rotate(keysOf(userId, sessionId), args)) === 1 ? successor : null;
  }

  /** @returns how many there were */
  async function endSessions(userId: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const ended = ids.map((sessionId) => keys.session(userId, sessionId));
    const event = eventArgs(userId, { event: 'signed_out', data: {} });
    return Number(await end({ sessions: keys.sessions(userId), ended }, { ids, ...event }));
  }

  return {
    begin: async (userId, { userAgent } = { userAgent: null }) => {
      const sessionId = randomUUID();
      const secret = mintSecret('', [userId, sessionId]);
      const [at, hash] = [now(), hashSecret(secret)];
      const fields = ['createdAt', at, 'lastUsedAt', at, 'userAgent', readableName(userAgent ?? '')];
      await begin(keysOf(userId, sessionId), {
        id: sessionId,
        expiresAt: at + SESSION_LIFETIME_MS,
        lifetimeMs: SESSION_LIFETIME_MS,
        fields: [...fields, `at:${hash}`, at, `used:${hash}`, 1],
      });
      const over = await redis.zrange(keys.sessions(userId), 0, String(-MAX_SESSIONS_PER_USER - 1));
      await endSessions(userId, over);
      return secret;
    },

    verify: async (secret) => {
      const [userId, sessionId] = parseSecret('', secret, 2) ?? [];
      if (userId === undefined || sessionId === undefined) return null;
      const hash = hashSecret(secret);
      const key = keys.session(userId, sessionId);
      const fields = [`at:${hash}`, `until:${hash}`, `used:${hash}`, 'lastUsedAt'];
      const [madeAt, until, used, lastUsedAt] = await redis.hmget(key, ...fields);
      if (!madeAt || (until && Number(until) <= now())) return null;
      if (!used || now() - Number(lastUsedAt) > LAST_USED_PRECISION_MS) {
        await unlessUnavailable(use({ session: key }, { secret: hash, now: now(), olderEndAt: now() + GRACE_MS }));
      }
      const isOld = !until && now() - Number(madeAt) > ROTATE_AFTER_MS;
      const renewed = isOld ? await unlessUnavailable(renew(userId, sessionId, hash)) : null;
      return { userId, sessionId, renewed: renewed ?? null };
    },

    exists: async (userId, sessionId) => (await redis.exists(keys.session(userId, sessionId))) === 1,

    list: async (userId) => {
      await unlessUnavailable(redis.zremrangebyscore(keys.sessions(userId), '-inf', String(now())));
      const ids = await redis.zrange(keys.sessions(userId), 0, '-1');
      const found = await Promise.all(ids.map((sessionId) => read(redis, userId, sessionId)));
      return found.flatMap((session) => session ?? []).sort((a, b) => b.lastUsedAt - a.lastUsedAt);
    },

    endBySecret: async (secret) => {
      const [userId, sessionId] = parseSecret('', secret, 2) ?? [];
      if (userId !== undefined && sessionId !== undefined) await endSessions(userId, [sessionId]);
    },
    end: async (userId, sessionId) => (await endSessions(userId, [sessionId])) === 1,
    endAll: async (userId) => {
      await endSessions(userId, await redis.zrange(keys.sessions(userId), 0, '-1'));
    },
  };
}

async function read(redis: Redis, userId: string, sessionId: string): Promise<Session | null> {
  const fields = ['createdAt', 'lastUsedAt', 'userAgent'];
  const [createdAt, lastUsedAt, userAgent] = await redis.hmget(keys.session(userId, sessionId), ...fields);
  if (!createdAt) return null;
  return { sessionId, createdAt: Number(createdAt), lastUsedAt: Number(lastUsedAt), userAgent: userAgent || null };
}

/** The user agent in displayable form: no control characters, limited length. */
function readableName(userAgent: string): string {
  return userAgent.replace(/\p{C}/gu, '').slice(0, MAX_USER_AGENT_LENGTH);
}
