const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words are told apart by their first 32 characters, which bounds what one word costs in the index. */
const MAX_CHARACTERS = 32;

const ASCII = /^[\x20-\x7e]*$/;
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and the Arabic tatweel; no vowel signs. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;
/** Katakana writes words of other languages: the dictionaries know few of them, and take 東京タワー for one word. */
const KATAKANA_OR_NOT = /\p{scx=Katakana}+|[^\p{scx=Katakana}]+/gu;
/** Letters with a stroke and ligatures, which Unicode does not decompose, as people type them without. */
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
 * The words of a text in the form in which they are compared: without case, accents and width, in any script.
 * Where words are written together (Chinese, Japanese, Thai), `Intl.Segmenter` knows them by its dictionaries.
 */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    // An apostrophe joins for Unicode, but l'école must be found by école.
    for (const part of fold(segment).split(SEPARATORS)) {
      for (const word of part.match(KATAKANA_OR_NOT) ?? []) words.add(cut(word));
    }
  }
  return words;
}

/** Up to this length, each beginning of a word is a term of the index; longer ones are looked up among the words. */
export const BEGINNING_CHARACTERS = 4;
/** Marks a term that is a whole word, longer than that. No word holds it. */
const WHOLE_WORD = '=';

/** The terms that words are indexed under: their beginnings of up to four characters, and longer words whole. */
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

/** Whether the index has one term for all words that begin so. */
export function isBeginningTerm(beginning: string): boolean {
  return beginning.length <= BEGINNING_CHARACTERS || [...beginning].length <= BEGINNING_CHARACTERS;
}

/** The first characters of a word, whose list holds all notes in which a word begins with all of them. */
export function beginningOf(word: string): string {
  return [...word].slice(0, BEGINNING_CHARACTERS).join('');
}

/** The words of a query; one that another begins with is left out, as the longer one implies it. */
export function queryWords(query: string): string[] {
  if (query === '') return []; // most lists: the segmenter costs a few microseconds even of nothing
  const words = [...wordsOf(query)].sort();
  return words.filter((word, index) => !words[index + 1]?.startsWith(word));
}

function fold(segment: string): string {
  if (ASCII.test(segment)) return segment.toLowerCase();
  const bare = segment.normalize('NFKD').replace(MARKS, '');
  // By way of upper case, as ß has only there its plain letters.
  const lower = bare.toUpperCase().toLowerCase();
  return lower.replace(PLAINED, (letter) => PLAIN[letter] ?? letter).normalize('NFKC');
}

function cut(word: string): string {
  return word.length <= MAX_CHARACTERS ? word : [...word].slice(0, MAX_CHARACTERS).join('');
}
