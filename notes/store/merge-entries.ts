import { BLOCK_NOTES } from './index-layout.ts';
import { extendList } from './posting-lists.ts';
import { binaryOf, bytesOf, createFields, type Fields, type ReadFields } from './postings-fields.ts';
import { addToGroups, directoryOf, type WordNotes } from './word-groups.ts';
import { isBeginningTerm, prefixTerms } from './words.ts';

/** What is added of one note. */
export interface NoteEntry {
  readonly number: number;
  /** Terms that are not prefixes of its words. */
  readonly terms: readonly string[];
  readonly words: readonly string[];
}

/**
 * Computes what the postings have after these notes were added. The notes must not be in them yet.
 * @returns the fields that change; names and values are binary strings
 */
export async function mergeEntries(
  entries: readonly NoteEntry[],
  read: ReadFields,
): Promise<ReadonlyMap<string, string>> {
  const fields = createFields(read);
  for (const [block, added] of byBlock(entries)) {
    await addTerms(fields, block, added.terms);
    const words = [...added.words].map(([word, offsets]): WordNotes => [binaryOf(word), offsets]);
    const appeared = await addToGroups(fields, `:${block}`, words);
    if (block === 0) continue; // no directory has the first block
    const blocks = [block % BLOCK_NOTES];
    await addToGroups(
      fields,
      directoryOf(block),
      appeared.map((word) => [word, blocks]),
    );
  }
  return fields.changed();
}

/** Offsets of notes, in ascending order. */
type Offsets = Map<string, number[]>;

/** What is added to a block. */
interface Additions {
  readonly terms: Offsets;
  /** Words that are in groups. */
  readonly words: Offsets;
}

function byBlock(entries: readonly NoteEntry[]): Map<number, Additions> {
  const blocks = new Map<number, Additions>();
  for (const entry of entries) {
    const block = Math.floor(entry.number / BLOCK_NOTES);
    const added = blocks.get(block) ?? { terms: new Map(), words: new Map() };
    blocks.set(block, added);
    addEntry(added, entry);
  }
  return blocks;
}

function addEntry({ terms, words }: Additions, entry: NoteEntry): void {
  const offset = entry.number % BLOCK_NOTES;
  for (const term of entry.terms) append(terms, term, offset);
  for (const word of entry.words) {
    for (const term of prefixTerms(word)) append(terms, term, offset);
    if (!isBeginningTerm(word)) append(words, word, offset);
  }
}

/** Many words of a note have the same prefix, so the offset may already be the last one. */
function append(lists: Offsets, name: string, offset: number): void {
  const list = lists.get(name);
  if (!list) lists.set(name, [offset]);
  else if (list.at(-1) !== offset) list.push(offset);
}

async function addTerms(fields: Fields, block: number, terms: Offsets): Promise<void> {
  const named = [...terms].map(([term, offsets]) => [`${binaryOf(term)}:${block}`, offsets] as const);
  await fields.load(named.map(([field]) => field));
  for (const [field, offsets] of named) {
    fields.set(field, extendList(bytesOf(fields.get(field)), offsets).toString('latin1'));
  }
}
