import { randomUUID } from 'node:crypto';
import type { StoredNote } from '../notes/store/codec.ts';
import type { Tag } from '../notes/store/tags.ts';
import { wordsOf } from '../notes/store/words.ts';
import type { TestApi } from '../test/support/api.ts';
import { checkIndex } from '../test/support/check-index.ts';
import { writeBulk } from './support/bulk-notes.ts';
import { type Corpus, createCorpus, seeded } from './support/note-corpus.ts';
import { print } from './support/report.ts';
import { timed } from './support/stats.ts';

export const SEED = 20_260_121;
export const MINUTE_MS = 60_000;
export const WRITERS = 8;
const WRITES = 400;
export const OLDEST = 300;
/**
 * Words that only one of the oldest notes has, by the letters after the first four of a frequent word: 300, 1,200 and
 * 2,400 words in total, of which the last are more than are looked up individually.
 */
export const OWN_WORDS = { qa: 1, ve: 4, zu: 8 } as const;

/** A user with generated notes, and the facts about them that queries need. */
export interface Subject {
  readonly notes: number;
  readonly userId: string;
  readonly secret: string;
  readonly tags: readonly Tag[];
  readonly firstAt: number;
  readonly rareWord: string;
  /** Two words of one note that are in few others. */
  readonly rareWords: readonly string[];
  readonly bytesPerNote: number;
  readonly indexBytesPerNote: number;
  readonly writesPerSecond: number;
}

/** Creates a user with this many notes. */
export async function seedUser(api: TestApi, size: number): Promise<Subject> {
  const corpus = createCorpus(SEED);
  const redis = api.redis.redis;
  const userId = randomUUID();
  const token = await api.tokens.create(userId, { name: 'bench', scopes: ['notes:read'] });
  if (!token) throw new Error('Cannot create the token of the bench');
  const { secret } = token;
  const names = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
  const tags = (await Promise.all(names.map((name) => api.tags.create(userId, { name })))) as Tag[];
  const occurrences = new Map<string, number>();
  const firstAt = api.clock.ms + MINUTE_MS;
  const before = await usedMemory(api);
  const oldest: string[] = [];
  const middle = new Set<string>();
  const generated = function* () {
    for (const note of generateNotes({ userId, size, tags, firstAt })) {
      if (oldest.length < OLDEST) oldest.push(note.noteId);
      const isMiddle = note.createdAt === firstAt + Math.floor(size / 2) * MINUTE_MS;
      for (const word of wordsOf(note.transcript ?? '')) {
        occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
        if (isMiddle) middle.add(word);
      }
      yield note;
    }
  };
  const elapsed = await timed(() => writeBulk(redis, userId, generated()));
  const bytesPerNote = ((await usedMemory(api)) - before) / size;
  const indexKeys = ['items', 'postings', 'notes', 'updates', 'latest-updates'].map((name) => `v1:{${userId}}:${name}`);
  const indexBytes = await Promise.all(indexKeys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 5_000)));
  await addOwnWords(api, userId, corpus, oldest); // before the time advances, so that the notes do not count as updated
  api.clock.ms = firstAt + size * MINUTE_MS;
  print(`${size} notes made in ${(elapsed / 1000).toFixed(1)} s`);
  const problems = size <= 10_000 ? await checkIndex(redis, userId) : [];
  if (problems.length > 0) throw new Error(`The index of the generated notes is wrong: ${problems[0]}`);
  return {
    ...{ notes: size, userId, secret, firstAt, bytesPerNote, tags },
    rareWord: rarestWords(occurrences)[0] ?? '',
    rareWords: rarestWords(new Map([...occurrences].filter(([word]) => middle.has(word)))).slice(0, 2),
    indexBytesPerNote: indexBytes.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0) / size,
    writesPerSecond: await measureWrites(api, userId, corpus),
  };
}

/** Words by the number of transcripts that contain them, the rarest first. */
function rarestWords(occurrences: ReadonlyMap<string, number>): string[] {
  const words = [...occurrences].sort(([, a], [, b]) => a - b).map(([word]) => word);
  if (words.length < 2) throw new Error('Cannot choose rare words: the generated notes have too few words');
  return words;
}

interface Generation {
  readonly userId: string;
  readonly size: number;
  readonly tags: readonly Tag[];
  readonly firstAt: number;
}

/** The notes of a subject: the same ones each time. */
export function* generateNotes({ userId, size, tags, firstAt }: Generation): Generator<StoredNote> {
  const corpus = createCorpus(SEED);
  const random = seeded(size);
  for (let index = 0; index < size; index += 1) {
    const assigned = tags.filter((_, tag) => (index * 7 + tag * 3) % 20 === 0);
    const createdAt = firstAt + index * MINUTE_MS;
    yield {
      ...corpus.note(index),
      ...{ userId, noteId: drawId(random), status: 'completed', segments: null, errorMessage: null, run: 1 },
      ...{ language: 'en', durationSeconds: 60, recordedAt: createdAt, createdAt, updatedAt: createdAt, edited: [] },
      tags: assigned.map((tag) => ({ ...tag, source: 'auto', confidence: 0.8 })),
      recording: RECORDING,
    };
  }
}

/** A random UUID of version 4. */
function drawId(random: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** The own words of one of the oldest notes, each with the beginning of a frequent word. */
export function ownWords(corpus: Corpus, index: number): string {
  const words = Object.entries(OWN_WORDS).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, word) => frequentBeginning(corpus) + part + (index * count + word)),
  );
  return words.join(' ');
}

async function addOwnWords(api: TestApi, userId: string, corpus: Corpus, oldest: readonly string[]): Promise<void> {
  for (const [index, noteId] of oldest.entries()) {
    const own = ownWords(corpus, index);
    await api.notes.change(userId, noteId, ({ transcript }) => ({ transcript: `${transcript} ${own}` }));
  }
}

/** The first four letters of the most frequent word with at least four. */
export function frequentBeginning(corpus: Corpus): string {
  for (let rank = 0; ; rank += 1) if (corpus.word(rank).length >= 4) return corpus.word(rank).slice(0, 4);
}

const RECORDING = { object: 'notes/bench', contentType: 'audio/mp4', bytes: 480_000 };

/** The notes are deleted afterwards. */
export async function measureWrites(api: TestApi, userId: string, corpus: Corpus, notes = WRITES): Promise<number> {
  const made: string[] = [];
  const rate = await writesPerSecond(async (index) => {
    const noteId = randomUUID();
    made.push(noteId);
    await api.notes.create({ noteId, userId, title: null, language: 'en', recordedAt: null, recording: RECORDING });
    return () => api.notes.change(userId, noteId, () => ({ ...corpus.note(index), status: 'completed' }));
  }, notes);
  for (const noteId of made) await api.notes.remove(userId, noteId);
  return rate;
}

/**
 * Two writes per note, as in production, by several writers: `create` after the upload, and what it returns after the
 * transcription.
 */
export async function writesPerSecond(
  create: (index: number) => Promise<() => Promise<unknown>>,
  notes: number,
): Promise<number> {
  let made = 0;
  const writer = async () => {
    while (made < notes) {
      made += 1;
      await (await create(made))();
    }
  };
  const elapsed = await timed(() => Promise.all(Array.from({ length: WRITERS }, writer)));
  return (2 * made * 1000) / elapsed;
}

async function usedMemory(api: TestApi): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await api.redis.redis.info('memory'))?.[1]);
}
