import { createHash, randomBytes } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from './connection.ts';
import { keys } from './keys.ts';
import { normalizeEmail } from './users.ts';

export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60 * 1000;
const MAILS_PER_HOUR = 5;

export interface SignInLinkStore {
  /** Makes a link's secret for this address; null when the address was sent too many within the hour. */
  create(email: string): Promise<string | null>;
  /** Whether the secret would work; it still does afterwards. */
  holds(secret: string): Promise<boolean>;
  /** The address behind the secret, once: afterwards, and after 15 minutes, it is null. */
  use(secret: string): Promise<string | null>;
}

/** Keeps the links that sign a user in; of each only a hash. */
export function createSignInLinkStore(redis: Redis): SignInLinkStore {
  const mails = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: keys.signInMails,
    points: MAILS_PER_HOUR,
    duration: 60 * 60,
  });
  const keyOf = (secret: string) => keys.signInLink(sha256(secret));

  return {
    create: async (given) => {
      const email = normalizeEmail(given);
      try {
        await mails.consume(sha256(email));
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return null;
        throw refusal;
      }
      const secret = randomBytes(24).toString('base64url');
      await redis.set(keyOf(secret), email, 'PX', SIGN_IN_LINK_LIFETIME_MS);
      return secret;
    },
    holds: async (secret) => (await redis.exists(keyOf(secret))) === 1,
    use: (secret) => redis.getdel(keyOf(secret)),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
