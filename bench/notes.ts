import { Elysia } from 'elysia';
import { serve } from '../platform/http/serve.ts';
import { startTestApi, type TestApi } from '../test/support/api.ts';
import { postgresFigures } from './notes-postgres.ts';
import { NOTE_BY_NOTE, page, queriesOf, queryFigures } from './notes-queries.ts';
import { SEED, type Subject, seedUser } from './notes-subject.ts';
import { findPostgres } from './support/postgres.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
const ROUNDS = 300;
const CALLERS = 8;

/**
 * `bun run bench notes [--quick] [--postgres] [--notes=N]`: lists and searches of a user with 1,000, 10,000 and 100,000
 * notes, compared with a single Redis round trip and an empty route in the same run, and with PostgreSQL's full-text
 * search where it is installed. `--quick` omits the 100,000 and runs callers for 5 s instead of 30. `--postgres` runs
 * only the comparison with PostgreSQL, with 100,000 notes or with N, and fails without PostgreSQL.
 */
export async function run(args: readonly string[] = []): Promise<readonly Figure[]> {
  const quick = args.includes('--quick');
  const only = args.includes('--postgres');
  const programs = await findPostgres();
  if (programs === null) {
    const missing = 'PostgreSQL is not on the PATH (initdb, postgres): the notes are not compared with it';
    if (only) throw new Error(missing);
    print(missing);
  }
  const sizes = only ? [sizeOf(args)] : quick ? SIZES.slice(0, 2) : SIZES;
  const api = await startTestApi();
  try {
    print(`Seed ${SEED}`);
    // The rewrite of the append-only file after so many writes occupies a core and would distort the measurement.
    await api.redis.redis.config('SET', 'auto-aof-rewrite-percentage', '0');
    const subjects: Subject[] = [];
    for (const size of sizes) subjects.push(await seedUser(api, size));
    const largest = subjects.at(-1) as Subject;
    const compared = programs === null ? [] : await postgresFigures(api, largest, programs);
    if (only) return [...storageFigures(largest), ...compared];
    return [
      ...subjects.flatMap(storageFigures),
      ...(await queryFigures(api, subjects)),
      ...(await pageFigures(api, largest)),
      ...(await callerFigures(api, largest, quick ? 5_000 : 30_000)),
      ...compared,
    ];
  } finally {
    await api.stop();
  }
}

function sizeOf(args: readonly string[]): number {
  const given = args.find((arg) => arg.startsWith('--notes='));
  const size = given === undefined ? SIZES[2] : Number(given.slice('--notes='.length));
  if (!Number.isInteger(size) || size < 1_000) throw new Error('--notes must be a whole number of at least 1000');
  return size;
}

function storageFigures({ notes, bytesPerNote, indexBytesPerNote, writesPerSecond }: Subject): Figure[] {
  return [
    { name: `Redis memory per note, ${notes} notes`, value: bytesPerNote / 1024, unit: 'KiB' },
    { name: `of which index, ${notes} notes`, value: indexBytesPerNote / 1024, unit: 'KiB' },
    { name: `writes a second, ${notes} notes`, value: writesPerSecond, unit: '/s' },
  ];
}

/** A page of 20 compared with one round trip to Redis and one to an empty route. */
async function pageFigures(api: TestApi, subject: Subject): Promise<Figure[]> {
  const bare = await serve(new Elysia().get('/', () => ({ ok: true })).fetch, { host: '127.0.0.1', port: 0 });
  const times = { page: [] as number[], redis: [] as number[], route: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.redis.push(await timed(() => api.redis.redis.ping()));
    times.route.push(await timed(async () => (await fetch(`http://127.0.0.1:${bare.port}/`)).arrayBuffer()));
    times.page.push(await timed(() => page(api, subject, '')));
  }
  await bare.stop();
  const [whole, redis, route] = [times.page, times.redis, times.route].map((list) => percentile(list, 0.5)) as [
    number,
    number,
    number,
  ];
  print(
    `page of 20: ${whole.toFixed(3)} ms; Redis round trip ${redis.toFixed(3)} ms, bare route ${route.toFixed(3)} ms (p50)`,
  );
  return [
    {
      name: 'page of 20 against bare Redis and bare route',
      value: whole / (redis + route),
      unit: '×',
      goal: { atMost: 5 },
    },
  ];
}

/** Concurrent callers, each with random queries. */
async function callerFigures(api: TestApi, subject: Subject, durationMs: number): Promise<Figure[]> {
  const { [NOTE_BY_NOTE]: _, ...others } = queriesOf(subject);
  const queries = Object.values(others);
  const times: number[] = [];
  let errors = 0;
  const end = performance.now() + durationMs;
  const caller = async (first: number) => {
    for (let at = first; performance.now() < end; at += 1) {
      await timed(() => page(api, subject, queries[at % queries.length] as string)).then(
        (ms) => times.push(ms),
        () => (errors += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)));
  const seconds = durationMs / 1000;
  print(
    `${CALLERS} callers, ${seconds} s: p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`,
  );
  return [
    { name: `pages a second, ${CALLERS} callers`, value: times.length / seconds, unit: '/s' },
    { name: `errors in ${seconds} s`, value: errors, unit: '', goal: { atMost: 0 } },
  ];
}
