import { createHash, randomBytes } from 'node:crypto';
import { createSealing, type Sealing } from '../platform/encryption/sealed-values.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60 * 1000;

export interface SignInLinkStore {
  /** Creates a link's secret for this canonical address. */
  create(email: string): Promise<string>;
  /** The address of the secret; null once it was used, and after 15 minutes. */
  find(secret: string): Promise<string | null>;
  /** Consumes the secret. Returns true for only one caller, even with concurrent calls. */
  use(secret: string): Promise<boolean>;
}

/** Stores the hashes of the links that sign a user in. */
export function createSignInLinkStore(
  redis: Redis,
  { sealing = createSealing(undefined) }: { sealing?: Sealing | undefined } = {},
): SignInLinkStore {
  const keyOf = (secret: string) => keys.signInLink(createHash('sha256').update(secret).digest('hex'));
  return {
    create: async (email) => {
      const secret = randomBytes(24).toString('base64url');
      const place = keyOf(secret);
      await redis.set(place, sealing.seal(email, place), 'PX', SIGN_IN_LINK_LIFETIME_MS);
      return secret;
    },
    find: async (secret) => {
      const place = keyOf(secret);
      const stored = await redis.get(place);
      return stored === null ? null : sealing.open(stored, place);
    },
    use: async (secret) => (await redis.del(keyOf(secret))) === 1,
  };
}
