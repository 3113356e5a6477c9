import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { createEntities, hashFields, readList } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { defineScript } from '../platform/redis/script.ts';
import { mintCredential, parseCredential, sameHash } from './credentials.ts';

/** What a personal token may do. */
export const SCOPES = ['notes:read', 'notes:write', 'webhooks:write'] as const;
export type Scope = (typeof SCOPES)[number];

export const TOKEN_PREFIX = 'sotto_pat_';
export const MAX_TOKENS_PER_USER = 100;
/** How exact `lastUsedAt` is, so that reading notes does not write each time. */
const LAST_USED_PRECISION_MS = 60_000;

/** A personal token without its secret. Times are epoch milliseconds. */
export interface PersonalToken {
  readonly tokenId: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** To the minute; undefined until first used. */
  readonly lastUsedAt?: number | undefined;
}

/** Whose a token is and what it may do: all that a request asks for. */
export type TokenHolder = Pick<PersonalToken, 'tokenId' | 'userId' | 'scopes'>;

export interface TokenStore {
  /**
   * Makes a token. `secret` is given here and never again: only its hash is kept.
   * @returns null when the user has {@link MAX_TOKENS_PER_USER} tokens already
   */
  create(
    userId: string,
    token: { readonly name: string; readonly scopes: readonly Scope[] },
  ): Promise<{ readonly token: PersonalToken; readonly secret: string } | null>;
  /** Newest first. */
  list(userId: string): Promise<PersonalToken[]>;
  /** Whether there was such a token; it stops working at once. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** Whose this secret is; null when it is malformed, unknown or revoked. */
  verify(secret: string): Promise<TokenHolder | null>;
}

type Stored = PersonalToken & { readonly hash: string };

const CREATE = `
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('SADD', KEYS[2], ARGV[2])
return 1`;

const REVOKE = `
redis.call('SREM', KEYS[2], ARGV[1])
return redis.call('UNLINK', KEYS[1])`;

const TOUCH = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[1]) end`;

/** Keeps personal tokens: hashes only. */
export function createTokenStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}): TokenStore {
  const tokens = createEntities<Stored>(
    redis,
    {
      tokenId: 'string',
      userId: 'string',
      name: 'string',
      scopes: 'string[]',
      createdAt: 'number',
      lastUsedAt: 'number',
      hash: 'string',
    },
    'tokenId',
  );
  const create = defineScript(redis, CREATE);
  const revoke = defineScript(redis, REVOKE);
  const touch = defineScript(redis, TOUCH);
  const keysOf = (userId: string, tokenId: string) => [keys.token(userId, tokenId), keys.tokens(userId)];

  return {
    create: async (userId, { name, scopes }) => {
      const { text, id: tokenId, hash } = mintCredential(TOKEN_PREFIX, userId);
      const token: PersonalToken = { tokenId, userId, name, scopes: [...scopes], createdAt: now() };
      const fields = hashFields({ ...token, hash });
      const made = await create(keysOf(userId, tokenId), [MAX_TOKENS_PER_USER, tokenId, ...fields]);
      return made === 1 ? { token, secret: text } : null;
    },
    list: async (userId) => {
      const ids = await redis.smembers(keys.tokens(userId));
      const found = await Promise.all(ids.map((id) => tokens.find(keys.token(userId, id))));
      return found
        .flatMap((token) => (token ? [withoutHash(token)] : []))
        .sort((a, b) => b.createdAt - a.createdAt || a.tokenId.localeCompare(b.tokenId));
    },
    revoke: async (userId, tokenId) => (await revoke(keysOf(userId, tokenId), [tokenId])) === 1,
    verify: async (secret) => {
      const credential = parseCredential(TOKEN_PREFIX, secret);
      if (!credential) return null;
      const key = keys.token(credential.ownerId, credential.id);
      // Every request comes by here, so only what it asks for is read.
      const [hash, scopes, lastUsedAt] = await redis.hmget(key, 'hash', 'scopes', 'lastUsedAt');
      if (!hash || !sameHash(hash, credential.hash)) return null;
      if (now() - Number(lastUsedAt ?? 0) > LAST_USED_PRECISION_MS) await unlessUnavailable(touch([key], [now()]));
      return { tokenId: credential.id, userId: credential.ownerId, scopes: readList(scopes) as Scope[] };
    },
  };
}

function withoutHash({ hash: _, ...token }: Stored): PersonalToken {
  return token;
}
