import { Elysia } from 'elysia';
import type { ApiDeps } from './deps.ts';

/** Liveness and readiness probes for orchestrators. */
export function createHealthRoutes({ readiness }: Pick<ApiDeps, 'readiness'>) {
  return new Elysia()
    .get('/health', () => ({ status: 'ok' }), { detail: { hide: true } })
    .get(
      '/health/ready',
      async ({ set }) => {
        const report = await readiness();
        if (report.status !== 'ready') {
          set.status = 503;
          set.headers['retry-after'] = '1';
        }
        return report;
      },
      { detail: { hide: true } },
    );
}
