import type { Clock } from '../platform/clock.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { loadScript } from '../platform/redis/script.ts';

/** Nobody waits longer for a sign-in. */
export const SIGN_IN_MAIL_LIFETIME_MS = 15 * 60 * 1000;
/** Longer than sending takes: a mail that nobody has settled by then is another's to send. */
const LEASE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** A sign-in mail that somebody asked for. It holds no secret: each try to send it makes a link of its own. */
export interface SignInMail {
  /** Canonical. */
  readonly email: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}

export type SignInMailStore = ReturnType<typeof createSignInMailStore>;

/**
 * Keeps what sign-in mails are still to be sent, so that neither a mail server that is away nor the end of the process
 * that was asked loses one.
 */
export function createSignInMailStore(redis: Redis, { now = Date.now }: { now?: Clock } = {}) {
  const take = loadScript(redis, new URL('./lua/take-sign-in-mails.lua', import.meta.url));
  const key = keys.signInMailsDue();

  return {
    /** Writes down that a mail is to be sent, which the caller does now. */
    async ask(email: string): Promise<SignInMail> {
      const askedAt = now();
      const mail = { email, askedAt };
      await redis.zadd(key, askedAt + LEASE_MS, nameOf(mail));
      return mail;
    },

    /** Mails that are due, which the caller sends now; nobody else is given them meanwhile. */
    async take(count: number): Promise<SignInMail[]> {
      const at = now();
      const names = (await take({ mails: key }, { now: at, dueAgainAt: at + LEASE_MS, count })) as string[];
      return names.map(readName);
    },

    /** Crosses a mail out: it was sent, or never can be. */
    async settle(mail: SignInMail): Promise<void> {
      await redis.zrem(key, nameOf(mail));
    },

    /**
     * Has a mail that could not be sent tried again, after a wait as long as it has waited so far.
     * @returns false when it has waited too long: it is crossed out
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
