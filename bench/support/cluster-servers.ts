import type { Cluster } from '../../development/cluster/cluster.ts';
import { runTool } from '../../development/run-tool.ts';
import { masterNodes, type Redis } from '../../platform/redis/connection.ts';

const TIMEOUT_MS = 30_000;
const SHOWN = 6;

/** What the servers of a cluster count about their own work. */
export interface ServerStatistics {
  /** Sets all counters to 0. */
  reset(): Promise<void>;
  /** Lines of text: PostgreSQL's most expensive statements, its commits, and Redis' most expensive commands. */
  describe(operations: number): Promise<string[]>;
}

export async function serverStatistics({ postgres, env }: Cluster, redis: Redis): Promise<ServerStatistics> {
  const psql = async (sql: string): Promise<string> => {
    const connection = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', postgres.user, '-d', 'temporal'];
    const { ok, output } = await runTool('psql', [...connection, '-qAtX', '-F', '\t', '-c', sql], {
      ...{ env: { ...env, PGPASSWORD: postgres.password }, timeoutMs: TIMEOUT_MS },
    });
    if (!ok) throw new Error(`psql failed: ${output}`);
    return output;
  };
  await psql('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const commits = async () =>
    Number(await psql("SELECT sum(xact_commit) FROM pg_stat_database WHERE datname ~ '^temporal'"));
  let commitsBefore = await commits();
  return {
    reset: async () => {
      await psql('SELECT pg_stat_statements_reset()');
      await Promise.all(masterNodes(redis).map((node) => node.config('RESETSTAT')));
      commitsBefore = await commits();
    },
    describe: async (operations) => {
      const each = (value: number) => (value / Math.max(1, operations)).toFixed(2);
      const statements = await psql(
        `SELECT round(100 * total_exec_time / sum(total_exec_time) OVER ()), calls, round(wal_bytes / 1024),
         left(regexp_replace(query, '\\s+', ' ', 'g'), 60)
         FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT ${SHOWN}`,
      );
      return [
        `PostgreSQL: ${each((await commits()) - commitsBefore)} commits for one`,
        ...statements.split('\n').map((line) => {
          const [share, calls, wal, query] = line.split('\t');
          return `  ${share} % in ${calls} calls, ${wal} KiB of WAL: ${query}`;
        }),
        ...(await describeRedis(redis, each)),
      ];
    },
  };
}

/** Commands of scripts are counted twice: on their own, and as a part of the script. */
async function describeRedis(redis: Redis, each: (value: number) => string): Promise<string[]> {
  const totals = new Map<string, { calls: number; us: number }>();
  for (const node of masterNodes(redis)) {
    const pattern = /^cmdstat_(\S+?):calls=(\d+),usec=(\d+)/gm;
    for (const [, name = '', calls, us] of (await node.info('commandstats')).matchAll(pattern)) {
      const sum = totals.get(name) ?? { calls: 0, us: 0 };
      totals.set(name, { calls: sum.calls + Number(calls), us: sum.us + Number(us) });
    }
  }
  const sorted = [...totals].sort(([, one], [, other]) => other.us - one.us).slice(0, SHOWN);
  const shown = sorted.map(([name, { calls, us }]) => `${name} ${each(calls)} calls ${each(us)} µs`);
  return [`Redis, for one: ${shown.join('; ')}`];
}
