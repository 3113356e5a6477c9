import { endsPhrase } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import type { Phrase, Piece } from './number-run.ts';

/** A spoken number phrase and the words around it. */
export interface NumberContext {
  readonly tokens: readonly Token[];
  /** The first token of the phrase. */
  readonly start: number;
  readonly phrase: Phrase;
  readonly pieces: readonly Piece[];
  /** The word before the phrase, or an empty string. */
  readonly before: string;
  /** The word after the phrase, or an empty string. */
  readonly next: string;
  /** The word after {@link next}, or an empty string. */
  readonly afterNext: string;
}

/** How a phrase is written. */
export interface Written {
  /** Undefined if the words up to `end` stay as they were said. */
  readonly text: string | undefined;
  readonly end: number;
  /** The unit that a range shares with its first number: "twenty to thirty percent", "two to four pm". */
  readonly unit?: 'money' | 'percent' | 'half';
}

/** Function words that start a new phrase, so that the number before them counts nothing. */
const CLOSING = wordSet(
  'and or but so because if when while then than that which who at on in by to for from with of until till since as is was are were will would can could should has have had it we i you he she they the a an my your his her our their this there please per each every plus not no',
);

/** Collects the words around a phrase. */
export function contextOf(tokens: readonly Token[], start: number, phrase: Phrase, pieces: readonly Piece[]) {
  const wordAt = (index: number) => (tokens[index]?.spaced === false ? '' : (tokens[index]?.key ?? ''));
  const context: NumberContext = {
    tokens,
    start,
    phrase,
    pieces,
    before: tokens[start - 1]?.key ?? '',
    next: wordAt(phrase.end),
    afterNext: wordAt(phrase.end + 1),
  };
  return context;
}

/** True if no noun follows that the number could count. */
export function closes(tokens: readonly Token[], end: number): boolean {
  return endsPhrase(tokens, end) || CLOSING.has(tokens[end]?.key ?? '');
}

/** The value of a phrase that is one whole number, otherwise undefined. */
export function wholeOf(pieces: readonly Piece[]): number | undefined {
  const [only] = pieces;
  return pieces.length === 1 && only?.kind === 'number' ? only.value : undefined;
}

/** Whether one of `words` is among the `reach` words before a token, in the same phrase. */
export function hasBefore(tokens: readonly Token[], start: number, words: ReadonlySet<string>, reach: number): boolean {
  for (let at = start - 1; at >= Math.max(0, start - reach); at -= 1) {
    const of = tokens[at];
    if (of === undefined || of.kind === 'break' || (of.kind === 'mark' && of.text !== ',')) return false;
    if (words.has(of.key)) return true;
  }
  return false;
}
