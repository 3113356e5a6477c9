import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { tagTerm } from './codec.ts';
import { INDEX_CONSTANTS } from './index-layout.ts';
import { mergeEntries, type NoteEntry } from './merge-entries.ts';
import { argumentOf, packFields, type ReadFields } from './postings-fields.ts';
import { indexKeys, joined } from './script-values.ts';
import { beginningTerms, isBeginningTerm } from './words.ts';

/** Fields that are read in one command. */
const FIELDS_A_READ = 1_000;
/** Merges that another change may make invalid, before the entries are moved one by one. */
const MAX_TRIES = 3;

/** Entries as they were read. */
interface ReadEntries {
  readonly changes: string;
  /** Numbers and entries in turn. */
  readonly flat: readonly string[];
}

/**
 * Merges the words and tags of a user's newest notes into the postings. The client computes it, because Lua takes ten
 * times as long and would block Redis meanwhile; a script then writes the result, unless the index was changed since.
 * If it always is, a script moves one entry after the other, which only a change of the same entry prevents.
 */
export function createMerge(redis: Redis): (userId: string) => Promise<void> {
  const scripts = {
    read: loadScript(redis, new URL('./lua/read-unmerged.lua', import.meta.url)),
    merge: loadScript(redis, new URL('./lua/merge-notes.lua', import.meta.url)),
    move: loadScript(redis, new URL('./lua/move-entry.lua', import.meta.url), INDEX_CONSTANTS),
  };
  const underWay = new Map<string, Promise<void>>();

  async function merge(userId: string): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await mergeAll(userId, await read(userId))) return;
    }
    const { flat } = await read(userId);
    for (let at = 0; at < flat.length; at += 2) await move(userId, flat[at] ?? '', flat[at + 1] ?? '');
  }

  async function read(userId: string): Promise<ReadEntries> {
    const [changes = '', ...flat] = (await scripts.read({ unmerged: keys.unmerged(userId) })) as string[];
    return { changes, flat };
  }

  /** Returns false if the index was changed after the entries were read. */
  async function mergeAll(userId: string, { changes, flat }: ReadEntries): Promise<boolean> {
    const entries = parseEntries(flat);
    if (entries.length === 0) return true;
    const fields = await mergeEntries(entries, readPostings(userId));
    const merged = await scripts.merge(
      { postings: keys.postings(userId), unmerged: keys.unmerged(userId) },
      { changes, notes: joined(entries.map(({ number }) => String(number))), fields: packFields(fields) },
    );
    return merged === 1;
  }

  function readPostings(userId: string): ReadFields {
    return async (names) => {
      const found: (Buffer | null)[] = [];
      for (let at = 0; at < names.length; at += FIELDS_A_READ) {
        const part = names.slice(at, at + FIELDS_A_READ).map(argumentOf);
        found.push(...(await redis.hmgetBuffer(keys.postings(userId), ...part)));
      }
      return found.map((value) => value ?? EMPTY);
    };
  }

  /** Does nothing if the entry was changed after it was read. */
  async function move(userId: string, note: string, entry: string): Promise<void> {
    const { terms, words } = parseEntry(note, entry);
    const long = words.filter((word) => !isBeginningTerm(word));
    await scripts.move(indexKeys(userId), {
      ...{ note, entry, terms: joined([...terms, ...beginningTerms(words)]), words: joined(long) },
      ...{ channel: '', event: '' }, // nothing that others see changes
    });
  }

  return function mergeOnce(userId) {
    const running = underWay.get(userId) ?? merge(userId).finally(() => underWay.delete(userId));
    underWay.set(userId, running);
    return running;
  };
}

const EMPTY = Buffer.alloc(0);
const TAG = tagTerm('');

/** @param flat numbers and entries in turn */
function parseEntries(flat: readonly string[]): NoteEntry[] {
  const entries: NoteEntry[] = [];
  for (let at = 0; at < flat.length; at += 2) entries.push(parseEntry(flat[at] ?? '', flat[at + 1] ?? ''));
  return entries.sort((a, b) => a.number - b.number);
}

function parseEntry(note: string, entry: string): NoteEntry {
  const parts = entry.split(' ').filter((part) => part !== '');
  const first = parts.findIndex((part) => !part.startsWith(TAG));
  const tags = first === -1 ? parts.length : first;
  return { number: Number(note), terms: parts.slice(0, tags), words: parts.slice(tags) };
}
