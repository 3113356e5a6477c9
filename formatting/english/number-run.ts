import type { Token } from '../token.ts';
import { readCardinal, readOrdinal, readSmall } from './cardinals.ts';
import { DIGIT_WORDS, isNumberWord, ORDINAL_WORDS, SCALE_WORDS } from './number-words.ts';

/**
 * A part of a spoken number phrase.
 * - `number`: a whole number, "two hundred and five"
 * - `ordinal`: "twenty first"
 * - `zero`: "oh" among digits
 * - `repeat`: "double five"
 * - `fraction`: a point and its digits, "point one four"
 * - `half`: the "and a half" of "two and a half"
 * - `scale`: the "million" of "two point five million"
 */
export type PieceKind = 'number' | 'ordinal' | 'zero' | 'repeat' | 'fraction' | 'half' | 'scale';

export interface Piece {
  readonly kind: PieceKind;
  readonly value: number;
  /** The digits in an identifier: "404" for "four oh four". */
  readonly digits: string;
  readonly words: readonly string[];
}

/** Number words without a pause between them. They are understood as a whole or stay as they were said. */
export interface Phrase {
  /** Undefined if the words are no sequence of numbers. */
  readonly pieces: readonly Piece[] | undefined;
  /** The token after the pieces. */
  readonly end: number;
  /** The token after all number words of the run, including those after an "and" that joins two numbers. */
  readonly runEnd: number;
  /** Whether "and" and another number follow. */
  readonly joined: boolean;
}

const TIMES: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** A longer run stays as it was said. The limit keeps reading linear. */
const MAX_WORDS = 64;
const LARGE_ORDINALS = new Set(['hundredth', 'thousandth', 'millionth', 'billionth']);

/** The phrases of a list of tokens by their start. Each is asked for several times. */
const phrases = new WeakMap<readonly Token[], Map<number, Phrase | undefined>>();

/** Reads the number phrase that starts at a token. Undefined if none does. The tokens must not change afterwards. */
export function readPhrase(tokens: readonly Token[], start: number): Phrase | undefined {
  const known = phrases.get(tokens) ?? new Map<number, Phrase | undefined>();
  if (known.has(start)) return known.get(start);
  if (known.size === 0) phrases.set(tokens, known);
  const phrase = readPhraseAnew(tokens, start);
  known.set(start, phrase);
  return phrase;
}

function readPhraseAnew(tokens: readonly Token[], start: number): Phrase | undefined {
  const run = readRun(tokens, start);
  if (run === undefined) return undefined;
  const { words, ends } = run;
  const runEnd = ends.at(-1) ?? start;
  if (words.length === MAX_WORDS) return { pieces: undefined, end: runEnd, runEnd, joined: false };
  const pieces: Piece[] = [];
  let at = 0;
  while (at < words.length && words[at] !== 'and') {
    const read = readPiece(words, at, pieces.at(-1)?.kind);
    if (read === undefined) return { pieces: undefined, end: runEnd, runEnd, joined: false };
    pieces.push(read.piece);
    at = read.end;
    if (words[at] === 'and' && words[at + 1] === 'a' && words[at + 2] === 'half') {
      pieces.push({ kind: 'half', value: 0.5, digits: '?', words: ['and', 'a', 'half'] });
      at += 3;
    }
  }
  return { pieces, end: ends[at - 1] ?? runEnd, runEnd, joined: at < words.length };
}

interface Run {
  readonly words: readonly string[];
  /** The token after each word. */
  readonly ends: readonly number[];
}

function readRun(tokens: readonly Token[], start: number): Run | undefined {
  const words: string[] = [];
  const ends: number[] = [];
  let index = start;
  for (;;) {
    const hyphen = words.length > 0 && isHyphen(tokens, index);
    const next = hyphen ? index + 1 : index;
    const current = tokens[next];
    if (current?.kind !== 'word' || (words.length > 0 && !hyphen && !current.spaced)) break;
    if (!belongs(current.key, words.at(-1), tokens[next + 1]?.key ?? '', tokens[next + 2]?.key ?? '')) break;
    words.push(current.key);
    index = next + 1;
    ends.push(index);
    if (isOrdinalWord(current.key) || words.length === MAX_WORDS) break;
  }
  return words.length > 0 ? { words, ends } : undefined;
}

