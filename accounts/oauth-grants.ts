import { randomBytes, randomUUID } from 'node:crypto';
import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { hashFields, readList } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';
import { deriveSecret, hashSecret, mintSecret, parseSecret, sameHash } from './credentials.ts';
import type { Scope } from './tokens.ts';

const [CODE_PREFIX, REFRESH_PREFIX] = ['sotto_ac_', 'sotto_rt_'];
export const ACCESS_PREFIX = 'sotto_at_';
/** Lifetimes of a code, an access token and a refresh token. */
const CODE_LIFETIME_MS = 60_000;
export const ACCESS_LIFETIME_MS = 15 * 60_000;
export const GRANT_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** So long after its use, the last refresh token returns the same tokens again, because its response may be lost. */
const REPEAT_MS = 60_000;
const SALT_BYTES = 24;
export const MAX_GRANTS_PER_USER = 100;
/** Used refresh tokens of a grant that are recognized, and the characters of the hash of each. */
const [MAX_SPENT, SPENT_CHARACTERS] = [500, 16];
/** The precision of `lastUsedAt`, so that not every request writes. */
const LAST_USED_PRECISION_MS = 60_000;

/** The access that a user allowed a program. */
export interface Consent {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** The server that the tokens are for (RFC 8707). */
  readonly resource: string;
  /** The challenge of the S256 method (RFC 7636). */
  readonly codeChallenge: string;
}

/** A program that a user connected. Times are epoch milliseconds. */
export interface OAuthGrant extends Consent {
  readonly userId: string;
  readonly grantId: string;
  readonly createdAt: number;
  /** To the minute. */
  readonly lastUsedAt: number;
}

/** The secrets that a program holds. Only hashes are stored. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface OAuthGrantStore {
  /** Starts a grant and returns its authorization code, which is valid once, for a minute. */
  begin(userId: string, consent: Consent): Promise<string>;
  /** The grant of a code; null for an unknown code. A code that was used before ends all tokens of its grant. */
  findByCode(code: string): Promise<OAuthGrant | null>;
  /** Uses a code up. Returns true for one caller only; a second use ends the grant. */
  spendCode(code: string): Promise<boolean>;
  /** The grant of a refresh token, or of the last one within its minute of grace. Any other used one ends the grant. */
  findByRefreshToken(token: string): Promise<OAuthGrant | null>;
  /** Uses a refresh token up. Returns true again within its minute of grace; a later use ends the grant. */
  spendRefreshToken(token: string): Promise<boolean>;
  /**
   * Issues new tokens; null when the grant has ended. The previous access token stays valid until it expires.
   * @param spent the refresh token that was used for them. It returns the same tokens each time
   */
  issue(userId: string, grantId: string, spent?: string): Promise<IssuedTokens | null>;
  /** The user of an access token for this resource; null when it is malformed, unknown, expired or for another one. */
  verify(token: string, resource: string): Promise<Pick<OAuthGrant, 'userId' | 'grantId' | 'scopes'> | null>;
  /** Most recently used first. */
  list(userId: string): Promise<OAuthGrant[]>;
  /** Ends a grant and all its tokens immediately. Returns whether it existed. */
  revoke(userId: string, grantId: string): Promise<boolean>;
  /** Ends the grant of a token, if the token belongs to the program. */
  revokeByToken(token: string, clientId: string): Promise<void>;
}

