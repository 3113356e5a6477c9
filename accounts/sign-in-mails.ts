import { inRounds, type Rounds } from '../platform/every.ts';
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

/** Sends the mails that sign a user in, and again those that could not be sent. */
export function createSignInMails({ mails, links, mailer, publicUrl, log }: SignInMailsDeps) {
  /** Each try makes a link of its own, so that its secret stands nowhere but in the mail. */
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
        log.error({ code: error.code }, 'Sign-in mail given up');
      } else if (await mails.postpone(mail)) {
        log.warn({ error: describeError(error) }, 'Sign-in mail not sent, which is tried again');
      } else {
        log.error({ error: describeError(error) }, 'Sign-in mail given up');
      }
    } catch (second) {
      log.warn({ error: describeError(second) }, 'Sign-in mail not sent, which is tried again once Redis is back');
    }
  }

  return {
    /** Sees to it that the address, which is canonical, is mailed a link: the mail itself is not waited for. */
    async ask(email: string): Promise<void> {
      const mail = await mails.ask(email);
      // How long the mail takes must not tell one address from another.
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

/** Sends, each second, what is due. Several processes may do so at once. */
export function startSignInMails(signInMails: Pick<SignInMails, 'sendDue'>, log: Log): Rounds {
  return inRounds(async () => {
    try {
      await signInMails.sendDue();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'Sign-in mails not sent; retrying');
    }
  }, PAUSE_MS);
}
