import { distance } from 'fastest-levenshtein';
import { isFrequentEnglish, isKnownEnglish } from '../english/common-words.ts';
import { isNumberWord } from '../english/number-words.ts';
import { isJoined, type Pass, startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { write } from './exact.ts';
import type { Entry } from './parse.ts';
import { lettersOf, type Sound, soundOf, soundsLike } from './sound.ts';

/** A name is misheard as at most so many words. */
const LONGEST_WINDOW = 3;
/** Shorter names are matched exactly or not at all: "C" is not "sea". */
const SHORTEST_NAME = 3;
/** Words that hold sentences together are no part of a misheard name: "and her son" is not "Anderson". */
const GLUE = new Set(
  'a an and are as at be but by can do for from had has have he her him his i if in is it me my no not of on or our she so than that the their them then they this to too up us was we were will with would you your'.split(
    ' ',
  ),
);

interface Name {
  readonly entry: Entry;
  readonly letters: string;
  readonly sound: Sound;
}

/** Finds the dictionary's names where they were misheard: by sound and spelling, over one to three words. */
export const recallNames: Pass = (tokens, { dictionary, language }) => {
  const names = namesOf(dictionary.entries);
  if (names.length === 0) return tokens;
  const index = indexOf(names);
  const unknown = new Map<string, Name | undefined>();
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const current = tokens[at];
    if (current === undefined) continue;
    const found = find(tokens, at, index, language.english, unknown);
    if (found === undefined) out.push(current);
    else {
      out.push(write(found.name.entry.written + found.ending, current.spaced));
      at += found.size - 1;
    }
  }
  return out;
};

function namesOf(entries: readonly Entry[]): Name[] {
  return entries
    .filter(({ replaces, spoken }) => !replaces && spoken.split(' ').length <= LONGEST_WINDOW)
    .map((entry) => {
      const letters = lettersOf(entry.spoken);
      return { entry, letters, sound: soundOf(letters) };
    })
    .filter(({ letters }) => letters.length >= SHORTEST_NAME && !isKnownEnglish(letters));
}

type Index = ReadonlyMap<string, readonly Name[]>;

/** Names by the first sound of each of their codes: what cannot sound alike is never compared. */
function indexOf(names: readonly Name[]): Index {
  const index = new Map<string, Name[]>();
  const add = (key: string, name: Name) => index.set(key, [...(index.get(key) ?? []), name]);
  for (const name of names) {
    for (const first of new Set(name.sound.map((code) => code[0] ?? ''))) add(first, name);
    if (name.sound.length === 0) add('', name);
  }
  return index;
}

interface Found {
  readonly name: Name;
  readonly size: number;
  /** A possessive that the name keeps. */
  readonly ending: string;
}

function find(
  tokens: readonly Token[],
  at: number,
  index: Index,
  english: boolean,
  memory: Map<string, Name | undefined>,
): Found | undefined {
  for (let size = LONGEST_WINDOW; size > 0; size -= 1) {
    const words = windowAt(tokens, at, size);
    if (words === undefined) continue;
    const last = words.at(-1)?.text ?? '';
    const ending = /['’]s$/u.test(last) ? last.slice(-2) : '';
    const named = size === 1 && isCapitalized(words[0]) && !startsSentence(tokens, at);
    const key = `${named ? '^' : ''}${words.map((of) => of.key).join(' ')}`;
    if (!memory.has(key)) memory.set(key, recall(words, index, english, named));
    const name = memory.get(key);
    if (name !== undefined) return { name, size, ending };
  }
  return undefined;
}

/** So many words in a row without a mark, a hyphen or an atom between. */
function windowAt(tokens: readonly Token[], start: number, size: number): readonly Token[] | undefined {
  const words: Token[] = [];
  for (let at = start; at < start + size; at += 1) {
    const of = tokens[at];
    if (of?.kind !== 'word' || isNumberWord(of.key) || (at > start && !of.spaced) || isJoined(tokens, at))
      return undefined;
    words.push(of);
  }
  return words;
}

function recall(words: readonly Token[], index: Index, english: boolean, named: boolean): Name | undefined {
  const keys = words.map(({ key }, at) => (at === words.length - 1 ? key.replace(/'s$/u, '') : key));
  const letters = lettersOf(keys.join(''));
  if (letters.length < SHORTEST_NAME || !mayBeName(keys, letters, english, named)) return undefined;
  const sound = soundOf(letters);
  const candidates = new Set(
    sound.length === 0 ? index.get('') : sound.flatMap((code) => index.get(code[0] ?? '') ?? []),
  );
  let best: { name: Name; score: number } | undefined;
  for (const name of candidates) {
    const score = scoreOf(letters, sound, name, keys, english);
    if (score !== undefined && (best === undefined || score < best.score)) best = { name, score };
  }
  return best?.name;
}

/**
 * Ordinary words are themselves: only what no English sentence would hold, or a name the recognizer wrote, is recalled.
 */
function mayBeName(keys: readonly string[], letters: string, english: boolean, named: boolean): boolean {
  if (!english) return letters.length >= 5;
  if (keys.length === 1) return named ? !isFrequentEnglish(keys[0] ?? '') : !isKnownEnglish(keys[0] ?? '');
  if (keys.some((key) => GLUE.has(key))) return false;
  return letters.length >= 6;
}

/** The lower the closer; undefined when the two are not the same name. */
function scoreOf(
  letters: string,
  sound: Sound,
  { letters: name, sound: nameSound }: Name,
  keys: readonly string[],
  english: boolean,
): number | undefined {
  const longest = Math.max(letters.length, name.length);
  if (Math.abs(letters.length - name.length) > Math.max(2, longest * 0.35)) return undefined;
  const score = distance(letters, name) / longest;
  if (score === 0) return 0;
  const alike = soundsLike(sound, nameSound);
  if (!english) return alike && score <= 0.2 ? score : undefined;
  const strange = keys.some((key) => !isKnownEnglish(key));
  if (strange && alike && score <= (name.length > 6 ? 0.5 : 0.4)) return score;
  if (keys.length > 1 && !strange)
    return score <= 0.25 && name.length >= 7 && (alike || score <= 0.23) ? score : undefined;
  if (keys.length === 1 && alike && score <= 0.34) return score;
  return score <= 0.2 && name.length >= 5 && letters[0] === name[0] ? score : undefined;
}

function isCapitalized(of: Token | undefined): boolean {
  return of !== undefined && /^\p{Lu}\p{Ll}/u.test(of.text);
}
