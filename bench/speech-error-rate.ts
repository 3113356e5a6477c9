/** The number of wrong words and of words in the reference. */
export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

const CONTRACTIONS: Readonly<Record<string, string>> = {
  "won't": 'will not',
  "can't": 'can not',
  cannot: 'can not',
  "let's": 'let us',
  "ain't": 'is not',
  "shan't": 'shall not',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'got to',
};
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'m\b/g, ' am'],
  [/\b(it|that|there|here|what|where|who|how|he|she)'s\b/g, '$1 is'],
];
const FILLERS = /\b(?:uh|um|hmm|mm|mhm|er|erm)\b/g;
const WORDS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  dr: 'doctor',
  ok: 'okay',
  oclock: "o'clock",
};
const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * The words of a text without differences of style, like Whisper's English normalizer: case, punctuation, accents,
 * fillers, contractions, numbers.
 */
export function normalizeWords(text: string): string[] {
  let plain = text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[[(<][^\])>]*[\])>]/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(FILLERS, ' ')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/%/g, ' percent')
    .replace(/\$(\d+)/g, '$1 dollars')
    .replace(/&/g, ' and ');
  plain = plain.replace(/[\p{L}']+/gu, (word) => CONTRACTIONS[word] ?? word);
  for (const [ending, full] of ENDINGS) plain = plain.replace(ending, full);
  return plain
    .replace(/\b\d{1,6}\b/g, (digits) => spellNumber(Number(digits)))
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .flatMap((word) => (word === '' ? [] : [WORDS[word] ?? word]));
}

/** Word errors by edit distance over normalized words. */
export function countWordErrors(reference: string, hypothesis: string): WordErrors {
  const said = normalizeWords(reference);
  const heard = normalizeWords(hypothesis);
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (let column = 1; column <= heard.length; column++) {
      const substitution = (row[column - 1] ?? 0) + (heard[column - 1] === word ? 0 : 1);
      next.push(Math.min(substitution, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row[heard.length] ?? 0, words: said.length };
}

/** A number below a million in words. */
function spellNumber(value: number): string {
  if (value < 20) return UNITS[value] ?? '';
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${rest(value % 10, ' ')}`;
  if (value < 1_000) return `${UNITS[Math.floor(value / 100)]} hundred${rest(value % 100, ' and ')}`;
  return `${spellNumber(Math.floor(value / 1_000))} thousand${rest(value % 1_000, ' ')}`;
}

function rest(value: number, joint: string): string {
  return value === 0 ? '' : `${joint}${spellNumber(value)}`;
}
