import { BLOCK_NOTES, LIST_BYTES, MAX_GROUP_BYTES, STEM_CHARACTERS } from './index-layout.ts';
import { extendList } from './posting-lists.ts';
import { bytesOf, type Fields } from './postings-fields.ts';

/**
 * Adds notes to words of a block, or blocks to words of a directory, each group once. `lua/README.md` describes groups.
 * All words are binary strings.
 * @param suffix of the groups: `:` and the block, or {@link directoryOf} it
 * @param words each once
 * @returns the words that are new in these groups
 */
export async function addToGroups(fields: Fields, suffix: string, words: readonly WordNotes[]): Promise<string[]> {
  const groups = await findGroups(fields, suffix, words);
  const changes = [...groups].map(([stem, members]) => changeOf(fields, suffix, stem, members));
  await fields.load(changes.flatMap(({ listed }) => listed.map(([word]) => `!${word}${suffix}`)));
  for (const { stem, group, listed } of changes) {
    for (const [word, offsets] of listed) {
      const field = `!${word}${suffix}`;
      fields.set(field, extendList(bytesOf(fields.get(field)), offsets).toString('latin1'));
    }
    if (group !== null) setGroup(fields, suffix, stem, group);
  }
  return changes.flatMap(({ appeared }) => appeared);
}

/** A word, and the offsets of the notes or blocks that it is added to. */
export type WordNotes = readonly [word: string, offsets: readonly number[]];

/** The suffix of the groups that name the blocks of words, for 1,024 blocks each. */
export const directoryOf = (block: number): string => `:~${Math.floor(block / BLOCK_NOTES)}`;

const groupField = (stem: string, suffix: string) => `=${stem}${suffix}`;

type Groups = Map<string, WordNotes[]>;

/** Finds the group of each word: divided groups lead to longer ones. */
async function findGroups(fields: Fields, suffix: string, words: readonly WordNotes[]): Promise<Groups> {
  const found: Groups = new Map();
  let open: Groups = new Map();
  for (const word of words) append(open, stemOf(word[0]), word);
  while (open.size > 0) {
    await fields.load([...open.keys()].map((stem) => groupField(stem, suffix)));
    const deeper: Groups = new Map();
    for (const [stem, members] of open) {
      const group = fields.get(groupField(stem, suffix));
      if (!group.includes(DIVIDED)) {
        found.set(stem, members);
        continue;
      }
      for (const member of members) {
        const first = firstCharacter(member[0], stem.length);
        if (group.includes(` ${first}${DIVIDED}`)) append(deeper, stem + first, member);
        else append(found, stem, member);
      }
    }
    open = deeper;
  }
  return found;
}

function append(groups: Groups, stem: string, word: WordNotes): void {
  const members = groups.get(stem);
  if (members) members.push(word);
  else groups.set(stem, [word]);
}

/** The first characters of a word, by which it is grouped. */
function stemOf(word: string): string {
  let to = 0;
  for (let count = 0; count < STEM_CHARACTERS; count += 1) to += characterBytes(word.charCodeAt(to));
  return word.slice(0, to);
}

const firstCharacter = (word: string, from: number): string =>
  word.slice(from, from + characterBytes(word.charCodeAt(from)));

/** In UTF-8, the first byte of a character tells its length. A position after the last one has NaN. */
function characterBytes(first: number): number {
  if (!(first >= 0x80)) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

const OWN_LIST = '!';
const DIVIDED = '/';
/** Bytes of words are above those of marks and notes. */
const FIRST_OF_WORDS = 0x30;

interface GroupChange {
  readonly stem: string;
  /** Null when it does not change. */
  readonly group: string | null;
  /** Words whose notes belong in lists of their own. */
  readonly listed: readonly WordNotes[];
  readonly appeared: readonly string[];
}

function changeOf(fields: Fields, suffix: string, stem: string, members: readonly WordNotes[]): GroupChange {
  const group = fields.get(groupField(stem, suffix));
  const listed: WordNotes[] = [];
  const appeared: string[] = [];
  const edits: { first: number; last: number; notes: string }[] = [];
  for (const [word, offsets] of members) {
    const rest = word.slice(stem.length);
    const { at, first, last } = findEntry(group, rest);
    const before = at === -1 ? '' : group.slice(first, last);
    if (at === -1) appeared.push(word);
    if (before === OWN_LIST) {
      listed.push([word, offsets]);
      continue;
    }
    let notes = before + encodePairs(offsets);
    if (notes.length > LIST_BYTES) {
      listed.push([word, decodePairs(notes)]);
      notes = OWN_LIST;
    }
    if (at === -1) edits.push({ first: group.length, last: group.length, notes: ` ${rest}${notes}` });
    else edits.push({ first, last, notes });
  }
  return { stem, group: edits.length > 0 ? edited(group, edits) : null, listed, appeared };
}

function edited(group: string, edits: { first: number; last: number; notes: string }[]): string {
  let [whole, from] = ['', 0];
  for (const { first, last, notes } of edits.sort((a, b) => a.first - b.first)) {
    whole += group.slice(from, first) + notes;
    from = last;
  }
  return whole + group.slice(from);
}

/** The entry of exactly this rest of a word, and where its notes begin and end; -1 when it has none. */
function findEntry(group: string, rest: string): { at: number; first: number; last: number } {
  const wanted = ` ${rest}`;
  let at = group.indexOf(wanted);
  while (at !== -1) {
    const first = at + wanted.length;
    if (group.charCodeAt(first) < FIRST_OF_WORDS) {
      const next = group.indexOf(' ', first);
      return { at, first, last: next === -1 ? group.length : next };
    }
    at = group.indexOf(wanted, at + 1);
  }
  return { at: -1, first: -1, last: -1 };
}

function setGroup(fields: Fields, suffix: string, stem: string, group: string): void {
  if (group.length <= MAX_GROUP_BYTES) fields.set(groupField(stem, suffix), group);
  else divide(fields, suffix, stem, group);
}

/** Moves the entries of a long group to groups of one more character. An entry without a rest stays. */
function divide(fields: Fields, suffix: string, stem: string, group: string): void {
  let kept = '';
  const children = new Map<string, string>();
  for (const entry of group.slice(1).split(' ')) {
    const next = entry.charCodeAt(0) < FIRST_OF_WORDS ? '' : firstCharacter(entry, 0);
    if (next === '' || entry.endsWith(DIVIDED)) kept += ` ${entry}`;
    else children.set(next, `${children.get(next) ?? ''} ${entry.slice(next.length)}`);
  }
  for (const [next, child] of children) {
    kept += ` ${next}${DIVIDED}`;
    setGroup(fields, suffix, stem + next, child);
  }
  fields.set(groupField(stem, suffix), kept);
}

/** By offset: two bytes, each with five bits of it. */
const PAIRS = Array.from({ length: BLOCK_NOTES }, (_, offset) => String.fromCharCode(offset >> 5, offset & 31));

function encodePairs(offsets: readonly number[]): string {
  let notes = '';
  for (const offset of offsets) notes += PAIRS[offset];
  return notes;
}

function decodePairs(notes: string): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < notes.length; at += 2) offsets.push(notes.charCodeAt(at) * 32 + notes.charCodeAt(at + 1));
  return offsets;
}
