import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { canonicalEmail } from '../../accounts/email-address.ts';
import { SIGN_IN_LINK_LIFETIME_MS } from '../../accounts/sign-in-links.ts';
import { escapeHtml } from '../../platform/mail/html.ts';
import type { ApiDeps } from '../deps.ts';
import { noteFacts } from '../request-facts.ts';
import { checked } from '../validation.ts';
import { SIGN_IN_DOCS as docs } from './account-docs.ts';
import { refuseCrossOrigin } from './authenticate.ts';
import { limitedByAddress, tooManyRequests } from './limits.ts';
import { answerPage, page } from './page.ts';
import { sessionCookie } from './session-cookie.ts';

const Address = Type.Object({ email: Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] }) });
/** Mail programs add their own parameters to links. */
const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: true });

/**
 * Sign-in by a mailed link. Every address gets the same answer, so that nobody learns who has an account. Opening the
 * link changes nothing, because mail scanners open links too: the button on its page signs in, once.
 */
export function createSignInRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  const { accounts, platform } = deps;
  const { signInLinks: links, signInMails, users, sessions } = accounts;
  const { publicUrl } = platform;
  return new Elysia()
    .use(limitedByAddress(deps))
    .post(
      '/sign-in',
      async ({ body, request, set }) => {
        const email = canonicalEmail(body.email) ?? '';
        const verdict = await accounts.signInLimits.take(email, platform.clientAddress(request));
        if (verdict.kind === 'refused') throw tooManyRequests(verdict.retryAfterSeconds);
        if (verdict.kind === 'allowed') await signInMails.ask(email);
        set.status = 202;
        return { expires_in: SIGN_IN_LINK_LIFETIME_MS / 1000 };
      },
      checked({ body: Address, detail: docs.request }),
    )
    .get(
      '/sign-in/link',
      async ({ query, set }) => {
        const email = await links.find(query.token);
        return answerPage(set, email ? confirmPage(email) : SPENT);
      },
      checked({ query: Link, detail: docs.show }),
    )
    .post(
      '/sign-in/link',
      async ({ query, request, set }) => {
        refuseCrossOrigin(request, publicUrl);
        const email = await links.find(query.token);
        if (!email) return answerPage(set, SPENT);
        const { userId } = await users.ensure({ email });
        const session = await sessions.begin(userId, { userAgent: request.headers.get('user-agent') });
        // Last, so that the link still works when an earlier step fails and the user tries again.
        if (!(await links.use(query.token))) {
          await sessions.endBySecret(session);
          return answerPage(set, SPENT);
        }
        noteFacts(request, { userId });
        set.headers['set-cookie'] = sessionCookie(session, publicUrl);
        return answerPage(set, SIGNED_IN);
      },
      checked({ query: Link, detail: docs.confirm }),
    );
}

/**
 * Names the address, so that a person who was sent someone else's link notices. The link may be open on another device
 * than the one that asked for it, such as a phone with the mail: the page says where the button signs in.
 */
const confirmPage = (email: string) =>
  page(
    200,
    'Sign in to Sotto?',
    `<p>You will be signed in as <strong>${escapeHtml(email)}</strong> in this browser.</p>
<form method="post"><button>Sign in</button></form>
<p class="hint">To use Sotto in another browser or on another device, open the link there instead. It works once.</p>
<p class="hint">If you did not request this link, close this page. Nobody is signed in unless the button is pressed.</p>`,
  );
const SIGNED_IN = page(200, 'You are signed in', '<p><a class="button" href="/">Open Sotto</a></p>', '/');
const SPENT = page(
  410,
  'This link no longer works',
  `<p>It was used already, or it is older than 15 minutes.</p>
<p><a class="button" href="/">Open Sotto</a></p>
<p class="hint">If you are not signed in there, request a new link.</p>`,
);
