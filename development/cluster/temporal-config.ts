import { DYNAMIC_CONFIG } from '../temporal-arguments.ts';

/** Where a Temporal server listens and stores its state. */
export interface TemporalServerOptions {
  /** gRPC, for the processes of Sotto. */
  readonly port: number;
  /** Temporal's HTTP API. */
  readonly httpPort: number;
  /** Seven more ports, which its services use among themselves. */
  readonly innerPorts: readonly number[];
  /** The number of history shards. It is fixed when the database is created. */
  readonly shards: number;
  readonly database: { readonly port: number; readonly user: string; readonly password: string };
  /** The path of the file with {@link dynamicConfig}. */
  readonly dynamicConfigFile: string;
}

/** The databases on the PostgreSQL server: histories and queues, and the searchable list of workflows. */
export const TEMPORAL_DATABASES = { default: 'temporal', visibility: 'temporal_visibility' } as const;

const MAX_CONNECTIONS = { default: 20, visibility: 5 } as const;

/**
 * The configuration of one process with all four services, as YAML (of which JSON is a part). Everything is on loopback.
 * @see https://docs.temporal.io/references/configuration
 */
export function temporalConfig(options: TemporalServerOptions): string {
  const { port, httpPort, shards, database, dynamicConfigFile } = options;
  const [frontendMember, history, historyMember, matching, matchingMember, worker, workerMember] = options.innerPorts;
  const service = (grpcPort: number | undefined, membershipPort: number | undefined) => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  const frontend = { rpc: { ...service(port, frontendMember).rpc, httpPort } };
  const store = (kind: keyof typeof TEMPORAL_DATABASES) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName: TEMPORAL_DATABASES[kind],
      connectAddr: `127.0.0.1:${database.port}`,
      connectProtocol: 'tcp',
      user: database.user,
      password: database.password,
      maxConns: MAX_CONNECTIONS[kind],
      maxIdleConns: MAX_CONNECTIONS[kind],
      maxConnLifetime: '1h',
    },
  });
  return JSON.stringify(
    {
      log: { stdout: true, level: 'warn' },
      persistence: {
        defaultStore: 'default',
        visibilityStore: 'visibility',
        numHistoryShards: shards,
        datastores: { default: store('default'), visibility: store('visibility') },
      },
      global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
      services: {
        frontend,
        history: service(history, historyMember),
        matching: service(matching, matchingMember),
        worker: service(worker, workerMember),
      },
      clusterMetadata: {
        enableGlobalNamespace: false,
        failoverVersionIncrement: 10,
        masterClusterName: 'active',
        currentClusterName: 'active',
        clusterInformation: {
          active: {
            enabled: true,
            initialFailoverVersion: 1,
            rpcName: 'frontend',
            rpcAddress: `127.0.0.1:${port}`,
          },
        },
      },
      dcRedirectionPolicy: { policy: 'noop' },
      dynamicConfigClient: { filepath: dynamicConfigFile, pollInterval: '10s' },
    },
    null,
    2,
  );
}

/** {@link DYNAMIC_CONFIG} as a file of a server. */
export function dynamicConfig(): string {
  return JSON.stringify(Object.fromEntries(Object.entries(DYNAMIC_CONFIG).map(([name, value]) => [name, [{ value }]])));
}
