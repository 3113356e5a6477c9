import { type Redis, unlessUnavailable } from '../platform/redis/connection.ts';
import { createEntities, hashFields } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';
import { mintCredential, parseCredential, sameHash } from './credentials.ts';

export const ENTERPRISE_KEY_PREFIX = 'sotto_key_';
export const MAX_KEYS_PER_ORGANIZATION = 1_000;
export const MAX_LABEL_LENGTH = 200;
/** The precision of `lastUsedAt`, so that not every request writes. */
const LAST_USED_PRECISION_MS = 60_000;

/** A long-lived enterprise key without its secret. Times are epoch milliseconds. */
export interface EnterpriseKey {
  readonly keyId: string;
  readonly organizationId: string;
  readonly label: string;
  /** The secret's last four characters, so that its holder can recognize it. */
  readonly last4: string;
  readonly createdAt: number;
  /** Undefined for a key that does not expire. */
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  /** To the minute; undefined for a key that was never used. */
  readonly lastUsedAt?: number | undefined;
}

export type KeyState = 'active' | 'expired' | 'revoked';

export interface EnterpriseKeyStore {
  /**
   * Creates a key. `secret` is returned only here, because only its hash is stored.
   * @returns null when there is no such organization, or it already has {@link MAX_KEYS_PER_ORGANIZATION} keys
   * @throws {RangeError} when the label or the expiry is invalid
   */
  create(
    organizationId: string,
    key: { readonly label: string; readonly expiresAt?: number | undefined },
  ): Promise<{ readonly key: EnterpriseKey; readonly secret: string } | null>;
  /** The key with this secret, in any {@link keyState}; null when the secret is malformed or unknown. */
  findBySecret(secret: string): Promise<EnterpriseKey | null>;
  get(organizationId: string, keyId: string): Promise<EnterpriseKey | null>;
  /** Newest first, including revoked and expired keys. */
  list(organizationId: string): Promise<EnterpriseKey[]>;
  /** Records that the key, or a client token made with it, is used now: at most one write a minute. */
  touch(key: EnterpriseKey): Promise<void>;
  /** Revokes the key and every client token made with it immediately. Returns false when there is no such key. */
  revoke(organizationId: string, keyId: string): Promise<boolean>;
}

type Stored = EnterpriseKey & { readonly hash: string };

/** Replaces a key that was not found, so that a wrong key takes the same code path and time as a valid one. */
const DECOY = {
  ownerId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
  hash: '0'.repeat(64),
} as const;

/** The current state of the key. A revoked key stays revoked after its expiry. */
export function keyState(key: EnterpriseKey, nowMs: number): KeyState {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && key.expiresAt <= nowMs ? 'expired' : 'active';
}

/** Stores enterprise keys as hashes only. */
export function createEnterpriseKeyStore(
  redis: Redis,
  { now = Date.now }: { now?: () => number } = {},
): EnterpriseKeyStore {
  const stored = createEntities<Stored>(
    redis,
    {
      keyId: 'string',
      organizationId: 'string',
      label: 'string',
      last4: 'string',
      createdAt: 'number',
      expiresAt: 'number',
      revokedAt: 'number',
      lastUsedAt: 'number',
      hash: 'string',
    },
    'keyId',
  );
  const create = loadScript(redis, new URL('./lua/create-enterprise-key.lua', import.meta.url));
  const revoke = loadScript(redis, new URL('./lua/revoke-enterprise-key.lua', import.meta.url));
  const touch = loadScript(redis, new URL('./lua/touch-credential.lua', import.meta.url));

  async function get(organizationId: string, keyId: string): Promise<EnterpriseKey | null> {
    const key = await stored.find(keys.enterpriseKey(organizationId, keyId));
    return key && withoutHash(key);
  }

  return {
    create: async (organizationId, given) => {
      checkNewKey(given, now());
      const { text: secret, id: keyId, hash } = mintCredential(ENTERPRISE_KEY_PREFIX, organizationId);
      const { label, expiresAt } = given;
      const key = { keyId, organizationId, label, last4: secret.slice(-4), createdAt: now(), expiresAt };
      const made = await create(
        {
          key: keys.enterpriseKey(organizationId, keyId),
          ids: keys.enterpriseKeys(organizationId),
          organization: keys.organization(organizationId),
        },
        { max: MAX_KEYS_PER_ORGANIZATION, id: keyId, fields: hashFields({ ...key, hash }) },
      );
      return made === 1 ? { key, secret } : null;
    },
    findBySecret: async (secret) => {
      const presented = parseCredential(ENTERPRISE_KEY_PREFIX, secret) ?? DECOY;
      const key = await stored.find(keys.enterpriseKey(presented.ownerId, presented.id));
      return sameHash(key?.hash ?? DECOY.hash, presented.hash) && key ? withoutHash(key) : null;
    },
    get,
    list: async (organizationId) => {
      const ids = await redis.smembers(keys.enterpriseKeys(organizationId));
      const found = await Promise.all(ids.map((id) => get(organizationId, id)));
      return found
        .flatMap((key) => key ?? [])
        .sort((a, b) => b.createdAt - a.createdAt || a.keyId.localeCompare(b.keyId));
    },
    touch: async ({ organizationId, keyId, lastUsedAt = 0 }) => {
      if (now() - lastUsedAt <= LAST_USED_PRECISION_MS) return;
      await unlessUnavailable(touch({ credential: keys.enterpriseKey(organizationId, keyId) }, { now: now() }));
    },
    revoke: async (organizationId, keyId) =>
      (await revoke({ key: keys.enterpriseKey(organizationId, keyId) }, { now: now() })) === 1,
  };
}

function checkNewKey({ label, expiresAt }: { label: string; expiresAt?: number | undefined }, nowMs: number): void {
  if (label.trim().length === 0 || label.length > MAX_LABEL_LENGTH) {
    throw new RangeError(
      `Cannot create the key as 'label' must have 1 to ${MAX_LABEL_LENGTH} characters: it has ${label.length}`,
    );
  }
  if (expiresAt !== undefined && !(Number.isInteger(expiresAt) && expiresAt > nowMs)) {
    throw new RangeError("Cannot create the key as 'expiresAt' must lie in the future");
  }
}

function withoutHash({ hash: _, ...key }: Stored): EnterpriseKey {
  return key;
}
