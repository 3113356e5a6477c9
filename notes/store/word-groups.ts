import { LIST_BYTES, MAX_GROUP_BYTES } from './index-layout.ts';
import { extendList } from './posting-lists.ts';
import { bytesOf, type Fields } from './postings-fields.ts';

/**
 * Adds notes to words of a block, each group once. `lua/README.md` describes groups. All words are binary strings.
 * @param words each once, by their first characters, with the offsets of their notes
 * @returns the words that are new in the block
 */
export async function addToGroups(
  fields: Fields,
  block: number,
  words: ReadonlyMap<string, readonly WordNotes[]>,
): Promise<string[]> {
  const suffix = `:${block}`;
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

/** A word and the offsets of the notes that it is added to. */
export type WordNotes = readonly [word: string, offsets: readonly number[]];

const groupField = (stem: string, suffix: string) => `=${stem}${suffix}`;

/** Finds the group of each word: divided groups lead to longer ones. */
async function findGroups(
  fields: Fields,
  suffix: string,
  words: ReadonlyMap<string, readonly WordNotes[]>,
): Promise<ReadonlyMap<string, readonly WordNotes[]>> {
  const found = new Map<string, readonly WordNotes[]>();
  let open = words;
  while (open.size > 0) {
    await fields.load([...open.keys()].map((stem) => groupField(stem, suffix)));
    const deeper = new Map<string, WordNotes[]>();
    for (const [stem, members] of open) {
      const group = fields.get(groupField(stem, suffix));
      const leads = ([word]: WordNotes) => group.includes(` ${firstCharacter(word, stem.length)}${DIVIDED}`);
      const away = group.includes(DIVIDED) ? members.filter(leads) : [];
      if (away.length < members.length)
        found.set(
          stem,
          members.filter((member) => !away.includes(member)),
        );
      for (const member of away) {
        const longer = stem + firstCharacter(member[0], stem.length);
        deeper.set(longer, [...(deeper.get(longer) ?? []), member]);
      }
    }
    open = deeper;
  }
  return found;
}

/** In UTF-8, the first byte of a character tells its length. */
function firstCharacter(word: string, from: number): string {
  const first = word.charCodeAt(from);
  return word.slice(from, from + (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4));
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

/** Each note takes two bytes, and each byte has five bits of the offset. */
function encodePairs(offsets: readonly number[]): string {
  let notes = '';
  for (const offset of offsets) notes += String.fromCharCode(offset >> 5, offset & 31);
  return notes;
}

function decodePairs(notes: string): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < notes.length; at += 2) offsets.push(notes.charCodeAt(at) * 32 + notes.charCodeAt(at + 1));
  return offsets;
}
