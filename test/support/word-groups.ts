import { MAX_GROUP_BYTES, STEM_CHARACTERS } from '../../notes/store/index-layout.ts';

type Postings = Readonly<Record<string, Buffer>>;
type ReadList = (list: Buffer) => number[];

/**
 * The posting lists of a user's terms and of the words in groups, by `<term>:<block>` and `=<word>:<block>`, and the
 * blocks of words, by `=<word>:~<directory>`. Problems are groups and lists that nothing leads to, or that are missing,
 * repeat a word, or are empty or too long.
 */
export function readGroups(postings: Postings, readList: ReadList, problems: string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const left = new Set(Object.keys(postings));
  const take = (field: string) => {
    if (!left.delete(field)) problems.push(`postings: ${field} is missing`);
    return postings[field] ?? Buffer.alloc(0);
  };
  const read = (stem: string, block: string) => {
    const group = take(`=${stem}:${block}`);
    if (group.length === 0) problems.push(`postings: the group =${stem}:${block} is empty`);
    let divisible = 0;
    for (const { rest, notes } of entriesOf(group)) {
      const word = stem + rest;
      if (notes.toString() === '/') {
        read(word, block);
        continue;
      }
      if (rest !== '') divisible += 1;
      const offsets = notes.toString() === '!' ? readList(take(`!${word}:${block}`)) : pairsOf(notes);
      if (found.has(`=${word}:${block}`)) problems.push(`postings: =${word}:${block} stands twice`);
      found.set(`=${word}:${block}`, offsets);
    }
    if (group.length > MAX_GROUP_BYTES && divisible > 0) problems.push(`postings: =${stem}:${block} is too long`);
  };
  for (const field of Object.keys(postings)) {
    const [, stem, block] = /^=(.+):(~?\d+)$/.exec(field) ?? [];
    if (stem !== undefined && block !== undefined && [...stem].length === STEM_CHARACTERS) read(stem, block);
  }
  for (const field of left) {
    if (/^[=!]/.test(field)) problems.push(`postings: nothing leads to ${field}`);
    else found.set(field, readList(postings[field] ?? Buffer.alloc(0)));
  }
  return found;
}

function* entriesOf(group: Buffer): Generator<{ rest: string; notes: Buffer }> {
  for (let at = 0; at < group.length; ) {
    const next = group.indexOf(0x20, at + 1);
    const entry = group.subarray(at + 1, next === -1 ? group.length : next);
    const first = entry.findIndex((byte) => byte < 0x30);
    yield { rest: entry.subarray(0, first).toString(), notes: entry.subarray(first) };
    at = next === -1 ? group.length : next;
  }
}

function pairsOf(notes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < notes.length; at += 2) offsets.push((notes[at] ?? 0) * 32 + (notes[at + 1] ?? 0));
  return offsets.sort((a, b) => a - b);
}
