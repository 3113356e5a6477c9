import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../executables.ts';
import { writeWhole } from '../home.ts';
import { withoutTemporal } from '../parts.ts';
import { lastLine, runTool } from '../run-tool.ts';
import { StackError } from '../stack-error.ts';
import type { Part } from '../supervise.ts';
import type { TemporalServerTools } from './get-temporal-server.ts';
import { dynamicConfig, TEMPORAL_DATABASES, type TemporalServerOptions, temporalConfig } from './temporal-config.ts';

const SCHEMA_TIMEOUT_MS = 120_000;
const REQUEST_TIMEOUT_MS = 5_000;
const NAMESPACE_TRIES = 60;
/** A day. The development server keeps closed workflows as long. */
const RETENTION = '86400s';

/**
 * Creates the databases and their tables.
 * @throws {StackError} with the last line of the tool that failed
 */
export async function createTemporalTables(
  { sqlTool }: TemporalServerTools,
  database: TemporalServerOptions['database'],
  env: Env,
): Promise<void> {
  const server = [
    '--plugin',
    'postgres12',
    '--ep',
    '127.0.0.1',
    '--port',
    String(database.port),
    '--user',
    database.user,
  ];
  const steps = (name: string, schema: string) => [
    ['--db', name, 'create-database'],
    ['--db', name, 'setup-schema', '--version', '0.0'],
    ['--db', name, 'update-schema', '--schema-name', `postgresql/v12/${schema}`],
  ];
  const create = async (name: string, schema: string) => {
    for (const step of steps(name, schema)) {
      const options = { env: { ...env, SQL_PASSWORD: database.password }, timeoutMs: SCHEMA_TIMEOUT_MS };
      const { ok, output } = await runTool(sqlTool, [...server, ...step], options);
      if (!ok) throw new StackError(`Cannot start a cluster as temporal-sql-tool failed: ${lastLine(output)}`);
    }
  };
  await Promise.all([
    create(TEMPORAL_DATABASES.default, 'temporal'),
    create(TEMPORAL_DATABASES.visibility, 'visibility'),
  ]);
}

/** Writes the server's configuration into a folder. Ready once the server answers over HTTP. */
export async function temporalServerPart(
  command: string,
  options: Omit<TemporalServerOptions, 'dynamicConfigFile'>,
  { env, logs, folder }: { readonly env: Env; readonly logs: string; readonly folder: string },
): Promise<Part> {
  await mkdir(folder, { recursive: true });
  const dynamicConfigFile = join(folder, 'dynamic.yaml');
  await writeWhole(dynamicConfigFile, dynamicConfig());
  await writeWhole(join(folder, 'cluster.yaml'), temporalConfig({ ...options, dynamicConfigFile }));
  return {
    name: 'Temporal',
    command,
    args: ['--root', folder, '--config', '.', '--env', 'cluster', '--allow-no-auth', 'start'],
    env: withoutTemporal(env),
    logs,
    graceMs: 15_000,
    isReady: async (signal) => (await fetch(`${api(options.httpPort)}/system-info`, { signal })).ok,
  };
}

/**
 * Registers the namespace. A server that has just started refuses while its services find each other.
 * @throws {StackError} when it still refuses after a minute
 */
export async function registerNamespace(httpPort: number, namespace: string, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ namespace, workflowExecutionRetentionPeriod: RETENTION });
  const attempt = async () => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${api(httpPort)}/namespaces`, { method: 'POST', headers, body, signal: until });
    return response.ok || response.status === 409; // 409: an earlier attempt whose answer was lost
  };
  for (let tries = 0; tries < NAMESPACE_TRIES; tries += 1) {
    if (await attempt().catch(() => false)) return;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new StackError(`Cannot start a cluster as Temporal does not register the namespace ${namespace}`);
}

const api = (httpPort: number) => `http://127.0.0.1:${httpPort}/api/v1`;
