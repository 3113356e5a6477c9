import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { createEntities, hashFields, readList } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';
import { mintCredential, parseCredential, sameHash } from './credentials.ts';

/** The permissions of a personal token. */
export const SCOPES = ['notes:read', 'notes:write', 'webhooks:write'] as const;
export type Scope = (typeof SCOPES)[number];

export const TOKEN_PREFIX = 'sotto_pat_';
export const MAX_TOKENS_PER_USER = 100;
/** The precision of `lastUsedAt`, so that not every request writes. */
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
  /** Undefined for a token that does not expire. */
  readonly expiresAt?: number | undefined;
}

/** The token's user and permissions: what a request needs. */
export type TokenHolder = Pick<PersonalToken, 'tokenId' | 'userId' | 'scopes'>;

export interface TokenStore {
  /**
   * Creates a token. `secret` is returned only here, because only its hash is stored.
   * @returns null when the user already has {@link MAX_TOKENS_PER_USER} tokens
   * @throws {RangeError} when the expiry is not in the future
   */
  create(
    userId: string,
    token: { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt?: number | undefined },
  ): Promise<{ readonly token: PersonalToken; readonly secret: string } | null>;
  /** Newest first. */
  list(userId: string): Promise<PersonalToken[]>;
  /** Revokes a token immediately. Returns whether it existed. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** The holder of this secret; null when it is malformed, unknown, revoked or expired. */
  verify(secret: string): Promise<TokenHolder | null>;
}

type Stored = PersonalToken & { readonly hash: string };

/** Stores personal tokens as hashes only. */
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
      expiresAt: 'number',
      hash: 'string',
    },
    'tokenId',
  );
  const create = loadScript(redis, new URL('../platform/redis/lua/create-entity.lua', import.meta.url));
  const revoke = loadScript(redis, new URL('./lua/revoke-token.lua', import.meta.url));
  const touch = loadScript(redis, new URL('./lua/touch-credential.lua', import.meta.url));

  return {
    create: async (userId, { name, scopes, expiresAt }) => {
      if (expiresAt !== undefined && !(Number.isInteger(expiresAt) && expiresAt > now())) {
        throw new RangeError("Cannot create the token as 'expiresAt' must lie in the future");
      }
      const { text, id: tokenId, hash } = mintCredential(TOKEN_PREFIX, userId);
      const token: PersonalToken = { tokenId, userId, name, scopes: [...scopes], createdAt: now(), expiresAt };
      const fields = hashFields({ ...token, hash });
      const made = await create(
        { entity: keys.token(userId, tokenId), ids: keys.tokens(userId) },
        { max: MAX_TOKENS_PER_USER, id: tokenId, fields },
      );
      return made === 1 ? { token, secret: text } : null;
    },
    list: async (userId) => {
      const ids = await redis.smembers(keys.tokens(userId));
      const found = await Promise.all(ids.map((id) => tokens.find(keys.token(userId, id))));
      return found
        .flatMap((token) => (token ? [withoutHash(token)] : []))
        .sort((a, b) => b.createdAt - a.createdAt || a.tokenId.localeCompare(b.tokenId));
    },
    revoke: async (userId, tokenId) =>
      (await revoke({ token: keys.token(userId, tokenId), ids: keys.tokens(userId) }, { id: tokenId })) === 1,
    verify: async (secret) => {
      const credential = parseCredential(TOKEN_PREFIX, secret);
      if (!credential) return null;
      const key = keys.token(credential.ownerId, credential.id);
      // This runs for every request, so only the needed fields are read.
      const [hash, scopes, lastUsedAt, expiresAt] = await redis.hmget(key, 'hash', 'scopes', 'lastUsedAt', 'expiresAt');
      if (!hash || !sameHash(hash, credential.hash)) return null;
      if (expiresAt && Number(expiresAt) <= now()) return null;
      if (now() - Number(lastUsedAt ?? 0) > LAST_USED_PRECISION_MS)
        await unlessUnavailable(touch({ credential: key }, { now: now() }));
      return { tokenId: credential.id, userId: credential.ownerId, scopes: readList(scopes) as Scope[] };
    },
  };
}

function withoutHash({ hash: _, ...token }: Stored): PersonalToken {
  return token;
}
