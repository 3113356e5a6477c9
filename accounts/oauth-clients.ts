import { randomUUID } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { createRateLimit, type RateVerdict } from '../platform/redis/rate-limit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum time from the registration of a program to its first tokens. */
const UNUSED_LIFETIME_MS = DAY_MS;
/** Longer than the lifetime of any token. */
const USED_LIFETIME_MS = 60 * DAY_MS;
const HOUR_SECONDS = 60 * 60;
/** Maximum registrations per client address and hour: enough for an office behind one address. */
export const MAX_REGISTRATIONS_PER_HOUR = 60;

/** A program that registered itself (RFC 7591). It has no secret: PKCE proves that it asked for a code itself. */
export interface OAuthClient {
  readonly clientId: string;
  /** The name that the program chose. It is not verified. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface OAuthClientStore {
  /** Counts a registration of a client address. */
  countRegistration(address: string): Promise<RateVerdict>;
  create(client: Pick<OAuthClient, 'name' | 'redirectUris'>): Promise<OAuthClient>;
  get(clientId: string): Promise<OAuthClient | null>;
  /** Extends the lifetime of a program that was issued tokens. */
  keep(clientId: string): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores registered programs. Unused ones expire. */
export function createOAuthClientStore(
  redis: Redis,
  { now = Date.now }: { now?: () => number } = {},
): OAuthClientStore {
  const rate = createRateLimit(redis, HOUR_SECONDS);
  return {
    countRegistration: (address) => rate.take(keys.oauthRegistrationRate(address), MAX_REGISTRATIONS_PER_HOUR),
    create: async ({ name, redirectUris }) => {
      const client: OAuthClient = { clientId: randomUUID(), name, redirectUris: [...redirectUris], createdAt: now() };
      await redis.set(keys.oauthClient(client.clientId), JSON.stringify(client), 'PX', UNUSED_LIFETIME_MS);
      return client;
    },
    get: async (clientId) => {
      if (!UUID.test(clientId)) return null;
      const kept = await redis.get(keys.oauthClient(clientId));
      return kept === null ? null : (JSON.parse(kept) as OAuthClient);
    },
    keep: async (clientId) => {
      await redis.pexpire(keys.oauthClient(clientId), USED_LIFETIME_MS);
    },
  };
}
