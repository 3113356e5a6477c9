import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import { serve } from '../runtime/serve.ts';
import { checkIndex } from '../store/check-index.ts';
import type { StoredNote } from '../store/note-codec.ts';
import { encodeCursor } from '../store/note-cursor.ts';
import type { Tag } from '../store/tags.ts';
import { wordsOf } from '../store/words.ts';
import { startTestApi, type TestApi } from '../test/support/api.ts';
import { writeBulk } from './support/bulk-notes.ts';
import { type Corpus, createCorpus } from './support/note-corpus.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const SEED = 20_260_121;
const SIZES = [1_000, 10_000, 100_000] as const;
const ROUNDS = 150;
const SCRIPT_ROUNDS = 50;
const WRITERS = 8;
const WRITES = 400;
const CALLERS = 8;
const MINUTE_MS = 60_000;

/** A user with generated notes, and what a query needs to know of them. */
interface Subject {
  readonly notes: number;
  readonly userId: string;
  readonly secret: string;
  readonly tags: readonly string[];
  readonly firstAt: number;
  readonly rareWord: string;
  readonly bytesPerNote: number;
  readonly indexBytesPerNote: number;
  readonly writesPerSecond: number;
}

/**
 * `bun run bench notes [--quick]`: lists and searches over one user's 1,000, 10,000 and 100,000 notes, against a bare
 * Redis round trip and a bare route in the same run. `--quick` leaves the 100,000 out and calls for 5 s, not 30.
 */
export async function run(args: readonly string[] = []): Promise<readonly Figure[]> {
  const quick = args.includes('--quick');
  const api = await startTestApi();
  try {
    print(`Seed ${SEED}`);
    // The rewrite that follows so many writes at once takes a core, and would be measured instead of the lists.
    await api.redis.redis.config('SET', 'auto-aof-rewrite-percentage', '0');
    const subjects: Subject[] = [];
    for (const size of quick ? SIZES.slice(0, 2) : SIZES) subjects.push(await seedUser(api, size));
    const largest = subjects.at(-1) as Subject;
    return [
      ...subjects.flatMap(storageFigures),
      ...(await queryFigures(api, subjects)),
      ...(await pageFigures(api, largest)),
      ...(await callerFigures(api, largest, quick ? 5_000 : 30_000)),
    ];
  } finally {
    await api.stop();
  }
}

async function seedUser(api: TestApi, size: number): Promise<Subject> {
  const corpus = createCorpus(SEED);
  const redis = api.redis.redis;
  const userId = randomUUID();
  const secret = (await api.tokens.create(userId, { name: 'bench', scopes: ['notes:read'] }))?.secret ?? '';
  const names = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
  const tags = (await Promise.all(names.map((name) => api.tags.create(userId, { name })))) as Tag[];
  const occurrences = new Map<string, number>();
  const firstAt = api.clock.ms + MINUTE_MS;
  const before = await usedMemory(api);
  const elapsed = await timed(() =>
    writeBulk(redis, userId, generate(corpus, userId, { size, tags, firstAt, occurrences })),
  );
  api.clock.ms = firstAt + size * MINUTE_MS;
  const bytesPerNote = ((await usedMemory(api)) - before) / size;
  const indexKeys = ['postings', 'words', 'notes', 'updates', 'latest-updates'].map((name) => `v1:{${userId}}:${name}`);
  const indexBytes = await Promise.all(indexKeys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 5_000)));
  print(`${size} notes made in ${(elapsed / 1000).toFixed(1)} s`);
  const problems = size <= 10_000 ? await checkIndex(redis, userId) : [];
  if (problems.length > 0) throw new Error(`The index of the generated notes is wrong: ${problems[0]}`);
  return {
    ...{ notes: size, userId, secret, firstAt, bytesPerNote, tags: tags.map((tag) => tag.tagId) },
    rareWord: [...occurrences].find(([, count]) => count === 5)?.[0] ?? '',
    indexBytesPerNote: indexBytes.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0) / size,
    writesPerSecond: await measureWrites(api, userId, corpus),
  };
}

interface Generation {
  readonly size: number;
  readonly tags: readonly Tag[];
  readonly firstAt: number;
  /** In how many transcripts each word stands; counted on the way. */
  readonly occurrences: Map<string, number>;
}

function* generate(
  corpus: Corpus,
  userId: string,
  { size, tags, firstAt, occurrences }: Generation,
): Generator<StoredNote> {
  for (let index = 0; index < size; index += 1) {
    const words = corpus.note(index);
    const assigned = tags.filter((_, tag) => (index * 7 + tag * 3) % 20 === 0);
    const createdAt = firstAt + index * MINUTE_MS;
    for (const word of wordsOf(words.transcript)) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    yield {
      ...{ ...words, userId, noteId: randomUUID(), status: 'completed', segments: null, errorMessage: null, run: 1 },
      ...{ language: 'en', durationSeconds: 60, recordedAt: createdAt, createdAt, updatedAt: createdAt, edited: [] },
      tags: assigned.map((tag) => ({ ...tag, source: 'auto', confidence: 0.8 })),
      recording: { object: 'notes/bench', contentType: 'audio/mp4', bytes: 480_000 },
    };
  }
}

/** Two writes for each note, as in life: when it is uploaded, and when its words are known. They go again after. */
async function measureWrites(api: TestApi, userId: string, corpus: Corpus): Promise<number> {
  const recording = { object: 'notes/bench', contentType: 'audio/mp4', bytes: 480_000 };
  const made: string[] = [];
  const writer = async () => {
    while (made.length < WRITES) {
      const noteId = randomUUID();
      const words = corpus.note(made.push(noteId));
      await api.notes.create({ noteId, userId, title: null, language: 'en', recordedAt: null, recording });
      await api.notes.change(userId, noteId, () => ({ ...words, status: 'completed' }));
    }
  };
  const elapsed = await timed(() => Promise.all(Array.from({ length: WRITERS }, writer)));
  for (const noteId of made) await api.notes.remove(userId, noteId);
  return (2 * made.length * 1000) / elapsed;
}

