import type { ServiceConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Tracing } from './tracing.ts';

/**
 * Opens tracing when `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Otherwise nothing of OpenTelemetry is loaded.
 * @param serviceName the name that `OTEL_SERVICE_NAME` replaces
 */
export async function openTracing(config: ServiceConfig, serviceName: string, log: Log): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name = serviceName } = config;
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing({
    endpoint,
    serviceName: name,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  });
}
