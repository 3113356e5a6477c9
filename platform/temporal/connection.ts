import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import {
  DefaultLogger,
  type LogEntry,
  NativeConnection,
  type NativeConnectionOptions,
  Runtime,
} from '@temporalio/worker';
import type { Log } from '../log.ts';
import { type Closable, openAll } from '../open-all.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createPayloadCodec, type EncryptionKeys } from './payload-codec.ts';
import { ensureSearchAttributes } from './register-search-attributes.ts';
import { openSdkMetrics } from './sdk-metrics.ts';
import { traceStarts } from './trace.ts';
import { FAILURE_CONVERTER_PATH } from './workflow-bundle.ts';

/** One connection for this process's client and workers, so that workflow starts can be eager. */
export interface Temporal extends Closable {
  readonly client: Client;
  readonly connection: NativeConnection;
  readonly namespace: string;
  /** How payloads are encrypted; undefined when they are not. */
  readonly dataConverter: DataConverter | undefined;
  /** Where spans of workflows and activities go; undefined when there are none. */
  readonly tracing: Tracing | undefined;
  /** Resolves when the server answers. */
  ping(signal: AbortSignal): Promise<void>;
}

interface ConnectOptions {
  /** How long the server may take to accept the connection. */
  readonly connectTimeoutMs?: number;
  readonly encryptionKeys?: EncryptionKeys | undefined;
  readonly tracing?: Tracing | undefined;
}

/**
 * Connects according to Temporal's own environment variables (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY,
 * TEMPORAL_TLS…), and ensures that the namespace has Sotto's search attributes.
 * @param options.encryptionKeys encrypt what Temporal stores
 * @throws {Error} with a message for operators; nothing stays open then
 */
export async function connectTemporal(
  env: Record<string, string | undefined>,
  { connectTimeoutMs = CONNECT_TIMEOUT_MS, encryptionKeys, tracing }: ConnectOptions = {},
): Promise<Temporal> {
  const given = Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({ overrideEnvVars: given });
  return openAll(async (opening) => {
    const connection = opening.adopt(await connect(connectionOptions, connectTimeoutMs), (opened) => opened.close());
    await connection.withDeadline(Date.now() + connectTimeoutMs, () => ensureSearchAttributes(connection, namespace));
    const dataConverter = encryptionKeys && encrypting(encryptionKeys);
    const workflow = [...(tracing ? [traceStarts(tracing)] : []), withinDeadline(connection)];
    const client = new Client({
      ...{ connection, namespace, interceptors: { workflow } },
      ...(dataConverter ? { dataConverter } : {}),
    });
    const ping = async (signal: AbortSignal) => {
      await connection.withAbortSignal(signal, () => connection.workflowService.getSystemInfo({}));
    };
    return { client, connection, namespace, dataConverter, tracing, ping };
  });
}

function encrypting(keys: EncryptionKeys): DataConverter {
  return { payloadCodecs: [createPayloadCodec(keys)], failureConverterPath: FAILURE_CONVERTER_PATH };
}

/** Enough for a server that is just starting. After that, a process manager restarts this process. */
const CONNECT_TIMEOUT_MS = 15_000;

/** The SDK has no time limit for a server that accepts the connection and sends nothing. */
async function connect(options: NativeConnectionOptions, timeoutMs: number): Promise<NativeConnection> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it did not answer within ${timeoutMs / 1000} s`)), timeoutMs);
  const connecting = NativeConnection.connect(options);
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    void connecting.then((connection) => connection.close()).catch(() => {}); // it may arrive after the time limit
    const { address = 'localhost:7233' } = options;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Cannot start as Temporal at '${address}' cannot be reached: check TEMPORAL_ADDRESS, its TLS and its key\n  ${reason}`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** How long Temporal may take to accept a call. After that, the caller gets an error that asks it to retry. */
const CALL_TIMEOUT_MS = 5_000;

/** Without a deadline, calls to a server that disappeared silently would wait for it. Waiting for a result has none. */
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

/**
 * Forwards the SDK's log to ours. Signals are handled by the process. Call once, before the first connection.
 * @param options.metrics whether the SDK collects metrics
 * @returns a function that reads them, in Prometheus' text format
 */
export async function installTemporalRuntime(
  log: Log,
  { metrics = false }: { metrics?: boolean } = {},
): Promise<() => Promise<string>> {
  const kept = metrics ? await openSdkMetrics() : undefined;
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry: LogEntry) => forward(log, entry)),
    shutdownSignals: [],
    telemetryOptions: {
      // Otherwise, the SDK writes its own lines to standard output, where everything else is JSON.
      logging: { forward: {}, filter: 'WARN' },
      ...(kept ? { metrics: kept.exporter } : {}),
    },
  });
  return async () => (await kept?.read()) ?? '';
}

/** Logs the SDK's message and ids. An attached error may quote content and is omitted. */
function forward(log: Log, { level, message, meta }: LogEntry): void {
  const { workflowId, activityType, taskQueue, sdkComponent } = (meta ?? {}) as Record<string, unknown>;
  const write = level === 'ERROR' ? log.error.bind(log) : log.warn.bind(log);
  write({ workflowId, activityType, taskQueue, sdkComponent }, message.split('\n')[0]);
}
