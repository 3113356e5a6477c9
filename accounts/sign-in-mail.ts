import { mailBodies } from '../platform/mail/bodies.ts';
import type { Mail } from '../platform/mail/mailer.ts';

/** The e-mail with the sign-in link. */
export function signInMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Sign in to Sotto',
    ...mailBodies({
      before: ['Hello,', 'open this link to sign in to Sotto. It works once, for 15 minutes:'],
      action: { link, label: 'Sign in' },
      after: ['If you did not request this e-mail, you can ignore it. Nobody can sign in without the link.'],
    }),
  };
}
