import { distance } from 'fastest-levenshtein';
import { lettersOf, soundOf } from '../dictionary/sound.ts';

/** Spoken forms that are written otherwise. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['gonna', ['going', 'to']],
  ['wanna', ['want', 'to']],
  ['gotta', ['got', 'to']],
  ['kinda', ['kind', 'of']],
  ['sorta', ['sort', 'of']],
  ['lemme', ['let', 'me']],
  ['gimme', ['give', 'me']],
  ['dunno', ["don't", 'know']],
  ['cause', ['because']],
  ["'cause", ['because']],
  ['cuz', ['because']],
  ['cannot', ['can', 'not']],
  ['okay', ['ok']],
  ['e-mail', ['email']],
]);
const CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ["n't", 'not'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'m", 'am'],
  ["'d", 'would'],
]);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
]);
const RUN = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a text, each in one form: lower case, contractions and slurs in full; a character each where none are spaced. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().replaceAll('’', "'").match(RUN) ?? []).flatMap((word) =>
    UNSPACED.test(word) ? [...word] : fullForm(word),
  );
}

function fullForm(word: string): readonly string[] {
  const written = WRITTEN.get(word);
  if (written !== undefined) return written.flatMap(fullForm);
  for (const [ending, full] of CONTRACTIONS) {
    if (!word.endsWith(ending) || word.length === ending.length) continue;
    return [IRREGULAR.get(word) ?? word.slice(0, -ending.length), full];
  }
  return [word];
}

/** Tells whether a word of a rewrite was said: itself, inflected, misspelled, or by sound over one to three words. */
export function createSupport(said: readonly string[]): (word: string) => boolean {
  const exact = new Set(said.map(lettersOf));
  const sounds = new Set<string>();
  const byStart = Map.groupBy(exact, (letters) => letters.slice(0, 1));
  for (let at = 0; at < said.length; at += 1) {
    let joined = '';
    for (let size = 1; size <= 3 && at + size <= said.length; size += 1) {
      joined += lettersOf(said[at + size - 1] ?? '');
      if (size > 1) exact.add(joined);
      for (const code of soundOf(joined)) if (code.length > 1) sounds.add(code);
    }
  }
  return (word) => {
    const letters = lettersOf(word);
    if (letters === '' || exact.has(letters)) return true;
    if (letters.length < 3) return false;
    const close = byStart.get(letters.slice(0, 1))?.some((other) => isClose(letters, other)) ?? false;
    return close || soundOf(letters).some((code) => sounds.has(code));
  };
}

/** "walk" and "walked", "recieve" and "receive"; not "car" and "cat". */
function isClose(first: string, second: string): boolean {
  const longest = Math.max(first.length, second.length);
  if (longest < 5 || Math.abs(first.length - second.length) > 3) return false;
  return distance(first, second) / longest <= 0.34;
}

/** How many words of two texts match in order (the longest common subsequence). Time grows with the product. */
export function wordsInOrder(first: readonly string[], second: readonly string[]): number {
  const ids = new Map<string, number>();
  const idOf = (word: string) => {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
  };
  const rows = Int32Array.from(first, idOf);
  const columns = Int32Array.from(second, idOf);
  let previous = new Int32Array(columns.length + 1);
  let current = new Int32Array(columns.length + 1);
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      current[at + 1] =
        row === columns[at] ? (previous[at] ?? 0) + 1 : Math.max(previous[at + 1] ?? 0, current[at] ?? 0);
    }
    [previous, current] = [current, previous];
  }
  return previous[columns.length] ?? 0;
}
