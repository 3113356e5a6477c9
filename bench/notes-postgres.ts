import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import { createArchives } from '../api/note-archive.ts';
import { createNotesApi } from '../api/public/notes.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import { serve } from '../platform/http/serve.ts';
import type { TestApi } from '../test/support/api.ts';
import { queriesOf } from './notes-queries.ts';
import {
  generateNotes,
  measureWrites,
  OLDEST,
  ownWords,
  SEED,
  type Subject,
  WRITERS,
  writesPerSecond,
} from './notes-subject.ts';
import { createCorpus } from './support/note-corpus.ts';
import { createNoteTable, type NoteTable } from './support/note-table.ts';
import { startPostgres } from './support/postgres.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const ROUNDS = 60;
const WARM_UP = 8;
const WRITE_ROUNDS = 5;
const WRITES_A_ROUND = 80;

/** A query may take this long before its rounds are reduced: some take PostgreSQL or Sotto seconds. */
const SLOW_MS = 100;

/**
 * The same notes in PostgreSQL, behind the same route: only the store differs. Each query is first checked to find the
 * same notes in both.
 */
export async function postgresFigures(api: TestApi, subject: Subject, programs: string): Promise<Figure[]> {
  const postgres = await startPostgres(programs, WRITERS);
  try {
    const table = createNoteTable(postgres.pool);
    print(`PostgreSQL ${postgres.version}, with its defaults`);
    const seconds = (await timed(() => table.load(subject.tags, loadedNotes(subject)))) / 1000;
    print(`${subject.notes} notes loaded into PostgreSQL in ${seconds.toFixed(1)} s`);
    const bytes = (await table.bytes()) / subject.notes;
    return [
      ...(await compareQueries(api, subject, table)),
      ...(await compareWrites(api, subject, table, postgres.pool)),
      { name: 'PostgreSQL: bytes on disk per note', value: bytes / 1024, unit: 'KiB' },
      { name: 'bytes per note, Sotto / PostgreSQL', value: subject.bytesPerNote / bytes, unit: '×' },
    ];
  } finally {
    await postgres.stop();
  }
}

/** The notes as they are in Redis: the oldest ones have words of their own. */
function* loadedNotes({ userId, notes: size, tags, firstAt }: Subject): Generator<StoredNote> {
  const corpus = createCorpus(SEED);
  let index = 0;
  for (const note of generateNotes({ userId, size, tags, firstAt })) {
    yield index < OLDEST ? { ...note, transcript: `${note.transcript} ${ownWords(corpus, index)}` } : note;
    index += 1;
  }
}

type Ask = (query: string) => Promise<readonly string[]>;

async function compareQueries(api: TestApi, subject: Subject, table: NoteTable): Promise<Figure[]> {
  const [sotto, postgres] = await Promise.all([api.notes, table].map((store) => serveNotes(api, subject, store)));
  if (!sotto || !postgres) throw new Error('Cannot serve the notes');
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(queriesOf(subject))) {
    const found = [await sotto.ask(query), await postgres.ask(query)];
    if (found[0]?.join() !== found[1]?.join()) throw new Error(`'${name}' finds different notes in PostgreSQL`);
    if (!name.startsWith('worst') && found[0]?.length === 0) throw new Error(`'${name}' finds no note`);
    const [ours, theirs] = await inTurn(sotto.ask, postgres.ask, query);
    print(`${name.padEnd(58)} Sotto p50 ${ours.toFixed(2)} ms, PostgreSQL p50 ${theirs.toFixed(2)} ms`);
    figures.push({ name: `${name}, Sotto / PostgreSQL`, value: ours / theirs, unit: '×', goal: { atMost: 1 } });
  }
  await Promise.all([sotto.stop(), postgres.stop()]);
  return figures;
}

/** The notes API alone, over one of the stores. */
async function serveNotes(api: TestApi, { secret }: Subject, store: Pick<NoteStore, 'list'>) {
  const notes = { ...api.services.notes, store: { ...api.notes, list: store.list } };
  const deps = { ...api.services, notes };
  const routes = new Elysia().use(createNotesApi({ ...deps, archives: createArchives(deps) }));
  const http = await serve(routes.fetch, { host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${secret}` };
  const ask: Ask = async (query) => {
    const response = await fetch(`http://127.0.0.1:${http.port}/v1/public-api/notes?${query}`, { headers });
    if (response.status !== 200) throw new Error(`A list was answered with ${response.status}`);
    const { items } = (await response.json()) as { items: { note_id: string }[] };
    return items.map((item) => item.note_id);
  };
  return { ask, stop: () => http.stop() };
}

/** The median milliseconds of both, asked in turn, so that the load of other programs affects both alike. */
async function inTurn(ours: Ask, theirs: Ask, query: string): Promise<[number, number]> {
  const samples: [number[], number[]] = [[], []];
  let rounds = ROUNDS;
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const times = [await timed(() => ours(query)), await timed(() => theirs(query))] as const;
    if (Math.max(...times) > SLOW_MS) rounds = ROUNDS / 6;
    if (round < 0) continue;
    samples[0].push(times[0]);
    samples[1].push(times[1]);
  }
  return [percentile(samples[0], 0.5), percentile(samples[1], 0.5)];
}

type Pool = Awaited<ReturnType<typeof startPostgres>>['pool'];

/**
 * Writes of new notes, by PostgreSQL once as durable as by default and once as Redis with `everysec`. All are measured in
 * turn, so that the load of other programs affects them alike.
 */
async function compareWrites(api: TestApi, subject: Subject, table: NoteTable, pool: Pool): Promise<Figure[]> {
  const rates = { sotto: [] as number[], on: [] as number[], off: [] as number[] };
  for (let round = 0; round < WRITE_ROUNDS; round += 1) {
    rates.sotto.push(await measureWrites(api, subject.userId, createCorpus(SEED), WRITES_A_ROUND));
    for (const synchronous of ['on', 'off'] as const) {
      await pool.query(`ALTER SYSTEM SET synchronous_commit = ${synchronous}`);
      await pool.query('SELECT pg_reload_conf()');
      rates[synchronous].push(await measureTableWrites(subject, table));
    }
  }
  const [sotto, durable, relaxed] = [rates.sotto, rates.on, rates.off].map((list) => percentile(list, 0.5)) as [
    number,
    number,
    number,
  ];
  return [
    { name: 'Sotto: writes a second', value: sotto, unit: '/s' },
    { name: 'PostgreSQL: writes a second', value: durable, unit: '/s' },
    { name: 'PostgreSQL: writes a second, synchronous_commit=off', value: relaxed, unit: '/s' },
    { name: 'writes a second, Sotto / PostgreSQL', value: sotto / durable, unit: '×', goal: { atLeast: 0.8 } },
    { name: 'as above, synchronous_commit=off', value: sotto / relaxed, unit: '×' },
  ];
}

async function measureTableWrites({ userId, firstAt, notes }: Subject, table: NoteTable): Promise<number> {
  const corpus = createCorpus(SEED);
  const made: string[] = [];
  const [template] = generateNotes({ userId, size: 1, tags: [], firstAt });
  if (!template) throw new Error('No note was generated');
  const blank = { title: null, summary: null, transcript: null, status: 'processing' } as const;
  const rate = await writesPerSecond(async (index) => {
    const at = firstAt + (notes + index) * 60_000;
    const note = { ...template, ...blank, noteId: randomUUID(), createdAt: at, updatedAt: at };
    made.push(note.noteId);
    await table.insert([note]);
    return () => table.change({ ...note, ...corpus.note(index) });
  }, WRITES_A_ROUND);
  await table.remove(made);
  return rate;
}
