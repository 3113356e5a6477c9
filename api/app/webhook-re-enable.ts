import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { WebhookEndpointStore } from '../../store/webhook-endpoints.ts';
import type { ReEnableTokens } from '../../webhooks/re-enable-token.ts';
import { checked } from '../validation.ts';
import { RE_ENABLE_DOCS as docs } from './webhook-docs.ts';

export interface ReEnableDeps {
  readonly endpoints: WebhookEndpointStore;
  readonly reEnableTokens: ReEnableTokens;
}

const Query = Type.Object({ token: Type.String({ minLength: 1, maxLength: 2048 }) });

/** A page may do nothing but show itself and send its one form to where it came from. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
} as const;

interface Page {
  readonly status: number;
  readonly html: string;
}

/**
 * The link in the mail that tells of a disabled endpoint. Opening it changes nothing, as mail scanners open links
 * too: the page's button does. No sign-in: the signed token speaks for this one endpoint, once.
 */
export function createReEnableRoutes({ endpoints, reEnableTokens }: ReEnableDeps) {
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
    .get(
      '/re-enable',
      async ({ query, set }) => answer(set, await show(query.token)),
      checked({ query: Query, detail: docs.show }),
    )
    .post(
      '/re-enable',
      async ({ query, set }) => answer(set, await enable(query.token)),
      checked({ query: Query, detail: docs.enable }),
    );
}

function answer(set: { status?: unknown; headers: Record<string, unknown> }, { status, html }: Page): string {
  set.status = status;
  Object.assign(set.headers, PAGE_HEADERS);
  return html;
}

const INVALID = page(
  400,
  'This link is not valid',
  '<p>It may be incomplete or older than 30 days. Enable the endpoint in the settings.</p>',
);
const SPENT = page(
  409,
  'This link has no use any more',
  '<p>The endpoint was enabled, changed or deleted since. The settings show its state.</p>',
);

function page(status: number, title: string, content: string): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sotto</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  return { status, html };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
