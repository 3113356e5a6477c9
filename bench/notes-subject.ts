import { randomUUID } from 'node:crypto';
import type { StoredNote } from '../notes/store/codec.ts';
import type { Tag } from '../notes/store/tags.ts';
import { wordsOf } from '../notes/store/words.ts';
import type { TestApi } from '../test/support/api.ts';
import { checkIndex } from '../test/support/check-index.ts';
import { writeBulk } from './support/bulk-notes.ts';
import { type Corpus, createCorpus } from './support/note-corpus.ts';
import { print } from './support/report.ts';
import { timed } from './support/stats.ts';

export const SEED = 20_260_121;
export const MINUTE_MS = 60_000;
const WRITERS = 8;
const WRITES = 400;
const OLDEST = 300;
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
  readonly tags: readonly string[];
  readonly firstAt: number;
  readonly rareWord: string;
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
  const elapsed = await timed(() =>
    writeBulk(redis, userId, generate(corpus, userId, { size, tags, firstAt, occurrences, oldest })),
  );
  const bytesPerNote = ((await usedMemory(api)) - before) / size;
  const indexKeys = ['items', 'postings', 'words', 'notes', 'updates', 'latest-updates'].map(
    (name) => `v1:{${userId}}:${name}`,
  );
  const indexBytes = await Promise.all(indexKeys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 5_000)));
  await addOwnWords(api, userId, corpus, oldest); // before the time advances, so that the notes do not count as updated
  api.clock.ms = firstAt + size * MINUTE_MS;
  print(`${size} notes made in ${(elapsed / 1000).toFixed(1)} s`);
  const problems = size <= 10_000 ? await checkIndex(redis, userId) : [];
  if (problems.length > 0) throw new Error(`The index of the generated notes is wrong: ${problems[0]}`);
  return {
    ...{ notes: size, userId, secret, firstAt, bytesPerNote, tags: tags.map((tag) => tag.tagId) },
    rareWord: rarestWord(occurrences),
    indexBytesPerNote: indexBytes.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0) / size,
    writesPerSecond: await measureWrites(api, userId, corpus),
  };
}

/** A word that as few transcripts as possible contain. */
function rarestWord(occurrences: ReadonlyMap<string, number>): string {
  const [rarest] = [...occurrences].sort(([, a], [, b]) => a - b);
  if (!rarest) throw new Error('Cannot choose a rare word: the generated notes have no words');
  return rarest[0];
}

interface Generation {
  readonly size: number;
  readonly tags: readonly Tag[];
  readonly firstAt: number;
  /** The number of transcripts with each word, counted during generation. */
  readonly occurrences: Map<string, number>;
  /** The ids of the oldest notes, collected during generation. */
  readonly oldest: string[];
}

function* generate(
  corpus: Corpus,
  userId: string,
  { size, tags, firstAt, occurrences, oldest }: Generation,
): Generator<StoredNote> {
  for (let index = 0; index < size; index += 1) {
    const words = corpus.note(index);
    const noteId = randomUUID();
    if (index < OLDEST) oldest.push(noteId);
    const assigned = tags.filter((_, tag) => (index * 7 + tag * 3) % 20 === 0);
    const createdAt = firstAt + index * MINUTE_MS;
    for (const word of wordsOf(words.transcript)) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    yield {
      ...{ ...words, userId, noteId, status: 'completed', segments: null, errorMessage: null, run: 1 },
      ...{ language: 'en', durationSeconds: 60, recordedAt: createdAt, createdAt, updatedAt: createdAt, edited: [] },
      tags: assigned.map((tag) => ({ ...tag, source: 'auto', confidence: 0.8 })),
      recording: { object: 'notes/bench', contentType: 'audio/mp4', bytes: 480_000 },
    };
  }
}

/** Adds unique words to the oldest notes, which start like a frequent word. */
async function addOwnWords(api: TestApi, userId: string, corpus: Corpus, oldest: readonly string[]): Promise<void> {
  for (const [index, noteId] of oldest.entries()) {
    const own = Object.entries(OWN_WORDS).flatMap(([part, count]) =>
      Array.from({ length: count }, (_, word) => frequentBeginning(corpus) + part + (index * count + word)),
    );
    await api.notes.change(userId, noteId, ({ transcript }) => ({ transcript: `${transcript} ${own.join(' ')}` }));
  }
}

/** The first four letters of the most frequent word with at least four. */
export function frequentBeginning(corpus: Corpus): string {
  for (let rank = 0; ; rank += 1) if (corpus.word(rank).length >= 4) return corpus.word(rank).slice(0, 4);
}

/**
 * Two writes per note, as in production: after the upload, and after the transcription. The notes are deleted
 * afterwards.
 */
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
