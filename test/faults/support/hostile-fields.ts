import {
  MAX_CONTEXT_BYTES,
  MAX_DICTIONARY_BYTES,
  MAX_EXTRA_INSTRUCTIONS_BYTES,
  MAX_RAW_TEXT_BYTES,
} from '../../../formatting/limits.ts';
import { pick, random } from '../../formatting/support-random.ts';

/** The text fields of a dictation and their limits in bytes. */
export const FIELD_LIMITS = {
  text: MAX_RAW_TEXT_BYTES,
  dictionary: MAX_DICTIONARY_BYTES,
  context: MAX_CONTEXT_BYTES,
  extraInstructions: MAX_EXTRA_INSTRUCTIONS_BYTES,
} as const;

export type TextField = keyof typeof FIELD_LIMITS;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const CHINESE = [...'我们用克劳德写代码天气很好公园去吧今明昨'];

const word = (next: () => number, length: number) => Array.from({ length }, () => pick(next, LETTERS)).join('');

/** Names that sound alike: the same consonants with any vowels between them. */
const vowelled = (next: () => number) =>
  [...'krtnsmd'].map((consonant) => consonant + pick(next, [...'aeiou']).repeat(1 + Math.floor(next() * 2))).join('');

/** Makes a piece of a field; pieces are joined until the field is full. */
const PIECES: Readonly<Record<string, (next: () => number) => string>> = {
  'random words': (next) => word(next, 7),
  'words of one sound': vowelled,
  'one short word': () => 'a',
  'one word and a short one': (next) => `aa ${word(next, 1)}`,
  'words in camel case': (next) => `${word(next, 4)}X${word(next, 3)}`,
  'long words': (next) => word(next, 110),
  'Chinese without spaces': (next) => Array.from({ length: 6 }, () => pick(next, CHINESE)).join(''),
  'marks and letters': (next) => `a${pick(next, ['.', '-', "'", '/', '@', '_', '"', '(', '`'])}a`,
  replacements: (next) => `${word(next, 3)} => ${word(next, 3)}`,
  'words of the rules': (next) =>
    pick(
      next,
      'comma,no wait,i mean,twenty,hundred,dot,at,quote,new line,bullet point,number one,scratch that,um,what is,monday,half,the,not,very very'.split(
        ',',
      ),
    ),
  'accents and half characters': (next) => pick(next, ['é\u0301\u0301', '\uD800', 'ﬁ', '𝟙', 'ß', '\u0085', '٣']),
};

export const HOSTILE_KINDS = Object.keys(PIECES);

/** A field of a kind, filled to a number of bytes; the same for the same seed. */
export function fillField(kind: string, bytes: number, seed: number): string {
  const next = random(seed);
  const piece = PIECES[kind] ?? (() => kind);
  const separator = kind === 'Chinese without spaces' ? '' : ' ';
  const pieces: string[] = [];
  let size = 0;
  for (;;) {
    const made = piece(next);
    size += Buffer.byteLength(made.toWellFormed()) + separator.length;
    if (size > bytes) return pieces.join(separator);
    pieces.push(made);
  }
}

/** The same field as lines, which is how names and `key: value` pairs are read. */
export function fillLines(kind: string, bytes: number, seed: number): string {
  return fillField(kind, bytes, seed).replaceAll(/(\S+(?: \S+)?) /gu, '$1\n');
}