/** Whether a word starts or continues a run of number words. */
function belongs(word: string, previous: string | undefined, next: string, afterNext: string): boolean {
  if (isNumberWord(word)) return true;
  const first = previous === undefined;
  switch (word) {
    case 'a':
    case 'an':
      if (first || previous === 'half') return next === 'hundred' || SCALE_WORDS.has(next);
      return previous === 'and' && (next === 'hundred' || next === 'half' || SCALE_WORDS.has(next));
    case 'half':
      return first ? (next === 'a' || next === 'an') && SCALE_WORDS.has(afterNext) : previous === 'a';
    case 'and':
      if (first || previous === 'and') return false;
      return isNumberWord(next) || isOrdinalWord(next) || (next === 'a' && isCounted(afterNext));
    case 'oh':
      return DIGIT_WORDS.has(next) || next === 'oh' || (!first && isNumberWord(previous));
    case 'o':
      return !first && (DIGIT_WORDS.has(next) || next === 'o');
    case 'double':
    case 'triple':
      return DIGIT_WORDS.has(next) || next === 'oh';
    case 'point':
      return DIGIT_WORDS.has(next) || next === 'oh' || (!first && isNumberWord(next));
    default:
      return isOrdinalWord(word);
  }
}

/** Words after "and a" in a number: "and a half", "and a hundred". */
function isCounted(word: string): boolean {
  return word === 'half' || word === 'hundred' || SCALE_WORDS.has(word);
}

/** True for a word that can end an ordinal. */
export function isOrdinalWord(word: string): boolean {
  return ORDINAL_WORDS.has(word) || LARGE_ORDINALS.has(word);
}

function readPiece(words: readonly string[], at: number, last: PieceKind | undefined) {
  const word = words[at] ?? '';
  const piece = (kind: PieceKind, value: number, digits: string, end: number) => ({
    piece: { kind, value, digits, words: words.slice(at, end) },
    end,
  });
  if (word === 'oh' || word === 'o') return piece('zero', 0, '0', at + 1);
  if (word === 'point') {
    const fraction = readFraction(words, at + 1);
    return fraction === undefined ? undefined : piece('fraction', 0, fraction.digits, fraction.end);
  }
  const scale = SCALE_WORDS.get(word);
  if (scale !== undefined) {
    return last === 'fraction' || last === 'half' ? piece('scale', scale, '?', at + 1) : undefined;
  }
  const times = TIMES.get(word);
  if (times !== undefined) {
    const digit = digitOf(words[at + 1] ?? '') ?? 0;
    return piece('repeat', digit, String(digit).repeat(times), at + 2);
  }
  const ordinal = readOrdinal(words, at);
  if (ordinal !== undefined) return piece('ordinal', ordinal.value, '?', ordinal.end);
  const cardinal = readCardinal(words, at);
  if (cardinal === undefined) return undefined;
  return piece('number', cardinal.value, String(cardinal.value), cardinal.end);
}

/** Reads the digits after "point": "one four one" is 141, "twenty five" is 25. */
function readFraction(words: readonly string[], start: number): { digits: string; end: number } | undefined {
  let digits = '';
  let end = start;
  for (let digit = digitOf(words[end] ?? ''); digit !== undefined; digit = digitOf(words[end] ?? '')) {
    digits += digit;
    end += 1;
  }
  if (digits !== '') return { digits, end };
  const small = readSmall(words, start);
  return small === undefined ? undefined : { digits: String(small.value), end: small.end };
}

function digitOf(word: string): number | undefined {
  return word === 'oh' || word === 'o' ? 0 : DIGIT_WORDS.get(word);
}

function isHyphen(tokens: readonly Token[], index: number): boolean {
  const hyphen = tokens[index]?.text === '-' && tokens[index]?.spaced === false;
  return hyphen && tokens[index + 1]?.spaced === false;
}
