import { createHash } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { createRateLimit } from '../platform/redis/rate-limit.ts';
import { SIGN_IN_LINK_LIFETIME_MS } from './sign-in-links.ts';

/**
 * No window is longer than the lifetime of a link. A user who is refused a mail therefore has one whose link still
 * works, and nobody can lock out the owner of an address by requesting links for it.
 */
const WINDOW_SECONDS = SIGN_IN_LINK_LIFETIME_MS / 1000;
const MAILS_TO_ADDRESS_BY_CLIENT = 5;
const MAILS_TO_ADDRESS = 10;
export const MAX_SIGN_INS_BY_CLIENT = 50;

/**
 * `allowed`: send the mail. `quiet`: send no mail but give the same response, which must not reveal anything about an
 * address. `refused`: this client, or all clients together, asked too often.
 */
export type SignInVerdict =
  | { readonly kind: 'allowed' | 'quiet' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number };

export interface SignInLimits {
  /** @param email canonical. @param client the address of the client */
  take(email: string, client: string): Promise<SignInVerdict>;
}

/** Limits sign-in mails per client, per address, per pair of both, and in total. */
export function createSignInLimits(
  redis: Redis,
  { signInMailsPerHour }: { readonly signInMailsPerHour: number },
): SignInLimits {
  const rate = createRateLimit(redis, WINDOW_SECONDS);
  const total = createRateLimit(redis, 60 * 60);
  const named = (kind: string, ...parts: string[]) =>
    keys.signInRate(kind, createHash('sha256').update(JSON.stringify(parts)).digest('hex'));

  return {
    take: async (email, client) => {
      const byClient = await rate.take(named('client', client), MAX_SIGN_INS_BY_CLIENT);
      if (!byClient.allowed) return { kind: 'refused', retryAfterSeconds: byClient.resetSeconds };
      const all = await total.peek(named('all'), signInMailsPerHour);
      if (!all.allowed) return { kind: 'refused', retryAfterSeconds: all.resetSeconds };
      // Only requests within the client's own limit count against the address, so that one stranger cannot use it up.
      const byBoth = await rate.take(named('both', email, client), MAILS_TO_ADDRESS_BY_CLIENT);
      if (!byBoth.allowed) return { kind: 'quiet' };
      const byAddress = await rate.take(named('address', email), MAILS_TO_ADDRESS);
      if (!byAddress.allowed) return { kind: 'quiet' };
      await total.take(named('all'), signInMailsPerHour);
      return { kind: 'allowed' };
    },
  };
}
