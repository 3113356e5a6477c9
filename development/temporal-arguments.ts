import { SEARCH_ATTRIBUTES } from '../contracts/search-attributes.ts';

/** Where a Temporal dev server listens and stores its state. */
export interface DevServerOptions {
  readonly port: number;
  readonly namespace: string;
  /** Port of the Web UI. Without it, the server starts without the Web UI. */
  readonly uiPort?: number;
  /** SQLite file. Without it, the state is in memory and lost when the server ends. */
  readonly databaseFile?: string;
}

/** The names of the types on the command line. */
const TYPE_NAMES = { KEYWORD: 'Keyword', KEYWORD_LIST: 'KeywordList' } as const;

/**
 * SQLite syncs its write-ahead log at checkpoints instead of at each commit, for 1.7 times the workflows per second. A
 * killed server loses nothing. A power failure may lose the last commits, never the file's consistency.
 */
const SQLITE_PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL'].flatMap((pragma) => ['--sqlite-pragma', pragma]);

/** Settings for Temporal servers in `npm start`, `npm run cluster` and tests, by their names in the dynamic configuration. */
export const DYNAMIC_CONFIG = {
  // One partition: a task never waits until another partition forwards it, which can take seconds on a small server.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // The server writes the list of workflows twice a second instead of at once. It skips the start of a workflow that has
  // ended by then, which saves almost half of these writes.
  'history.visibilityProcessorMaxPollRPS': 2,
  'history.visibilityTaskBatchSize': 1_000,
  // A worker receives an activity of its own queue with the answer to the workflow task that schedules it.
  'system.enableActivityEagerExecution': true,
} as const;

/** Arguments of the `temporal` executable for a dev server on loopback with Sotto's search attributes. */
export function devServerArguments({ port, namespace, uiPort, databaseFile }: DevServerOptions): string[] {
  return [
    'server',
    'start-dev',
    ...['--ip', '127.0.0.1', '--port', String(port), '--namespace', namespace],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(databaseFile === undefined ? [] : ['--db-filename', databaseFile, ...SQLITE_PRAGMAS]),
    ...SEARCH_ATTRIBUTES.flatMap(({ name, type }) => ['--search-attribute', `${name}=${TYPE_NAMES[type]}`]),
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
  ];
}