async function usedMemory(api: TestApi): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await api.redis.redis.info('memory'))?.[1]);
}

function storageFigures({ notes, bytesPerNote, indexBytesPerNote, writesPerSecond }: Subject): Figure[] {
  return [
    { name: `Redis memory per note, ${notes} notes`, value: bytesPerNote / 1024, unit: 'KiB' },
    { name: `of which index, ${notes} notes`, value: indexBytesPerNote / 1024, unit: 'KiB' },
    { name: `writes a second, ${notes} notes`, value: writesPerSecond, unit: '/s' },
  ];
}

/** What is asked, as a query string for each user: the same question, whatever the number of notes. */
function queriesOf(subject: Subject): Readonly<Record<string, string>> {
  const corpus = createCorpus(SEED);
  const at = (share: number) => new Date(subject.firstAt + share * subject.notes * MINUTE_MS).toISOString();
  const deep = encodeCursor(subject.userId, {}, Math.round(subject.notes * 0.1));
  return {
    list: '',
    'created_after and created_before': `created_after=${at(0.4)}&created_before=${at(0.6)}`,
    'updated_after, the last 30': `updated_after=${new Date(subject.firstAt + (subject.notes - 30) * MINUTE_MS).toISOString()}`,
    'one tag': `tag_id=${subject.tags[0]}`,
    'three tags': subject.tags
      .slice(0, 3)
      .map((tag) => `tag_id=${tag}`)
      .join('&'),
    'deep cursor page': `cursor=${deep}`,
    'q: one word': `q=${corpus.word(200)}`,
    'q: three words': `q=${[30, 60, 120].map((rank) => corpus.word(rank)).join('+')}`,
    'q: a rare word': `q=${subject.rareWord}`,
    'q: a very common word': `q=${corpus.word(0)}`,
    'q: one letter': 'q=s',
    'q, tag and dates': `q=${corpus.word(20)}&tag_id=${subject.tags[1]}&created_after=${at(0.1)}`,
    'worst: two frequent words that never meet': 'q=evenly+oddly',
    'worst: no match, with updated_after': `q=evenly+oddly&updated_after=${at(0)}`,
  };
}

async function queryFigures(api: TestApi, subjects: readonly Subject[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const queries = subjects.map(queriesOf);
  for (const name of Object.keys(queries[0] ?? {})) {
    const samples = subjects.map(() => [] as number[]);
    const calls = subjects.map((subject, index) => () => page(api, subject, queries[index]?.[name] ?? ''));
    for (const call of calls) for (let round = 0; round < 20; round += 1) await call();
    // In turn, so that whatever else the machine does falls on all alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, call] of calls.entries()) samples[index]?.push(await timed(call));
    }
    const scriptUs: number[] = [];
    for (const call of calls) scriptUs.push(await scriptTime(api, call));
    const medians = samples.map((times) => percentile(times, 0.5));
    const shown = samples.map((times, index) => {
      const [p50, p95] = [medians[index] ?? 0, percentile(times, 0.95)];
      return `${subjects[index]?.notes}: p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)} ms, Redis ${scriptUs[index]?.toFixed(0)} µs`;
    });
    print(`${name.padEnd(44)} ${shown.join(' | ')}`);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    const largest = `${subjects.at(-1)?.notes} against ${subjects[0]?.notes} notes`;
    // A query that finds nothing has no page to stop at: reported, not part of the goal.
    const goal = name.startsWith('worst') ? {} : { goal: { atMost: 2 } };
    figures.push({ name: `${name}, ${largest}`, value: ratio, unit: '×', ...goal });
    if (name.startsWith('worst'))
      figures.push({ name: `${name}, in Redis`, value: (scriptUs.at(-1) ?? 0) / 1000, unit: 'ms' });
  }
  return figures;
}

/** Microseconds that one call keeps Redis busy: its only script is the list's. */
async function scriptTime(api: TestApi, call: () => Promise<void>): Promise<number> {
  await api.redis.redis.config('RESETSTAT');
  for (let round = 0; round < SCRIPT_ROUNDS; round += 1) await call();
  const stats = await api.redis.redis.info('commandstats');
  return Number(/cmdstat_evalsha:.*?usec_per_call=([\d.]+)/.exec(stats)?.[1]);
}

async function page(api: TestApi, { secret }: Subject, query: string): Promise<void> {
  const response = await fetch(`${api.url}/v1/public-api/notes?${query}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A list was answered with ${response.status}`);
}

/** A page of 20 against one round trip to Redis and one to a route that does nothing. */
async function pageFigures(api: TestApi, subject: Subject): Promise<Figure[]> {
  const bare = await serve(new Elysia().get('/', () => ({ ok: true })).fetch, { host: '127.0.0.1', port: 0 });
  const times = { page: [] as number[], redis: [] as number[], route: [] as number[] };
  for (let round = 0; round < ROUNDS * 2; round += 1) {
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

/** Callers side by side, each with any of the queries. */
async function callerFigures(api: TestApi, subject: Subject, durationMs: number): Promise<Figure[]> {
  const queries = Object.values(queriesOf(subject));
  const times: number[] = [];
  let errors = 0;
  const end = performance.now() + durationMs;
  const caller = async (first: number) => {
    for (let at = first; performance.now() < end; at += 1) {
      const query = queries[at % queries.length] ?? '';
      await timed(() => page(api, subject, query)).then(
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
