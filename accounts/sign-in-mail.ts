import { mailBodies } from '../platform/mail/bodies.ts';
import type { Mail } from '../platform/mail/mailer.ts';

/** The mail with the link that signs a user in. */
export function signInMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Sign in to Sotto',
    ...mailBodies({
      before: ['Hello,', 'open this link to sign in to Sotto. It works once, for 15 minutes:'],
      action: { link, label: 'Sign in' },
      after: ['If you did not ask for it, ignore this mail: nobody is signed in without the link.'],
    }),
  };
}
