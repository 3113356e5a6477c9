import { every, type RepeatingTask } from '../platform/every.ts';
import { describeError, type Log } from '../platform/log.ts';
import { MailError, type Mailer } from '../platform/mail/mailer.ts';
import type { SignInLinkStore } from './sign-in-links.ts';
import { signInMail } from './sign-in-mail.ts';
import type { SignInMail, SignInMailStore } from './sign-in-mail-queue.ts';

export interface SignInMailsDeps {
  readonly mails: SignInMailStore;
  readonly links: Pick<SignInLinkStore, 'create'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl: string;
  readonly log: Log;
}

export type SignInMails = ReturnType<typeof createSignInMails>;

/** How many mails a process sends at once. */
const AT_ONCE = 20;

/** Sends sign-in mails and retries those that failed. */
export function createSignInMails({ mails, links, mailer, publicUrl, log }: SignInMailsDeps) {
  /** Each attempt creates its own link, so that the secret exists only in the mail. */
  async function send(mail: SignInMail): Promise<void> {
    try {
      const link = new URL(`${publicUrl}/v1/app/sign-in/link`);
      link.searchParams.set('token', await links.create(mail.email));
      await mailer.send(signInMail(mail.email, link.href));
      await mails.settle(mail);
    } catch (error) {
      await takeBack(mail, error);
    }
  }

  async function takeBack(mail: SignInMail, error: unknown): Promise<void> {
    try {
      if (error instanceof MailError && error.code === 'mail_refused') {
        await mails.settle(mail);
        log.error({ code: error.code }, 'Gave up on a sign-in mail');
      } else if (await mails.postpone(mail)) {
        log.warn({ error: describeError(error) }, 'Sign-in mail not sent; retrying');
      } else {
        log.error({ error: describeError(error) }, 'Gave up on a sign-in mail');
      }
    } catch (second) {
      log.warn({ error: describeError(second) }, 'Sign-in mail not sent; retrying when Redis is available');
    }
  }

  return {
    /** Sends a link to this canonical address. Does not wait for the mail. */
    async ask(email: string): Promise<void> {
      const mail = await mails.ask(email);
      // The time that the mail takes must not reveal anything about an address.
      void send(mail);
    },

    /** Sends the mails that are due. */
    async sendDue(): Promise<void> {
      const due = await mails.take(AT_ONCE);
      await Promise.all(due.map(send));
    },
  };
}

const PAUSE_MS = 1_000;

/** Sends the due mails every second. Several processes may do this at once. */
export function startSignInMails(signInMails: Pick<SignInMails, 'sendDue'>, log: Log): RepeatingTask {
  return every(async () => {
    try {
      await signInMails.sendDue();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Sign-in mails not sent; retrying');
    }
  }, PAUSE_MS);
}
