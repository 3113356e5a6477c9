import type { Mail } from './mailer.ts';

/**
 * Brings a user the link that signs them in.
 * @param link safe to put in HTML: base64url in its query
 */
export function signInMail(to: string, link: string): Mail {
  const lines = [
    'Hello,',
    'open this link to sign in to Sotto. It works once, for 15 minutes:',
    link,
    'If you did not ask for it, ignore this mail: nobody is signed in without the link.',
    'Sotto',
  ];
  const href = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return {
    to,
    subject: 'Sign in to Sotto',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => (line === link ? `<p><a href="${href}">Sign in</a></p>` : `<p>${line}</p>`)).join('\n'),
  };
}