/** Stores the grants of users. All secrets of a grant are in one Redis hash, so that none outlives it. */
export function createOAuthGrantStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}): OAuthGrantStore {
  const script = (name: string) => loadScript(redis, new URL(`./lua/${name}.lua`, import.meta.url));
  const [spend, issueTokens, end, touch] = [
    script('spend-oauth-secret'),
    script('issue-oauth-tokens'),
    script('end-oauth-grants'),
    script('touch-credential'),
  ];

  function locate(prefix: string, secret: string) {
    const [userId, grantId] = parseSecret(prefix, secret, 2) ?? [];
    return userId === undefined || grantId === undefined ? null : { userId, grantId, hash: hashSecret(secret) };
  }

  async function read(userId: string, grantId: string): Promise<(OAuthGrant & Secrets) | null> {
    const fields = await redis.hgetall(keys.oauthGrant(userId, grantId));
    return fields['clientId'] === undefined ? null : decode(userId, grantId, fields);
  }

  async function endGrants(userId: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const ended = ids.map((grantId) => keys.oauthGrant(userId, grantId));
    return Number(await end({ grants: keys.oauthGrants(userId), ended }, { ids }));
  }

  /** The grant of a current secret. A secret that was used before ends the grant. */
  async function findBy(kind: 'code' | 'refresh', prefix: string, secret: string): Promise<OAuthGrant | null> {
    const at = locate(prefix, secret);
    const grant = at && (await read(at.userId, at.grantId));
    if (!grant) return null;
    if (grant.secrets[kind] !== '' && sameHash(grant.secrets[kind], at.hash)) return grant;
    if (sameHash(grant.secrets.previous, at.hash) && now() < grant.secrets.previousUntil) return grant;
    if (isSpent(grant.secrets.spent, at.hash)) await endGrants(at.userId, [at.grantId]);
    return null;
  }

  async function spendBy(kind: 'code' | 'refresh', prefix: string, secret: string): Promise<boolean> {
    const at = locate(prefix, secret);
    if (!at) return false;
    const { userId, grantId, hash } = at;
    const targets = { grant: keys.oauthGrant(userId, grantId), grants: keys.oauthGrants(userId) };
    const limits = { characters: SPENT_CHARACTERS, max: MAX_SPENT };
    const repetition = { now: now(), again: now() + REPEAT_MS, salt: randomBytes(SALT_BYTES).toString('hex') };
    return (await spend(targets, { id: grantId, field: kind, hash, ...limits, ...repetition })) === 1;
  }

  async function nextTokens(userId: string, grantId: string, spent: string | undefined): Promise<IssuedTokens> {
    const ids = [userId, grantId];
    if (spent === undefined) {
      return { accessToken: mintSecret(ACCESS_PREFIX, ids), refreshToken: mintSecret(REFRESH_PREFIX, ids) };
    }
    const salt = (await redis.hget(keys.oauthGrant(userId, grantId), 'salt')) ?? '';
    const derive = (prefix: string) => deriveSecret(prefix, ids, spent, salt);
    return { accessToken: derive(ACCESS_PREFIX), refreshToken: derive(REFRESH_PREFIX) };
  }

  return {
    begin: async (userId, consent) => {
      const grantId = randomUUID();
      const code = mintSecret(CODE_PREFIX, [userId, grantId]);
      const times = { createdAt: now(), lastUsedAt: now() };
      const fields = hashFields({ ...consent, ...times, code: hashSecret(code), codeUntil: now() + CODE_LIFETIME_MS });
      const key = keys.oauthGrant(userId, grantId);
      await redis.multi().hset(key, fields).pexpire(key, CODE_LIFETIME_MS).exec();
      return code;
    },
    findByCode: async (code) => {
      const grant = await findBy('code', CODE_PREFIX, code);
      return grant && now() <= (grant as OAuthGrant & Secrets).secrets.codeUntil ? grant : null;
    },
    spendCode: (code) => spendBy('code', CODE_PREFIX, code),
    findByRefreshToken: (token) => findBy('refresh', REFRESH_PREFIX, token),
    spendRefreshToken: (token) => spendBy('refresh', REFRESH_PREFIX, token),

    issue: async (userId, grantId, spent) => {
      const tokens = await nextTokens(userId, grantId, spent);
      const targets = { grant: keys.oauthGrant(userId, grantId), grants: keys.oauthGrants(userId) };
      const issued = await issueTokens(targets, {
        id: grantId,
        previous: spent === undefined ? '' : hashSecret(spent),
        access: hashSecret(tokens.accessToken),
        accessUntil: now() + ACCESS_LIFETIME_MS,
        refresh: hashSecret(tokens.refreshToken),
        now: now(),
        expiresAt: now() + GRANT_LIFETIME_MS,
        lifetimeMs: GRANT_LIFETIME_MS,
      });
      if (issued !== 1) return null;
      await endGrants(userId, await redis.zrange(keys.oauthGrants(userId), 0, String(-MAX_GRANTS_PER_USER - 1)));
      return tokens;
    },

    verify: async (token, resource) => {
      const at = locate(ACCESS_PREFIX, token);
      if (!at) return null;
      const key = keys.oauthGrant(at.userId, at.grantId);
      const fields = ['access', 'accessUntil', 'oldAccess', 'oldAccessUntil', 'resource', 'scopes', 'lastUsedAt'];
      const [access, until, oldAccess, oldUntil, audience, scopes, lastUsedAt] = await redis.hmget(key, ...fields);
      const isCurrent = !!access && sameHash(access, at.hash) && now() < Number(until);
      const isOld = !!oldAccess && sameHash(oldAccess, at.hash) && now() < Number(oldUntil);
      if ((!isCurrent && !isOld) || audience !== resource) return null;
      if (now() - Number(lastUsedAt) > LAST_USED_PRECISION_MS)
        await unlessUnavailable(touch({ credential: key }, { now: now() }));
      return { userId: at.userId, grantId: at.grantId, scopes: readList(scopes) as Scope[] };
    },

    list: async (userId) => {
      await unlessUnavailable(redis.zremrangebyscore(keys.oauthGrants(userId), '-inf', String(now())));
      const ids = await redis.zrange(keys.oauthGrants(userId), 0, '-1');
      const found = await Promise.all(ids.map((grantId) => read(userId, grantId)));
      return found.flatMap((grant) => grant ?? []).sort((a, b) => b.lastUsedAt - a.lastUsedAt);
    },
    revoke: async (userId, grantId) => (await endGrants(userId, [grantId])) === 1,
    revokeByToken: async (token, clientId) => {
      const at = locate(ACCESS_PREFIX, token) ?? locate(REFRESH_PREFIX, token);
      const grant = at && (await read(at.userId, at.grantId));
      if (!grant || grant.clientId !== clientId) return;
      const { access, oldAccess, refresh, previous } = grant.secrets;
      // The last refresh token still works for a minute, and its caller may have no other one.
      const isHeld = [access, oldAccess, refresh, previous].some((hash) => hash !== '' && sameHash(hash, at.hash));
      if (isHeld) await endGrants(at.userId, [at.grantId]);
    },
  };
}

