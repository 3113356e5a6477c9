import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes.ts';
import { cacheFolder, findExecutable } from '../../development/executables.ts';
import { devServerArguments } from '../../development/temporal-arguments.ts';
import { endServer, spawnServer, spawnShared } from './child.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

/** A real Temporal server for one test, with Sotto's search attributes. */
export interface TestTemporal {
  /** `host:port` of the gRPC service. */
  readonly address: string;
  readonly namespace: string;
  readonly connection: NativeConnection;
  /** Undefined if the server is shared. */
  readonly pid?: number | undefined;
  /** Closes the connection, and ends a server that is not shared. */
  stop(): Promise<void>;
}

/** A dev server that can also be killed. */
interface TestDevServer extends TestTemporal {
  /** Closes the connection and kills the server with SIGKILL. */
  kill(): Promise<void>;
}

let runtimeInstalled = false;
/** temporal.api.enums.v1.IndexedValueType */
const indexedValueTypes = { KEYWORD: 2, KEYWORD_LIST: 7 } as const;
const setUp = 'run `npm run test:tools`';
const START_TIMEOUT_MS = 60_000;
/** The number of namespaces of a shared server. Another server is started when all are used. */
const NAMESPACES = 12;

export interface DevServerSettings {
  /** Keeps the state in this SQLite file instead of in memory. */
  readonly databaseFile?: string;
  /** Starts the Web UI on this port. */
  readonly uiPort?: number;
  /** The port that the first start tries. @default a free one */
  readonly port?: number;
}

/** Starts a Temporal dev server on a free loopback port and waits until it serves and knows the search attributes. */
export async function startDevServer(settings: DevServerSettings = {}): Promise<TestDevServer> {
  const namespace = 'default';
  const { address, child } = await spawnDevServer([namespace], settings, spawnServer);
  try {
    const connection = await connectTo(address, namespace);
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

/** The namespaces of the shared server that no file has used. */
let unused: Promise<{ readonly address: string; readonly namespaces: string[] }> | undefined;

/**
 * Opens an unused namespace on a dev server that all test files of this process share. Its `stop` closes the connection
 * only. The server ends with this process.
 */
export async function openTemporal(): Promise<TestTemporal> {
  unused ??= startSharedServer();
  const server = unused;
  const { address, namespaces } = await server.catch((error) => {
    unused = undefined;
    throw error;
  });
  const namespace = namespaces.pop();
  if (namespace === undefined) {
    if (unused === server) unused = undefined;
    return openTemporal();
  }
  const connection = await connectTo(address, namespace);
  return { address, namespace, connection, stop: () => connection.close() };
}

async function startSharedServer() {
  const namespaces = Array.from({ length: NAMESPACES }, (_, index) => `file-${index}`);
  const { address } = await spawnDevServer(namespaces, {}, spawnShared);
  return { address, namespaces };
}

/** Starts the server again on another port when it ends before it serves, because another process took its port. */
async function spawnDevServer(
  [namespace = 'default', ...more]: readonly string[],
  { port: first, ...settings }: DevServerSettings,
  start: typeof spawnServer,
): Promise<{ address: string; child: ChildProcess }> {
  const executable = findExecutable(['temporal'], process.env);
  if (!executable) throw new Error(`Cannot start the Temporal dev server as 'temporal' is not installed: ${setUp}`);
  const others = more.flatMap((name) => ['--namespace', name]);
  const ports = [async () => first ?? freePort(), freePort, freePort];
  for (const choosePort of ports) {
    const port = await choosePort();
    const args = devServerArguments({ ...settings, port, namespace });
    const child = start(executable, [...args, ...others], { stdio: ['pipe', 'pipe', 'ignore'] });
    if (await serves(child)) return { address: `127.0.0.1:${port}`, child };
    await endServer(child);
  }
  throw new Error(`The Temporal dev server did not start on ${ports.length} ports`);
}

/** Whether the server starts to serve within the time. It then prints its address. */
function serves(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), START_TIMEOUT_MS);
    const settle = (started: boolean) => {
      clearTimeout(limit);
      resolve(started);
    };
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed = (printed + chunk).slice(-1_000);
      if (/^(Temporal )?Server:/m.test(printed)) settle(true);
    });
    child.once('exit', () => settle(false));
    child.once('error', () => settle(false));
  });
}

async function connectTo(address: string, namespace: string): Promise<NativeConnection> {
  installQuietRuntime();
  const connection = await eventually(`Temporal serves ${address}`, () => NativeConnection.connect({ address }), {
    timeoutMs: 60_000,
  });
  await eventually('Temporal knows the search attributes', () => knowsSearchAttributes(connection, namespace));
  return connection;
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
