import type { Token } from '../../token.ts';
import { readCardinal } from './cardinals.ts';
import type { CardinalWords } from './grammar.ts';

/** A whole number in a run of number words. */
export interface Piece {
  readonly value: number;
  readonly words: readonly string[];
  /** The token after it. */
  readonly end: number;
}

/** Number words without a pause between them. */
export interface Run {
  /** Undefined if the words are no sequence of numbers. */
  readonly pieces: readonly Piece[] | undefined;
  readonly end: number;
}

/** A longer run stays as it was said. The limit keeps reading linear. */
const MAX_WORDS = 64;
const INSIDE_TOKEN = -1;

/** Reads the run of number words that starts at a token. Undefined if none does. */
export function readRun(tokens: readonly Token[], start: number, grammar: CardinalWords): Run | undefined {
  const words: string[] = [];
  /** The token after each number of words. */
  const bounds: number[] = [start];
  let index = start;
  while (words.length < MAX_WORDS) {
    const hyphen = index > start && isHyphen(tokens, index);
    const at = hyphen ? index + 1 : index;
    const current = tokens[at];
    if (current?.kind !== 'word' || (index > start && !hyphen && !current.spaced)) break;
    const next = tokens[isHyphen(tokens, at + 1) ? at + 2 : at + 1]?.key ?? '';
    const joins = grammar.joins(words.at(-1) ?? '', current.key, next);
    const parts = joins ? [current.key] : grammar.split(current.key);
    if (parts === undefined) break;
    for (const part of parts) {
      words.push(part);
      bounds.push(INSIDE_TOKEN);
    }
    index = at + 1;
    bounds[words.length] = index;
  }
  if (words.length === 0) return undefined;
  return { pieces: words.length < MAX_WORDS ? readPieces(words, bounds, grammar) : undefined, end: index };
}

function readPieces(
  words: readonly string[],
  bounds: readonly number[],
  grammar: CardinalWords,
): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readCardinal(grammar, words, at);
    const end = read === undefined ? INSIDE_TOKEN : (bounds[read.end] ?? INSIDE_TOKEN);
    if (read === undefined || end === INSIDE_TOKEN) return undefined;
    pieces.push({ value: read.value, words: words.slice(at, read.end), end });
    at = read.end;
  }
  return pieces;
}

/** The only whole number of a run, otherwise undefined. */
export function onlyPiece(run: Run | undefined): Piece | undefined {
  return run?.pieces?.length === 1 ? run.pieces[0] : undefined;
}

/** Whether a hyphen joins two words: "quarante-cinq". */
export function isHyphen(tokens: readonly Token[], index: number): boolean {
  const hyphen = tokens[index];
  return hyphen?.text === '-' && !hyphen.spaced && tokens[index + 1]?.spaced === false;
}
