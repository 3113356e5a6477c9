import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { residentMiB } from '../test/faults/support/resources.ts';
import { startTestStack } from '../test/faults/support/stack.ts';
import { eventually } from '../test/support/eventually.ts';
import { print } from './support/report.ts';
import { createWorkloads } from './support/workloads.ts';

/**
 * `bun run soak [events] [notes]`, 100,000 and 10,000 when not given: what memory, Redis and Temporal's file come to
 * while so much passes through, and whether Redis comes back to where it began once retention is over. Events and
 * attempts are kept for 30 days whatever is configured, and do not count.
 */
const [events = 100_000, notes = 10_000] = process.argv.slice(2).map(Number);
const CALLERS = 8;
const SAMPLES = 10;
const RETENTION_SECONDS = 60;
const MIB = 1024 * 1024;

const stack = await startTestStack({
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_CONCURRENCY: '64',
  USAGE_RETENTION: `${RETENTION_SECONDS}s`,
  STORE_RETENTION: `${RETENTION_SECONDS}s`,
  LOG_LEVEL: 'warn',
});
try {
  const workloads = await createWorkloads(stack);
  const before = await lasting();
  await sample('start');
  await pass('webhook by hand', events);
  await pass('note of', notes);
  await removeAll();
  const isOver = async () => (await lasting()) <= before;
  const options = { timeoutMs: (RETENTION_SECONDS + 60) * 1000, intervalMs: 1_000 };
  await eventually('retention is over', isOver, options).catch(() => print('MORE KEYS THAN BEFORE ARE LEFT'));
  await sample('after retention');
  await workloads.stop();

  async function pass(begins: string, count: number): Promise<void> {
    const workload = workloads.all.find(({ name }) => name.startsWith(begins));
    if (!workload) throw new Error(`There is no workload '${begins}'`);
    let begun = 0;
    let refused = 0;
    for (let part = 1; part <= SAMPLES; part += 1) {
      const caller = async () => {
        while (begun < (count * part) / SAMPLES) {
          begun += 1;
          await workload.once().catch(() => {
            refused += 1;
          });
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      await sample(`${begun} × ${workload.name}, ${refused} refused`);
    }
  }
} finally {
  await stack.stop();
}
process.exit();

async function sample(when: string): Promise<void> {
  const memory = (pid: number | undefined) => (pid === undefined ? '-' : `${residentMiB(pid).toFixed(0)} MiB`);
  const info = await stack.redis.info('memory');
  const used = Number(/used_memory:(\d+)/.exec(info)?.[1] ?? 0) / MIB;
  const { size } = await stat(join(stack.home, 'temporal', 'temporal.db'));
  print(
    `${when}: API ${memory(stack.pid('API'))}, worker ${memory(stack.pid('Worker'))}, Temporal ${memory(stack.pid('Temporal'))}, ` +
      `Redis ${used.toFixed(1)} MiB in ${await stack.redis.dbsize()} keys, Temporal's file ${(size / MIB).toFixed(0)} MiB`,
  );
}

/** Keys without an expiry, or due within this run's retention: the events of the last 30 days are kept on purpose. */
async function lasting(): Promise<number> {
  const left = await Promise.all((await stack.redis.keys('*')).map((key) => stack.redis.ttl(key)));
  return left.filter((seconds) => seconds === -1 || (seconds >= 0 && seconds <= RETENTION_SECONDS)).length;
}

/** Deletes every note of the user, page by page, as the user would. */
async function removeAll(): Promise<void> {
  const headers = { authorization: `Bearer ${stack.personalToken}` };
  for (;;) {
    const page = await fetch(`${stack.url}/v1/public-api/notes?limit=100`, { headers });
    const { items } = (await page.json()) as { items: { note_id: string }[] };
    if (items.length === 0) return;
    for (const { note_id: id } of items) await fetch(`${stack.url}/v1/app/notes/${id}`, { method: 'DELETE', headers });
  }
}
