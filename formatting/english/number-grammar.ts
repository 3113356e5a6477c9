import type { Token } from '../token.ts';
import { DIGIT_WORDS, ORDINAL_WORDS, SCALE_WORDS, TEEN_WORDS, TENS_WORDS } from './number-words.ts';

/** A spoken number: its value and the token after it. */
export interface Spoken {
  readonly value: number;
  readonly end: number;
}

/** Reads 0 to 99: "twenty five", "twenty-five", "seven". */
export function readGroup(tokens: readonly Token[], start: number): Spoken | undefined {
  const key = wordAt(tokens, start);
  const single = DIGIT_WORDS.get(key) ?? TEEN_WORDS.get(key);
  if (single !== undefined) return { value: single, end: start + 1 };
  const tens = TENS_WORDS.get(key);
  if (tens === undefined) return undefined;
  const next = afterHyphen(tokens, start + 1);
  const digit = DIGIT_WORDS.get(tokens[next]?.key ?? '');
  const joined = next > start + 1 || tokens[next]?.spaced === true;
  return digit !== undefined && digit > 0 && joined
    ? { value: tens + digit, end: next + 1 }
    : { value: tens, end: start + 1 };
}

/** Reads a whole cardinal number: "one million two hundred thousand and five". */
export function readCardinal(tokens: readonly Token[], start: number): Spoken | undefined {
  let part = readHundreds(tokens, start);
  if (part === undefined) return undefined;
  let total = 0;
  let limit = Number.POSITIVE_INFINITY;
  let end = part.end;
  while (part !== undefined) {
    const scale: number | undefined = SCALE_WORDS.get(wordAt(tokens, part.end));
    if (scale === undefined || scale >= limit) {
      // A second number below the last scale belongs to it; anything else is a number of its own.
      if (total > 0 && part.value >= limit) break;
      total += part.value;
      end = part.end;
      break;
    }
    total += part.value * scale;
    limit = scale;
    end = part.end + 1;
    const next: number = wordAt(tokens, end) === 'and' ? end + 1 : end;
    const following = readHundreds(tokens, next);
    // "and" belongs to the number only before its last, small part: "two thousand and five".
    if (following === undefined || (next > end && following.value >= 100)) break;
    const ends: boolean = SCALE_WORDS.has(wordAt(tokens, following.end));
    if (!ends && following.value >= limit) break;
    part = following;
  }
  return { value: total, end };
}

/** Reads an ordinal: "third", "twenty first", "thirtieth". */
export function readOrdinal(tokens: readonly Token[], start: number): Spoken | undefined {
  const key = wordAt(tokens, start);
  const single = ORDINAL_WORDS.get(key);
  if (single !== undefined) return { value: single, end: start + 1 };
  const tens = TENS_WORDS.get(key);
  const next = afterHyphen(tokens, start + 1);
  const digit = ORDINAL_WORDS.get(tokens[next]?.key ?? '');
  return tens !== undefined && digit !== undefined && digit < 10 ? { value: tens + digit, end: next + 1 } : undefined;
}

/** Reads a year as it is said: "twenty twenty six", "nineteen oh five", "two thousand and eight". */
export function readYear(tokens: readonly Token[], start: number): Spoken | undefined {
  const century = readGroup(tokens, start);
  if (century === undefined) return undefined;
  if (century.value >= 11 && century.value <= 20) {
    const next = wordAt(tokens, century.end);
    const oh = next === 'oh' || next === 'o' ? readGroup(tokens, century.end + 1) : undefined;
    if (oh !== undefined && oh.value > 0 && oh.value < 10)
      return { value: century.value * 100 + oh.value, end: oh.end };
    const rest = readGroup(tokens, century.end);
    if (rest !== undefined && rest.value >= 10) return { value: century.value * 100 + rest.value, end: rest.end };
  }
  const whole = readCardinal(tokens, start);
  return whole !== undefined && whole.value >= 1100 && whole.value < 2100 ? whole : undefined;
}

function readHundreds(tokens: readonly Token[], start: number): Spoken | undefined {
  const group = readGroup(tokens, start);
  if (group === undefined || group.value === 0) return group;
  if (wordAt(tokens, group.end) !== 'hundred') return group;
  const value = group.value * 100;
  const after = group.end + 1;
  const rest = readGroup(tokens, wordAt(tokens, after) === 'and' ? after + 1 : after);
  return rest !== undefined && rest.value > 0 ? { value: value + rest.value, end: rest.end } : { value, end: after };
}

/** The key of a word that stands apart; empty for anything else. */
function wordAt(tokens: readonly Token[], index: number): string {
  const of = tokens[index];
  return of?.kind === 'word' ? of.key : '';
}

function afterHyphen(tokens: readonly Token[], index: number): number {
  const hyphen = tokens[index]?.text === '-' && tokens[index]?.spaced === false;
  return hyphen && tokens[index + 1]?.spaced === false ? index + 1 : index;
}
