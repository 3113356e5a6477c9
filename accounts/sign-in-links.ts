import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60 * 1000;

export interface SignInLinkStore {
  /** Makes a link's secret for this address, which is canonical. */
  create(email: string): Promise<string>;
  /** The address behind the secret; null once it was used, and after 15 minutes. */
  find(secret: string): Promise<string | null>;
  /** Uses the secret up. True for one caller alone, however many come at once. */
  use(secret: string): Promise<boolean>;
}

/** Keeps the links that sign a user in; of each only a hash. */
export function createSignInLinkStore(redis: Redis): SignInLinkStore {
  const keyOf = (secret: string) => keys.signInLink(createHash('sha256').update(secret).digest('hex'));
  return {
    create: async (email) => {
      const secret = randomBytes(24).toString('base64url');
      await redis.set(keyOf(secret), email, 'PX', SIGN_IN_LINK_LIFETIME_MS);
      return secret;
    },
    find: (secret) => redis.get(keyOf(secret)),
    use: async (secret) => (await redis.del(keyOf(secret))) === 1,
  };
}
