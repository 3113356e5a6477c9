import { Elysia } from 'elysia';
import type { WebApp, WebFile } from './files.ts';
import { contentSecurityPolicy } from './policy.ts';

export interface WebRouteDeps {
  /** Null when the app was not built. The API works without it. */
  readonly web: WebApp | null;
  /** Other hosts from which recordings are played. */
  readonly mediaOrigins?: readonly string[];
}

const HIDDEN = { detail: { hide: true } } as const;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The web app: its files by name, and its HTML shell on the path of each page. */
export function createWebRoutes({ web, mediaOrigins }: WebRouteDeps) {
  const routes = new Elysia({ name: 'web' });
  if (!web) return routes;
  const policy = contentSecurityPolicy(mediaOrigins);
  const pageHeaders = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), screen-wake-lock=(self), camera=(), geolocation=()',
    'referrer-policy': 'same-origin',
  };
  for (const path of web.pages) {
    routes.get(path, ({ request, set }) => answerFile(web.shell, request, set, pageHeaders), HIDDEN);
  }
  for (const file of web.files) {
    // A worker runs under the policy of its own response.
    const headers = { 'content-security-policy': policy };
    routes.get(file.path, ({ request, set }) => answerFile(file, request, set, headers), HIDDEN);
  }
  return routes;
}

function answerFile(
  file: WebFile,
  request: Request,
  set: { status?: number | string },
  extra: Readonly<Record<string, string>>,
): Response {
  const headers = new Headers({
    ...extra,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  });
  if (request.headers.get('if-none-match') === file.etag) {
    set.status = 304; // for the log and the metrics
    return new Response(null, { status: 304, headers });
  }
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((part) => part.split(';')[0]?.trim());
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && file.encoded[name]);
  const body = (encoding && file.encoded[encoding]) ?? file.content;
  headers.set('content-type', file.type);
  headers.set('content-length', String(body.byteLength));
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(body, { headers });
}
