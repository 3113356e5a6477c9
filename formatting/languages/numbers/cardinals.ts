import type { CardinalWords, Spoken } from './grammar.ts';

/** The least rest after millions. "Dos millones cinco" may be two numbers. */
const LEAST_AFTER_MILLIONS = 100;

/** Reads the longest whole number that starts at a word. */
export function readCardinal(grammar: CardinalWords, words: readonly string[], at: number): Spoken | undefined {
  let part = readBelowMillion(grammar, words, at);
  let total = 0;
  let end = at;
  let limit = Number.POSITIVE_INFINITY;
  while (part !== undefined) {
    const scale: number | undefined = grammar.scales.get(words[part.end] ?? '');
    if (scale === undefined) {
      if (end === at) return part;
      return part.value >= LEAST_AFTER_MILLIONS ? { value: total + part.value, end: part.end } : { value: total, end };
    }
    if (scale >= limit || part.value === 0) break;
    total += part.value * scale;
    limit = scale;
    end = part.end + 1;
    part = readBelowMillion(grammar, words, end);
  }
  return end === at ? undefined : { value: total, end };
}

function readBelowMillion(grammar: CardinalWords, words: readonly string[], at: number): Spoken | undefined {
  const isThousand = (index: number) => grammar.thousand.has(words[index] ?? '');
  const count = isThousand(at) ? { value: 1, end: at } : readBelowThousand(grammar, words, at);
  if (count === undefined || !isThousand(count.end)) return count;
  // "Un mil" is no number; German says "eintausend".
  if (count.value === 0 || count.value >= 1_000 || (count.value === 1 && count.end > at && grammar.link === undefined))
    return count;
  const value = count.value * 1_000;
  const after = count.end + 1;
  const rest = readBelowThousand(grammar, words, words[after] === grammar.link ? after + 1 : after);
  // "Dos mil tres mil" is two numbers.
  if (rest === undefined || rest.value === 0 || rest.value >= 1_000 || isThousand(rest.end))
    return { value, end: after };
  return { value: value + rest.value, end: rest.end };
}

function readBelowThousand(grammar: CardinalWords, words: readonly string[], at: number): Spoken | undefined {
  const hundreds = grammar.hundreds(words, at);
  if (hundreds === undefined) return grammar.below100(words, at);
  const after = words[hundreds.end] === grammar.link ? hundreds.end + 1 : hundreds.end;
  const rest = grammar.below100(words, after);
  if (rest === undefined || rest.value === 0 || rest.value >= 100) return hundreds;
  // "Deux cent trois cents" is two numbers.
  if (grammar.hundreds(words, after) !== undefined) return hundreds;
  return { value: hundreds.value + rest.value, end: rest.end };
}