/** Hashes of the secrets; empty where there is none. */
interface Secrets {
  readonly secrets: {
    readonly code: string;
    readonly codeUntil: number;
    readonly access: string;
    readonly oldAccess: string;
    readonly refresh: string;
    readonly spent: string;
    readonly previous: string;
    readonly previousUntil: number;
  };
}

function decode(userId: string, grantId: string, fields: Readonly<Record<string, string>>): OAuthGrant & Secrets {
  const text = (name: string) => fields[name] ?? '';
  return {
    userId,
    grantId,
    clientId: text('clientId'),
    clientName: text('clientName'),
    redirectUri: text('redirectUri'),
    scopes: readList(fields['scopes']) as Scope[],
    resource: text('resource'),
    codeChallenge: text('codeChallenge'),
    createdAt: Number(fields['createdAt']),
    lastUsedAt: Number(fields['lastUsedAt']),
    secrets: {
      code: text('code'),
      codeUntil: Number(fields['codeUntil'] ?? 0),
      access: text('access'),
      oldAccess: text('oldAccess'),
      refresh: text('refresh'),
      spent: text('spent'),
      previous: text('previous'),
      previousUntil: Number(fields['previousUntil'] ?? 0),
    },
  };
}

/** @param spent beginnings of hashes, each after a space */
function isSpent(spent: string, hash: string): boolean {
  return spent.includes(` ${hash.slice(0, SPENT_CHARACTERS)}`);
}
