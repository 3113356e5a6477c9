import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { DefaultLogger, type LogEntry, NativeConnection, Runtime } from '@temporalio/worker';
import type { Log } from '../runtime/log.ts';
import { ensureSearchAttributes } from './search-attributes.ts';

/** One connection for this process's client and workers: a start through it can be eager. */
export interface Temporal {
  readonly client: Client;
  readonly connection: NativeConnection;
  readonly namespace: string;
  close(): Promise<void>;
}

/**
 * Connects as Temporal's own environment variables say (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY,
 * TEMPORAL_TLS…), and sees to it that the namespace knows Sotto's search attributes.
 */
export async function connectTemporal(env: Record<string, string | undefined>): Promise<Temporal> {
  const given = Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({ overrideEnvVars: given });
  const connection = await NativeConnection.connect(connectionOptions);
  await ensureSearchAttributes(connection, namespace);
  return {
    client: new Client({ connection, namespace, interceptors: { workflow: [withinDeadline(connection)] } }),
    connection,
    namespace,
    close: () => connection.close(),
  };
}

/** How long Temporal may take to accept something before whoever asks is told to try again. */
const CALL_TIMEOUT_MS = 5_000;

/** Without a deadline, calls to a server that is gone without a word wait for it; waiting for a result has none. */
function withinDeadline(connection: NativeConnection): WorkflowClientInterceptor {
  const limited = <Input, Output>(input: Input, next: (input: Input) => Promise<Output>): Promise<Output> =>
    connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () => next(input));
  return {
    start: limited,
    startWithDetails: limited,
    signal: limited,
    signalWithStart: limited,
    cancel: limited,
    terminate: limited,
    describe: limited,
  };
}

/** Sends the SDK's log through ours; signals are the process's own affair. Call once, before the first connection. */
export function installTemporalRuntime(log: Log): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry: LogEntry) => forward(log, entry)),
    shutdownSignals: [],
  });
}

/** The SDK's message and ids; an error it carries may quote anything and stays out. */
function forward(log: Log, { level, message, meta }: LogEntry): void {
  const { workflowId, activityType, taskQueue, sdkComponent } = (meta ?? {}) as Record<string, unknown>;
  const write = level === 'ERROR' ? log.error.bind(log) : log.warn.bind(log);
  write({ workflowId, activityType, taskQueue, sdkComponent }, message.split('\n')[0]);
}
