import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { createEntities, hashFields } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { defineScript } from '../platform/redis/script.ts';
import { mintCredential, parseCredential, sameHash } from './credentials.ts';

export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** A session's secret is replaced once it is this old. */
const ROTATE_AFTER_MS = 24 * 60 * 60 * 1000;
/** How long requests that are under way may still carry the secret that was replaced. */
const GRACE_MS = 60_000;

/** A browser's session. `renewed` is the secret to use from now on, where it was time for a new one. */
export interface Session {
  readonly userId: string;
  readonly renewed: string | null;
}

export interface SessionStore {
  /** Begins a session and gives its secret, of which only a hash is kept. */
  begin(userId: string): Promise<string>;
  /** The session with this secret; null when it is malformed, unknown, ended or expired. */
  verify(secret: string): Promise<Session | null>;
  end(secret: string): Promise<void>;
}

interface Stored {
  readonly userId: string;
  readonly hash: string;
  readonly createdAt: number;
  /** When a successor was last made. */
  readonly rotatedAt?: number | undefined;
  /** Id of the session that this one takes over from, until its first use. */
  readonly replaces?: string | undefined;
}

const BEGIN = `
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** KEYS: old, new. ARGV: now, the latest time of an earlier rotation, lifetime, fields of the new session. */
const ROTATE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if tonumber(redis.call('HGET', KEYS[1], 'rotatedAt') or 0) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'rotatedAt', ARGV[1])
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1`;

/** KEYS: new, old. */
const TAKE_OVER = `
redis.call('HDEL', KEYS[1], 'replaces')
redis.call('PEXPIRE', KEYS[2], ARGV[1])`;

/** Keeps sessions. A secret is replaced daily; the old one ends soon after the new one is first used. */
export function createSessionStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}): SessionStore {
  const sessions = createEntities<Stored>(
    redis,
    { userId: 'string', hash: 'string', createdAt: 'number', rotatedAt: 'number', replaces: 'string' },
    'userId',
  );
  const begin = defineScript(redis, BEGIN);
  const rotate = defineScript(redis, ROTATE);
  const takeOver = defineScript(redis, TAKE_OVER);

  async function renew(userId: string, oldId: string): Promise<string | null> {
    const { text, id, hash } = mintCredential('', userId);
    const session: Stored = { userId, hash, createdAt: now(), replaces: oldId };
    const made = await rotate(
      [keys.session(userId, oldId), keys.session(userId, id)],
      [now(), now() - GRACE_MS, SESSION_LIFETIME_MS, ...hashFields({ ...session })],
    );
    return made === 1 ? text : null;
  }

  return {
    begin: async (userId) => {
      const { text, id, hash } = mintCredential('', userId);
      await begin([keys.session(userId, id)], [SESSION_LIFETIME_MS, ...hashFields({ userId, hash, createdAt: now() })]);
      return text;
    },
    verify: async (secret) => {
      const credential = parseCredential('', secret);
      if (!credential) return null;
      const { ownerId: userId, id } = credential;
      const session = await sessions.find(keys.session(userId, id));
      if (!session || !sameHash(session.hash, credential.hash)) return null;
      if (session.replaces) {
        const both = [keys.session(userId, id), keys.session(userId, session.replaces)];
        await unlessUnavailable(takeOver(both, [GRACE_MS]));
      }
      const isOld = now() - session.createdAt > ROTATE_AFTER_MS;
      const renewed = isOld ? await unlessUnavailable(renew(userId, id)) : null;
      return { userId, renewed: renewed ?? null };
    },
    end: async (secret) => {
      const credential = parseCredential('', secret);
      if (credential) await redis.unlink(keys.session(credential.ownerId, credential.id));
    },
  };
}
