import { isCommonEnglish, isKnownEnglish } from '../english/common-words.ts';
import { isNumberWord } from '../english/number-words.ts';
import { isEnglishWord, properForm } from '../english/proper-names.ts';
import { isJoined, type Pass, startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { write } from './exact.ts';
import { isForeignWord } from './foreign-words.ts';
import type { Dictionary, Entry } from './parse.ts';
import { lettersOf, type Sound, soundOf, soundsLike } from './sound.ts';
import { createSoundIndex, type Name, type SoundIndex } from './sound-index.ts';

/** The maximum number of words that a misheard name may span. */
const MAX_WINDOW = 3;
/** Shorter names are only matched exactly: "C" is not "sea". */
const MIN_NAME = 3;
/** The minimum number of letters of several words; a shorter match is a coincidence. */
const MIN_JOINED = 6;
/** The minimum number of letters of a name that replaces several ordinary words. */
const MIN_NAME_OF_WORDS = 7;
/** The minimum number of letters in languages without a word list. */
const MIN_FOREIGN = 5;
/** The minimum number of letters of a name that is misheard in such a language. */
const MIN_FOREIGN_NAME = 6;
/** Function words, which are not part of a misheard name: "and her son" is not "Anderson". */
const FUNCTION_WORDS = wordSet(
  'a an and are as at be but by can do for from had has have he her him his i if in is it me my no not of on or our she so than that the their them then they this to too up us was we were will with would you your',
);

type WordKind = 'number' | 'glue' | 'known' | 'name' | 'strange';

/** The index and its cached results, kept as long as the dictionary. */
interface NameMatcher {
  readonly index: SoundIndex;
  readonly kinds: Map<string, WordKind>;
  readonly letters: Map<string, string>;
  readonly found: Map<string, Name | undefined>;
}

const MATCHERS = new WeakMap<Dictionary, NameMatcher>();

/** Corrects misheard names of the dictionary, by sound and spelling, over one to three words. */
export const matchNames: Pass = (tokens, { dictionary, language }) => {
  const { english, code } = language;
  const matcher = matcherOf(dictionary);
  if (matcher.index.size === 0) return tokens;
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const current = tokens[at];
    if (current === undefined) continue;
    const found = current.kind === 'word' ? find(tokens, at, matcher, english) : undefined;
    const isWord =
      found !== undefined &&
      !english &&
      isForeignWord(tokens, at, { size: found.size, written: found.name.entry.written, code });
    if (found === undefined || isWord) out.push(current);
    else {
      out.push(write(found.name.entry.written + found.ending, current.spaced));
      at += found.size - 1;
    }
  }
  return out;
};

function matcherOf(dictionary: Dictionary): NameMatcher {
  const known = MATCHERS.get(dictionary);
  if (known !== undefined) return known;
  const matcher = { index: soundIndexOf(dictionary), kinds: new Map(), letters: new Map(), found: new Map() };
  MATCHERS.set(dictionary, matcher);
  return matcher;
}

/** The index of names that may be misheard, without replacements and ordinary words. */
export function soundIndexOf({ entries }: Dictionary): SoundIndex {
  return createSoundIndex(entries.filter(mayBeMisheard));
}

function mayBeMisheard({ replaces, spoken }: Entry): boolean {
  if (replaces || spoken.split(' ').length > MAX_WINDOW) return false;
  const letters = lettersOf(spoken);
  // A name of ordinary words is only matched exactly, where the grammar shows a name.
  return (
    letters.length >= MIN_NAME && !isKnownEnglish(letters) && !spoken.toLowerCase().split(' ').every(isKnownEnglish)
  );
}

interface Found {
  readonly name: Name;
  readonly size: number;
  /** A possessive that the name keeps. */
  readonly ending: string;
}

