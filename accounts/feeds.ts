import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { createEntities } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';
import { mintCredential, parseCredential, sameHash } from './credentials.ts';

const FEED_PREFIX = 'sotto_feed_';
/** The precision of `lastUsedAt`, so that not every request writes. */
const LAST_USED_PRECISION_MS = 60_000;

/** The link of a user's feed, without its secret. Times are epoch milliseconds. */
export interface FeedLink {
  readonly createdAt: number;
  /** To the minute; undefined until first used. */
  readonly lastUsedAt?: number | undefined;
}

export interface FeedStore {
  /** Makes a new link; an older one ends. `secret` is returned only here, because only its hash is stored. */
  create(userId: string): Promise<{ readonly link: FeedLink; readonly secret: string }>;
  find(userId: string): Promise<FeedLink | null>;
  /** Ends the link immediately. Returns whether there was one. */
  revoke(userId: string): Promise<boolean>;
  /** The user whose feed the secret opens; null when it is malformed, unknown or revoked. */
  verify(secret: string): Promise<string | null>;
}

/** Stores the links of feeds as hashes only. A user has one at a time. */
export function createFeedStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}): FeedStore {
  const feeds = createEntities<FeedLink & { readonly hash: string }>(
    redis,
    { createdAt: 'number', lastUsedAt: 'number', hash: 'string' },
    'hash',
  );
  const touch = loadScript(redis, new URL('./lua/touch-credential.lua', import.meta.url));

  return {
    create: async (userId) => {
      const { text: secret, hash } = mintCredential(FEED_PREFIX, userId);
      const link = { createdAt: now() };
      await feeds.save(keys.feed(userId), { ...link, hash });
      return { link, secret };
    },
    find: async (userId) => {
      const found = await feeds.find(keys.feed(userId));
      return found && { createdAt: found.createdAt, lastUsedAt: found.lastUsedAt };
    },
    revoke: async (userId) => (await redis.unlink(keys.feed(userId))) === 1,
    verify: async (secret) => {
      const credential = parseCredential(FEED_PREFIX, secret);
      if (!credential) return null;
      const key = keys.feed(credential.ownerId);
      const [hash, lastUsedAt] = await redis.hmget(key, 'hash', 'lastUsedAt');
      if (!hash || !sameHash(hash, credential.hash)) return null;
      if (now() - Number(lastUsedAt ?? 0) > LAST_USED_PRECISION_MS)
        await unlessUnavailable(touch({ credential: key }, { now: now() }));
      return credential.ownerId;
    },
  };
}
