import { BLOCK_NOTES, MAX_NAMED_BLOCKS, STEM_CHARACTERS } from './index-layout.ts';
import { extendList } from './posting-lists.ts';
import { binaryOf, bytesOf, createFields, type Fields, type ReadFields } from './postings-fields.ts';
import { addToGroups, type WordNotes } from './word-groups.ts';
import { isBeginningTerm, prefixTerms } from './words.ts';

/** What is added of one note. */
export interface NoteEntry {
  readonly number: number;
  /** Terms that are not prefixes of its words. */
  readonly terms: readonly string[];
  readonly words: readonly string[];
}

/** What a merge writes to the postings and to the words. */
export interface Merged {
  /** Binary strings. */
  readonly fields: ReadonlyMap<string, string>;
  /** New words of the user. */
  readonly words: readonly string[];
}

/** Computes what the postings have after these notes were added. The notes must not be in them yet. */
export async function mergeEntries(entries: readonly NoteEntry[], read: ReadFields): Promise<Merged> {
  const fields = createFields(read);
  const words: string[] = [];
  for (const [block, added] of byBlock(entries)) {
    await addTerms(fields, block, added.terms);
    const appeared = await addToGroups(fields, block, byStem(added.words));
    words.push(...(await nameBlock(fields, block, appeared)));
  }
  return { fields: fields.changed(), words };
}

/** Offsets of notes by word. */
type Words = ReadonlyMap<string, readonly number[]>;

/** Offsets of notes, in ascending order. */
interface Additions {
  readonly terms: Map<string, number[]>;
  readonly words: Map<string, number[]>;
}

function byBlock(entries: readonly NoteEntry[]): Map<number, Additions> {
  const blocks = new Map<number, Additions>();
  for (const { number, terms, words } of entries) {
    const [block, offset] = [Math.floor(number / BLOCK_NOTES), number % BLOCK_NOTES];
    const added: Additions = blocks.get(block) ?? { terms: new Map(), words: new Map() };
    blocks.set(block, added);
    for (const term of terms) append(added.terms, term, offset);
    for (const word of words) append(added.words, word, offset);
  }
  for (const { terms, words } of blocks.values()) addPrefixes(terms, words);
  return blocks;
}

function append(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

/** Adds the prefixes of words that are terms. */
function addPrefixes(terms: Map<string, number[]>, words: Words): void {
  const found = new Map<string, Set<number>>();
  for (const [word, offsets] of words) {
    for (const term of prefixTerms(word)) {
      const all = found.get(term) ?? new Set();
      found.set(term, all);
      for (const offset of offsets) all.add(offset);
    }
  }
  for (const [term, offsets] of found)
    terms.set(
      binaryOf(term),
      [...offsets].sort((a, b) => a - b),
    );
}

/** The longer words as binary strings, by their first characters. */
function byStem(words: Words): Map<string, WordNotes[]> {
  const stems = new Map<string, WordNotes[]>();
  for (const [word, offsets] of words) {
    if (isBeginningTerm(word)) continue;
    const binary = binaryOf(word);
    const stem = binary === word ? word.slice(0, STEM_CHARACTERS) : stemOf(word);
    const group = stems.get(stem);
    if (group) group.push([binary, offsets]);
    else stems.set(stem, [[binary, offsets]]);
  }
  return stems;
}

const stemOf = (word: string): string => binaryOf([...word].slice(0, STEM_CHARACTERS).join(''));

async function addTerms(fields: Fields, block: number, terms: ReadonlyMap<string, readonly number[]>): Promise<void> {
  await fields.load([...terms.keys()].map((term) => `${term}:${block}`));
  for (const [term, offsets] of terms) {
    const field = `${term}:${block}`;
    fields.set(field, extendList(bytesOf(fields.get(field)), offsets).toString('latin1'));
  }
}

const EVERY_BLOCK = '*';

/** Adds a block to those of its new words. Returns the words that are new altogether. */
async function nameBlock(fields: Fields, block: number, words: readonly string[]): Promise<string[]> {
  await fields.load(words.map((word) => `~${word}`));
  const added: string[] = [];
  for (const word of words) {
    const blocks = fields.get(`~${word}`);
    if (blocks === EVERY_BLOCK) continue;
    if (blocks === '') added.push(bytesOf(word).toString());
    const named = blocks + String.fromCharCode(block >> 8, block & 255);
    fields.set(`~${word}`, named.length > 2 * MAX_NAMED_BLOCKS ? EVERY_BLOCK : named);
  }
  return added;
}
