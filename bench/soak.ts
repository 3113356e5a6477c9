import { startTestStack } from '../test/faults/support/stack.ts';
import { freePort } from '../test/support/ports.ts';
import { print, printFigures } from './support/report.ts';
import { type Gauges, passRetention, readGauges } from './support/soak-gauges.ts';
import { createSoakWork } from './support/soak-work.ts';

/**
 * `bun run soak [events] [notes]`, by default 100,000 and 10,000: the memory of each process and Redis and the size of
 * Temporal's file while this load passes through the whole stack, and whether Redis returns to its initial size once
 * all notes are deleted and all retentions have passed.
 */
const [events = 100_000, notes = 10_000] = process.argv.slice(2).map(Number);
const CALLERS = 16;
const PARTS = 10;
/** The share of the load after which caches and pools are warm. Later growth depends on the load. */
const WARM_PART = 3;

const temporalPort = await freePort();
const stack = await startTestStack({
  EMBEDDED_TEMPORAL_PORT: String(temporalPort),
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_CONCURRENCY: '64',
  LOG_LEVEL: 'warn',
});
try {
  const work = await createSoakWork(stack, `127.0.0.1:${temporalPort}`);
  const start = await readGauges(stack);
  tell('start', start);
  const eventGauges = await pass('events delivered', events, work.event);
  const noteGauges = await pass('notes processed', notes, work.note);
  await work.removeAll();
  await passRetention(stack);
  const end = await readGauges(stack);
  tell('all notes deleted, all retention times over', end);
  printFigures('soak', [
    { name: 'soak: events and notes that were not delivered', value: work.lost(), unit: '', goal: { atMost: 0 } },
    ...growth('events', eventGauges),
    ...growth('notes', noteGauges),
    {
      name: 'soak: keys in Redis after retention / at the start',
      value: end.redisKeys / start.redisKeys,
      unit: '×',
      goal: { atMost: 1 },
    },
    { name: 'soak: memory of Redis added after retention', value: end.redisMiB - start.redisMiB, unit: 'MiB' },
  ]);
  await work.stop();
} finally {
  await stack.stop();
}
process.exit();

async function pass(what: string, count: number, once: () => Promise<void>): Promise<Gauges[]> {
  const gauges: Gauges[] = [];
  let begun = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const startedAt = performance.now();
    const before = begun;
    const caller = async () => {
      while (begun < (count * part) / PARTS) {
        begun += 1;
        await once();
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const perSecond = ((begun - before) * 1000) / (performance.now() - startedAt);
    const now = await readGauges(stack);
    tell(`${begun} ${what}, ${perSecond.toFixed(1)}/s`, now);
    gauges.push(now);
  }
  return gauges;
}

/** Memory at the end of a pass compared with the end of its warm-up. */
function growth(what: string, gauges: readonly Gauges[]) {
  const [warm, last] = [gauges[WARM_PART - 1], gauges.at(-1)];
  return (['apiMiB', 'workerMiB', 'enginesMiB'] as const).map((gauge) => ({
    name: `soak: ${gauge.replace('MiB', '')} process, memory after all ${what} / after ${WARM_PART} of ${PARTS}`,
    value: (last?.[gauge] ?? Number.NaN) / (warm?.[gauge] ?? Number.NaN),
    unit: '×',
    goal: { atMost: 1.15 },
  }));
}

function tell(when: string, gauges: Gauges): void {
  const { apiMiB, workerMiB, enginesMiB, temporalMiB, redisMiB, redisKeys, temporalFileMiB, appendOnlyMiB } = gauges;
  print(
    `${when}: API ${apiMiB.toFixed(0)} MiB, worker ${workerMiB.toFixed(0)}, engines ${enginesMiB.toFixed(0)}, ` +
      `Temporal ${temporalMiB.toFixed(0)} (its file ${temporalFileMiB.toFixed(0)}), ` +
      `Redis ${redisMiB.toFixed(1)} in ${redisKeys} keys (its file ${appendOnlyMiB.toFixed(0)})`,
  );
}
