import { endsPhrase } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { digitsOf, readGroups, sideBySide } from './digits.ts';
import type { NumberContext, Written } from './number-context.ts';
import { readPhrase } from './number-run.ts';
import { DIGIT_WORDS } from './number-words.ts';

/** The minimum number of digits of a telephone number with its country code. */
const MIN_DIGITS_WITH_PLUS = 7;

const TOLL_FREE = wordSet('800 888 877 866 855 844 833');

/** Reads "plus four four seven seven …". The number starts after "plus". */
export function readInternational({ tokens, start, pieces, phrase, before }: NumberContext): Written | undefined {
  if (before !== 'plus' || !startsSum(tokens, start - 1)) return undefined;
  const text = sideBySide(pieces);
  const groups = digitsOf(pieces) === '' ? undefined : readGroups(tokens, phrase, digitsOf(pieces));
  const all = groups?.text ?? text;
  return all.replaceAll('-', '').length >= MIN_DIGITS_WITH_PLUS
    ? { text: `+${all}`, end: groups?.end ?? phrase.end }
    : undefined;
}

/** False if a number precedes "plus", which is then an addition. */
function startsSum(tokens: readonly Token[], plus: number): boolean {
  const before = tokens[plus - 1];
  return before === undefined || !(/\d/u.test(before.text) || readPhrase(tokens, plus - 1) !== undefined);
}

/** Reads "one eight hundred five five five one two one two" as 1-800-555-1212. */
export function readTollFree({ tokens, pieces, phrase }: NumberContext): Written | undefined {
  const words = pieces.flatMap((piece) => piece.words);
  const country = words[0] === 'one';
  const prefix = readPrefix(words, country ? 1 : 0);
  if (prefix === undefined) return undefined;
  const rest = tollFreeDigits(words.slice(prefix.end));
  const head = `${country ? '1-' : ''}${prefix.digits}`;
  if (rest.length > 0 && !/^\d{7}$/u.test(rest)) return undefined;
  if (rest !== '') return { text: `${head}-${rest.slice(0, 3)}-${rest.slice(3)}`, end: phrase.end };
  if (!country) return undefined;
  const groups = readGroups(tokens, phrase, '800');
  const digits = groups.text.split('-').slice(1).join('');
  if (digits.length === 7) return { text: `${head}-${digits.slice(0, 3)}-${digits.slice(3)}`, end: groups.end };
  return tokens[phrase.end]?.key === 'number' || endsPhrase(tokens, phrase.end)
    ? { text: head, end: phrase.end }
    : undefined;
}

/** Reads the prefix "eight hundred" or "eight eight eight". */
function readPrefix(words: readonly string[], at: number): { digits: string; end: number } | undefined {
  if (words[at] === 'eight' && words[at + 1] === 'hundred') return { digits: '800', end: at + 2 };
  const digits = tollFreeDigits(words.slice(at, at + 3));
  return TOLL_FREE.has(digits) ? { digits, end: at + 3 } : undefined;
}

/** Single digits; `?` for any other word. */
function tollFreeDigits(words: readonly string[]): string {
  return words
    .map((word) => (word === 'oh' || word === 'o' ? 0 : DIGIT_WORDS.get(word)))
    .map((digit) => digit ?? '?')
    .join('');
}
