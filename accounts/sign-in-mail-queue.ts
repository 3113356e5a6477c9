import type { Clock } from '../platform/clock.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';

/** A user does not wait longer than this for a sign-in. */
export const SIGN_IN_MAIL_LIFETIME_MS = 15 * 60 * 1000;
/** Longer than sending takes. A mail that was not settled by then may be sent by another process. */
const LEASE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** A requested sign-in mail. It contains no secret: each attempt to send it creates its own link. */
export interface SignInMail {
  /** Canonical. */
  readonly email: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}

export type SignInMailStore = ReturnType<typeof createSignInMailStore>;

/**
 * Stores the sign-in mails that are still to be sent, so that none is lost when the mail server is unavailable or the
 * process ends.
 */
export function createSignInMailStore(redis: Redis, { now = Date.now }: { now?: Clock } = {}) {
  const take = loadScript(redis, new URL('./lua/take-sign-in-mails.lua', import.meta.url));
  const key = keys.signInMailsDue();

  return {
    /** Records that a mail is to be sent. The caller sends it now. */
    async ask(email: string): Promise<SignInMail> {
      const askedAt = now();
      const mail = { email, askedAt };
      await redis.zadd(key, askedAt + LEASE_MS, nameOf(mail));
      return mail;
    },

    /** Takes mails that are due. The caller sends them now; no other caller receives them meanwhile. */
    async take(count: number): Promise<SignInMail[]> {
      const at = now();
      const names = (await take({ mails: key }, { now: at, dueAgainAt: at + LEASE_MS, count })) as string[];
      return names.map(readName);
    },

    /** Removes a mail that was sent or can never be sent. */
    async settle(mail: SignInMail): Promise<void> {
      await redis.zrem(key, nameOf(mail));
    },

    /**
     * Schedules another attempt for a mail that could not be sent, after a wait as long as it has waited so far.
     * @returns false when it has waited too long and was removed
     */
    async postpone(mail: SignInMail): Promise<boolean> {
      const at = now();
      const ageMs = at - mail.askedAt;
      const dueAt = at + Math.min(Math.max(ageMs, MIN_PAUSE_MS), MAX_PAUSE_MS);
      const inTime = dueAt <= mail.askedAt + SIGN_IN_MAIL_LIFETIME_MS;
      if (inTime) await redis.zadd(key, 'XX', dueAt, nameOf(mail));
      else await redis.zrem(key, nameOf(mail));
      return inTime;
    },
  };
}

function nameOf({ email, askedAt }: SignInMail): string {
  return `${askedAt}/${email}`;
}

function readName(name: string): SignInMail {
  const slash = name.indexOf('/');
  return { email: name.slice(slash + 1), askedAt: Number(name.slice(0, slash)) };
}
