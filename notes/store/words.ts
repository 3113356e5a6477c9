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
  const words = new Set<string>();
  const rest: string[] = [];
  for (const chunk of text.split(SPACES)) {
    // No word contains a space, and no rule of Unicode divides a row of ASCII letters and digits. This is several times
    // as fast as the segmenter, and does not depend on its version.
    if (!ASCII.test(chunk)) rest.push(chunk);
    else for (const word of chunk.toLowerCase().split(NOT_ASCII_WORD)) if (word !== '') words.add(cut(word));
  }
  if (rest.length > 0) addSegmented(rest.join(' '), words);
  return words;
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

/** Each prefix of a word up to this length is a term of the index. Longer prefixes are looked up among the words. */
export const BEGINNING_CHARACTERS = 4;
/** Marks a term that is a whole longer word. No word contains it. */
const WHOLE_WORD = '=';

/** The index terms of words: their prefixes of up to four characters, and longer words as a whole. */
export function wordTerms(words: Iterable<string>): Set<string> {
  const terms = new Set<string>();
  for (const word of words) {
    let beginning = '';
    let length = 0;
    for (const character of word) {
      if (length === BEGINNING_CHARACTERS) {
        terms.add(WHOLE_WORD + word);
        break;
      }
      beginning += character;
      length += 1;
      terms.add(beginning);
    }
  }
  return terms;
}

/** Whether one term of the index covers all words with this prefix. */
export function isBeginningTerm(beginning: string): boolean {
  return beginning.length <= BEGINNING_CHARACTERS || [...beginning].length <= BEGINNING_CHARACTERS;
}

/** The first characters of a word. Their list contains all notes with a word that starts with them. */
export function beginningOf(word: string): string {
  return [...word].slice(0, BEGINNING_CHARACTERS).join('');
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
