import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { escapeHtml } from '../../platform/mail/html.ts';
import type { ApiDeps } from '../deps.ts';
import { checked } from '../validation.ts';
import { limitedByAddress } from './limits.ts';
import { answerPage, type Page, page } from './page.ts';
import { RE_ENABLE_DOCS as docs } from './webhook-docs.ts';

/** Mail programs add their own parameters to links. */
const Query = Type.Object({ token: Type.String({ minLength: 1, maxLength: 2048 }) }, { additionalProperties: true });

/**
 * The link in the mail about a disabled endpoint. Opening it changes nothing, because mail scanners open links too: the
 * button on its page enables the endpoint. It needs no sign-in: the signed token is valid once, for one endpoint.
 */
export function createReEnableRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform' | 'webhooks'>) {
  const { endpoints, reEnableTokens } = deps.webhooks;
  async function show(token: string): Promise<Page> {
    const claim = await reEnableTokens.verify(token);
    if (!claim) return INVALID;
    const endpoint = await endpoints.get(claim.userId, claim.endpointId);
    if (endpoint?.status !== 'disabled' || endpoint.generation !== claim.generation) return SPENT;
    const { host } = new URL(endpoint.url);
    return page(
      200,
      'Enable the webhook endpoint?',
      `<p>Sotto will send new events to <strong>${escapeHtml(host)}</strong> again. What happened while it was disabled is not sent.</p>
<form method="post"><button>Enable the endpoint</button></form>`,
    );
  }

  async function enable(token: string): Promise<Page> {
    const claim = await reEnableTokens.verify(token);
    if (!claim) return INVALID;
    const done = await endpoints.enable(claim.userId, claim.endpointId, claim.generation);
    return done ? page(200, 'The webhook endpoint is enabled', '<p>New events will be sent to it.</p>') : SPENT;
  }

  return new Elysia()
    .use(limitedByAddress(deps))
    .get(
      '/re-enable',
      async ({ query, set }) => answerPage(set, await show(query.token)),
      checked({ query: Query, detail: docs.show }),
    )
    .post(
      '/re-enable',
      async ({ query, set }) => answerPage(set, await enable(query.token)),
      checked({ query: Query, detail: docs.enable }),
    );
}

const INVALID = page(
  400,
  'This link is not valid',
  '<p>It may be incomplete or older than 30 days. Enable the endpoint in the settings.</p>',
);
const SPENT = page(
  409,
  'This link has already been used',
  '<p>The endpoint was enabled, changed or deleted since. The settings show its state.</p>',
);
