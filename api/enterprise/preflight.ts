import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { answerPreflight } from './cors.ts';

/** `OPTIONS` on every path of the enterprise API: the preflight that a browser sends before a page's request. */
export function createPreflightRoute({ accounts }: Pick<ApiDeps, 'accounts'>) {
  return new Elysia({ name: 'preflight' }).options(
    '/v1/enterprise/*',
    async ({ request, set }) => {
      await answerPreflight(accounts, request, set.headers);
      set.status = 204;
      return null;
    },
    { parse: 'none', detail: { hide: true } },
  );
}