function find(tokens: readonly Token[], at: number, matcher: NameMatcher, english: boolean): Found | undefined {
  for (let size = windowAt(tokens, at, matcher, english); size > 0; size -= 1) {
    const named = size === 1 && isCapitalized(tokens[at]) && !startsSentence(tokens, at);
    if (!mayBeName(tokens, at, size, matcher, english, named)) continue;
    const keys = Array.from({ length: size }, (_, offset) => tokens[at + offset]?.key ?? '');
    const memory = `${named ? '^' : ''}${keys.join(' ')}`;
    if (!matcher.found.has(memory)) matcher.found.set(memory, search(keys, matcher, english));
    const name = matcher.found.get(memory);
    if (name === undefined) continue;
    const last = tokens[at + size - 1]?.text ?? '';
    return { name, size, ending: /['’]s$/u.test(last) ? last.slice(-2) : '' };
  }
  return undefined;
}

/**
 * The number of words in a row that a name may span: no marks, hyphens or atoms between them, and no function words.
 */
function windowAt(tokens: readonly Token[], start: number, matcher: NameMatcher, english: boolean): number {
  let size = 0;
  while (size < MAX_WINDOW) {
    const of = tokens[start + size];
    if (of?.kind !== 'word' || (size > 0 && !of.spaced) || isJoined(tokens, start + size)) break;
    const kind = kindOf(of.key, matcher);
    if (kind === 'number' || (size > 0 && english && kind === 'glue')) break;
    size += 1;
    if (english && kind === 'glue') break;
  }
  return size;
}

function kindOf(key: string, { kinds }: NameMatcher): WordKind {
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const kind = kindOfNew(key);
  kinds.set(key, kind);
  return kind;
}

function kindOfNew(key: string): WordKind {
  if (isNumberWord(key)) return 'number';
  if (FUNCTION_WORDS.has(key)) return 'glue';
  if (isEnglishWord(key)) return 'known';
  return properForm(key) === undefined ? 'strange' : 'name';
}

/**
 * Whether words may be a misheard name: unknown words, or a word that the recognizer capitalized. Ordinary words stay.
 */
function mayBeName(
  tokens: readonly Token[],
  at: number,
  size: number,
  matcher: NameMatcher,
  english: boolean,
  named: boolean,
): boolean {
  const key = tokens[at]?.key ?? '';
  if (size === 1 && english) {
    const kind = kindOf(key, matcher);
    return named ? !isCommonEnglish(key) : kind === 'strange' || kind === 'name';
  }
  let length = 0;
  for (let offset = 0; offset < size; offset += 1) length += tokens[at + offset]?.key.length ?? 0;
  return length >= (english ? MIN_JOINED : MIN_FOREIGN) && (size === 1 || matcher.index.fits(length));
}

function search(words: readonly string[], matcher: NameMatcher, english: boolean): Name | undefined {
  const { index } = matcher;
  const keys = words.map((key, at) => (at === words.length - 1 ? key.replace(/'s$/u, '') : key));
  const letters = keys.map((key) => lettersIn(key, matcher.letters)).join('');
  if (letters.length < MIN_NAME || !index.fits(letters.length)) return undefined;
  // A well-known name among several words is not misheard: "see anna" is not "Susanna".
  const strange = keys.some((key) => kindOf(key, matcher) === 'strange') || keys.length === 1;
  // For several ordinary words only the spelling counts, not the sound.
  const ordinary = english && keys.length > 1 && !strange;
  const common = ordinary && keys.every(isCommonEnglish);
  const sound = ordinary ? [] : soundOf(letters);
  let best: { name: Name; score: number } | undefined;
  index.visit(letters, sound, (name, score) => {
    if (best !== undefined && score >= best.score) return;
    // "Car men" is not "Carmen". Two common words may be a coined name ("super base") or one with two capitals.
    if (common && !isCoined(name)) return;
    const alike = ordinary
      ? score <= 0.25 && name.letters.length >= MIN_NAME_OF_WORDS
      : isAlike(score, letters, sound, name, { english, strange, words: keys.length });
    if (score === 0 || alike) best = { name, score };
  });
  return (best as { name: Name } | undefined)?.name;
}

/** Whether a name has a capital inside (TypeScript), or is long and no well-known name (Supabase). */
function isCoined({ letters, entry: { written } }: Name): boolean {
  return (
    /\p{L}[\p{Lu}\s-]/u.test(written) || (letters.length >= MIN_NAME_OF_WORDS && properForm(letters) === undefined)
  );
}

function lettersIn(key: string, memory: Map<string, string>): string {
  if (/^[a-z]+$/.test(key)) return key;
  const known = memory.get(key) ?? lettersOf(key);
  memory.set(key, known);
  return known;
}

interface Heard {
  readonly english: boolean;
  /** One of the words is not an English word. */
  readonly strange: boolean;
  readonly words: number;
}

/**
 * Whether a text and a name are alike.
 * @param score the share of letters in which they differ
 */
function isAlike(
  score: number,
  letters: string,
  sound: Sound,
  { letters: name, sound: nameSound }: Name,
  { english, strange, words }: Heard,
): boolean {
  const alike = soundsLike(sound, nameSound);
  // An inflected word is not a misheard name: "claro" is not "Clara".
  if (!english) return alike && score <= 0.2 && name.length >= MIN_FOREIGN_NAME && letters.at(-1) === name.at(-1);
  if (strange && alike && score <= (name.length > 6 ? 0.5 : 0.4)) return true;
  if (words === 1 && alike && score <= 0.34) return true;
  return score <= 0.2 && name.length >= 5 && letters[0] === name[0];
}

function isCapitalized(of: Token | undefined): boolean {
  return of !== undefined && /^\p{Lu}\p{Ll}/u.test(of.text);
}
