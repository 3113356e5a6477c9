import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from './connection.ts';
import { keys } from './keys.ts';
import { normalizeEmail } from './users.ts';

export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60 * 1000;

export interface SignInLinkStore {
  /** Makes a link's secret for this address. */
  create(email: string): Promise<string>;
  /** Whether the secret would work; it still does afterwards. */
  holds(secret: string): Promise<boolean>;
  /** The address behind the secret, once: afterwards, and after 15 minutes, it is null. */
  use(secret: string): Promise<string | null>;
}

/** Keeps the links that sign a user in; of each only a hash. */
export function createSignInLinkStore(redis: Redis): SignInLinkStore {
  const keyOf = (secret: string) => keys.signInLink(createHash('sha256').update(secret).digest('hex'));
  return {
    create: async (email) => {
      const secret = randomBytes(24).toString('base64url');
      await redis.set(keyOf(secret), normalizeEmail(email), 'PX', SIGN_IN_LINK_LIFETIME_MS);
      return secret;
    },
    holds: async (secret) => (await redis.exists(keyOf(secret))) === 1,
    use: (secret) => redis.getdel(keyOf(secret)),
  };
}
