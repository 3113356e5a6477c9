import type { Config } from '../platform/config/config.ts';
import type { Env } from './executables.ts';
import type { TemporalAddress } from './parts.ts';
import { choosePort } from './ports.ts';

/** The ports of the parts of the stack. */
export interface StackPorts {
  readonly api: number;
  /** Undefined when another Redis is configured. */
  readonly redis: number | undefined;
  /** Undefined when another Temporal is configured. */
  readonly temporal: (TemporalAddress & { readonly port: number }) | undefined;
}

/**
 * Chooses ports for all parts that are started here.
 * @throws {StackError} when a requested port is not available
 */
export async function chooseStackPorts(config: Config, env: Env): Promise<StackPorts> {
  const { HOST, PORT, EMBEDDED_REDIS_PORT, EMBEDDED_TEMPORAL_PORT, EMBEDDED_TEMPORAL_UI_PORT } = config;
  const inner = (part: string, variable: string, port: number | undefined, preferred: number) =>
    choosePort({ part, variable, host: '127.0.0.1', port, preferred });
  const api = await choosePort({ part: 'the API', variable: 'PORT', host: HOST, port: PORT, preferred: PORT });
  await checkOperatorPorts(config);
  const redis = config.REDIS_URL ? undefined : await inner('Redis', 'EMBEDDED_REDIS_PORT', EMBEDDED_REDIS_PORT, 6390);
  if (namesTemporal(env)) return { api, redis, temporal: undefined };
  const port = await inner('Temporal', 'EMBEDDED_TEMPORAL_PORT', EMBEDDED_TEMPORAL_PORT, 7233);
  const ui = 'the Temporal Web UI';
  const uiPort = await inner(ui, 'EMBEDDED_TEMPORAL_UI_PORT', EMBEDDED_TEMPORAL_UI_PORT, 8233);
  return { api, redis, temporal: { namespace: env['TEMPORAL_NAMESPACE'] || 'default', port, uiPort } };
}

/** Whether the environment names a Temporal server, directly or by a profile of Temporal's own configuration. */
function namesTemporal(env: Env): boolean {
  return Boolean(env['TEMPORAL_ADDRESS'] || env['TEMPORAL_PROFILE'] || env['TEMPORAL_CONFIG_FILE']);
}

/** The processes open these ports themselves. This check only reports early that one is taken. */
async function checkOperatorPorts({ METRICS_HOST: host, METRICS_PORT, WORKER_METRICS_PORT }: Config): Promise<void> {
  const ports = { METRICS_PORT, WORKER_METRICS_PORT };
  for (const [variable, port] of Object.entries(ports)) {
    if (port) await choosePort({ part: 'metrics and health', variable, host, port, preferred: port });
  }
}
