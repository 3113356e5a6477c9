import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes.ts';
import { cacheFolder, findExecutable } from '../../development/executables.ts';
import { devServerArguments } from '../../development/temporal-arguments.ts';
import { endServer, spawnServer } from './child.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

/** A real Temporal server for one test, with Sotto's search attributes. */
export interface TestTemporal {
  /** `host:port` of the gRPC service. */
  readonly address: string;
  readonly namespace: string;
  readonly connection: NativeConnection;
  /** Closes the connection and ends the server. */
  stop(): Promise<void>;
}

/** A dev server that can also be killed. */
export interface TestDevServer extends TestTemporal {
  readonly pid: number | undefined;
  /** Closes the connection and kills the server with SIGKILL. */
  kill(): Promise<void>;
}

let runtimeInstalled = false;
/** temporal.api.enums.v1.IndexedValueType */
const indexedValueTypes = { KEYWORD: 2, KEYWORD_LIST: 7 } as const;
const setUp = 'run `npm run test:tools`';

/**
 * Starts a Temporal dev server on a free loopback port and waits until it serves and knows the search attributes.
 * @param options.databaseFile keeps the state in this SQLite file instead of in memory
 * @param options.uiPort starts the Web UI on this port
 */
export async function startDevServer(
  options: { readonly databaseFile?: string; readonly uiPort?: number } = {},
): Promise<TestDevServer> {
  const executable = findExecutable(['temporal'], process.env);
  if (!executable) throw new Error(`Cannot start the Temporal dev server as 'temporal' is not installed: ${setUp}`);
  installQuietRuntime();
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const namespace = 'default';
  const child = spawnServer(executable, devServerArguments({ port, namespace, ...options }));
  try {
    const connection = await eventually(`Temporal listens on ${address}`, () => NativeConnection.connect({ address }), {
      timeoutMs: 60_000,
    });
    await eventually('Temporal knows the search attributes', () => knowsSearchAttributes(connection, namespace));
    const stop = async () => {
      await connection.close();
      await endServer(child);
    };
    const kill = async () => {
      await connection.close();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    return { address, namespace, connection, pid: child.pid, stop, kill };
  } catch (error) {
    await endServer(child);
    throw error;
  }
}

/**
 * Starts Temporal's time-skipping test server: days of `sleep` pass at once while a result is awaited through
 * `env.client`, or by `env.sleep()`. Its clock is shared by all of its workflows. End it with `env.teardown()`.
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  if (!existsSync(join(cacheFolder(process.env), 'temporal-test-server-1.32.0'))) {
    throw new Error(`Cannot start the time-skipping server as its jars are not there: ${setUp}`);
  }
  installQuietRuntime();
  const path = fileURLToPath(new URL('./test-server/run.sh', import.meta.url));
  // The SDK gives the server 5 s, in which a JVM does not always start on a busy machine.
  const env = await eventually(
    'the time-skipping server starts',
    () => TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } }),
    { timeoutMs: 40_000 },
  );
  await env.nativeConnection.operatorService.addSearchAttributes({
    namespace: env.namespace ?? 'default',
    searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name, type }) => [name, indexedValueTypes[type]])),
  });
  return env;
}

/** The SDK's runtime exists once per process. Its default log reports every step of every worker. */
export function installQuietRuntime(): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  const logging = { filter: 'ERROR' };
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [], telemetryOptions: { logging } });
}

async function knowsSearchAttributes(connection: NativeConnection, namespace: string): Promise<boolean> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return SEARCH_ATTRIBUTES.every(({ name, type }) => customAttributes[name] === indexedValueTypes[type]);
}
