import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Readiness } from '../readiness.ts';
import { type ServeOptions, type Server, serve } from './serve.ts';

/** Default metrics that have no meaning, or a different one, on Bun and Deno. */
const MISLEADING = [
  'process_heap_bytes',
  ...['resources', 'handles', 'requests'].flatMap((what) => [`nodejs_active_${what}`, `nodejs_active_${what}_total`]),
  ...['total', 'used', 'available'].map((what) => `nodejs_heap_space_size_${what}_bytes`),
];

export interface OperatorServerDeps extends ServeOptions {
  readonly registry: Registry;
  readonly readiness: Readiness;
  /** More metrics in Prometheus' text format. */
  readonly moreMetrics: () => Promise<string>;
}

/**
 * Serves operators and orchestrators on a port that need not be public: `/metrics`, `/health` (the process serves) and
 * `/health/ready` (it can do its work).
 */
export function serveOperators({ registry, readiness, moreMetrics, ...at }: OperatorServerDeps): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  for (const name of MISLEADING) registry.removeSingleMetric(name);
  observeReadiness(registry, readiness);
  return serve(async (request) => {
    switch (new URL(request.url).pathname) {
      case '/metrics': {
        const [own, more] = await Promise.all([registry.metrics(), moreMetrics()]);
        return new Response(`${own}${more}`, { headers: { 'content-type': registry.contentType } });
      }
      case '/health':
        return Response.json({ status: 'ok' });
      case '/health/ready': {
        const report = await readiness();
        return Response.json(report, { status: report.status === 'ready' ? 200 : 503 });
      }
      default:
        return new Response('Not Found\n', { status: 404 });
    }
  }, at);
}

/** Reports readiness as a metric, checked on scrape. */
function observeReadiness(registry: Registry, readiness: Readiness): void {
  new Gauge({
    name: 'sotto_dependency_up',
    help: 'Whether a dependency of this process answers: 1 or 0',
    labelNames: ['dependency'] as const,
    registers: [registry],
    async collect() {
      const { checks } = await readiness();
      for (const [dependency, state] of Object.entries(checks)) this.set({ dependency }, state === 'ok' ? 1 : 0);
    },
  });
}
