const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words are told apart by their first 32 characters, which bounds what one word costs in the index. */
const MAX_CHARACTERS = 32;

const ASCII = /^[\x20-\x7e]*$/;
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and the Arabic tatweel; no vowel signs. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;
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
    for (const part of fold(segment).split(SEPARATORS)) if (part !== '') words.add(cut(part));
  }
  return words;
}

/** Everything that the words begin with, themselves included: what is indexed, so that any query word is one term. */
export function prefixesOf(words: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const word of words) {
    let prefix = '';
    for (const character of word) {
      prefix += character;
      prefixes.add(prefix);
    }
  }
  return prefixes;
}

/** The words of a query; one that another begins with is left out, as the longer one implies it. */
export function queryWords(query: string): string[] {
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
