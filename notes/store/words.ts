import { STEM_CHARACTERS } from './index-layout.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Only the first 32 characters of a word are compared, which limits the cost of a word in the index. */
const MAX_CHARACTERS = 32;

const ASCII = /^[\x20-\x7e]*$/;
const SPACES = /[ \t\n\r]+/;
const NOT_ASCII_WORD = /[^a-z0-9]+/;
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and the Arabic tatweel; no vowel signs. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;
/** Katakana is used for foreign words. The dictionaries know few of them, and treat 東京タワー as one word. */
const KATAKANA_OR_NOT = /\p{scx=Katakana}+|[^\p{scx=Katakana}]+/gu;
/** Letters with a stroke and ligatures, which Unicode does not decompose, as people type them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const PLAINED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * The words of a text in normalized form: without case, accents and width, in any script. For scripts without spaces
 * between words (Chinese, Japanese, Thai), `Intl.Segmenter` uses its dictionaries.
 */
export function wordsOf(text: string): Set<string> {
  const { plain, divided } = divideWords(text);
  return new Set([...plain, ...divided]);
}

/** The words of a text: those of ASCII, and those that another version of Unicode may divide differently. */
export function divideWords(text: string): { plain: Set<string>; divided: Set<string> } {
  const [plain, divided] = [new Set<string>(), new Set<string>()];
  const [ascii, others]: [string[], string[]] = [[], []];
  // No word contains a space, and no rule of Unicode divides a row of ASCII letters and digits.
  for (const chunk of text.split(SPACES)) (ASCII.test(chunk) ? ascii : others).push(chunk);
  for (const word of ascii.join(' ').toLowerCase().split(NOT_ASCII_WORD)) if (word !== '') plain.add(cut(word));
  if (others.length > 0) addSegmented(others.join(' '), divided);
  return { plain, divided };
}

function addSegmented(text: string, words: Set<string>): void {
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    // Unicode keeps words with an apostrophe together, but école must find l'école.
    for (const part of fold(segment).split(SEPARATORS)) {
      for (const word of part.match(KATAKANA_OR_NOT) ?? []) words.add(cut(word));
    }
  }
}

/** Each prefix of a word up to this length is a term of the index. Longer words are in groups. */
const BEGINNING_CHARACTERS = STEM_CHARACTERS - 1;
const SURROGATES = /[\ud800-\udfff]/;

/** The index terms of words: their first one and two characters. */
export function beginningTerms(words: Iterable<string>): Set<string> {
  const terms = new Set<string>();
  for (const word of words) for (const term of prefixTerms(word)) terms.add(term);
  return terms;
}

/** The prefixes of a word that are terms. */
export function prefixTerms(word: string): string[] {
  // Two characters of the Basic Multilingual Plane are two code units.
  const characters = SURROGATES.test(word.slice(0, 2 * BEGINNING_CHARACTERS)) ? [...word] : word;
  const prefixes: string[] = [];
  for (let length = 1; length <= Math.min(BEGINNING_CHARACTERS, characters.length); length += 1) {
    prefixes.push(typeof characters === 'string' ? characters.slice(0, length) : characters.slice(0, length).join(''));
  }
  return prefixes;
}

/** Whether a term covers all words with this prefix. Otherwise the words are in the group of their first characters. */
export function isBeginningTerm(prefix: string): boolean {
  if (prefix.length > 2 * BEGINNING_CHARACTERS) return false; // a character has at most two code units
  return prefix.length <= BEGINNING_CHARACTERS || [...prefix].length <= BEGINNING_CHARACTERS;
}

/** The words of a query. A word that is a prefix of another is left out, because the longer one implies it. */
export function queryWords(query: string): string[] {
  if (query === '') return []; // most lists have no query, and the segmenter costs a few microseconds even then
  const words = [...wordsOf(query)].sort();
  return words.filter((word, index) => !words[index + 1]?.startsWith(word));
}

function fold(segment: string): string {
  if (ASCII.test(segment)) return segment.toLowerCase();
  const bare = segment.normalize('NFKD').replace(MARKS, '');
  // Converts to upper case first, because that expands ß to its plain letters.
  const lower = bare.toUpperCase().toLowerCase();
  return lower.replace(PLAINED, (letter) => PLAIN[letter] ?? letter).normalize('NFKC');
}

function cut(word: string): string {
  return word.length <= MAX_CHARACTERS ? word : [...word].slice(0, MAX_CHARACTERS).join('');
}
