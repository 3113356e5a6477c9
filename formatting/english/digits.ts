import type { Token } from '../token.ts';
import { type Phrase, type Piece, readPhrase } from './number-run.ts';

/** The digits of pieces that are single digits, "oh" or "double five". Empty if there is any other piece. */
export function digitsOf(pieces: readonly Piece[]): string {
  const single = pieces.every(
    ({ kind, digits }) => kind === 'zero' || kind === 'repeat' || (kind === 'number' && digits.length === 1),
  );
  return single ? pieces.map(({ digits }) => digits).join('') : '';
}

const IN_IDENTIFIERS: ReadonlySet<string> = new Set(['number', 'zero', 'repeat']);

/** Concatenates numbers: "two" "forty seven" is 247, "nine hundred one" is 9001. Empty if a piece is not a number. */
export function sideBySide(pieces: readonly Piece[]): string {
  return pieces.every(({ kind }) => IN_IDENTIFIERS.has(kind))
    ? pieces.map((piece) => digitsIn(piece, pieces.length)).join('')
    : '';
}

/** The digits of one number in an identifier; `?` for a number that is too large. */
function digitsIn({ digits, words }: Piece, among: number): string {
  if (among === 1 || words[1] !== 'hundred' || words.length < 3) return /^\d{1,4}$/u.test(digits) ? digits : '?';
  return words.length === 3 && digits.length === 3 ? `${digits[0]}00${digits[2]}` : '?';
}

/** More groups than any identifier has. */
export const MAX_GROUPS = 6;

/** Reads groups of digits with only commas of the recognizer, or only spoken dashes, between them. */
export function readGroups(tokens: readonly Token[], phrase: Phrase, first: string) {
  const groups = [first];
  let dashed = true;
  let end = phrase.end;
  while (groups.length < MAX_GROUPS) {
    const pause = tokens[end];
    const parts = pause?.text === ',' ? !pause.spoken : /^[–-]$/u.test(pause?.text ?? '') && pause?.spoken === true;
    const next = parts ? readPhrase(tokens, end + 1) : undefined;
    const digits = next?.pieces === undefined || next.joined ? '' : digitsOf(next.pieces);
    if (digits.length < 2 || next === undefined) break;
    groups.push(digits);
    dashed &&= pause?.text !== ',';
    end = next.end;
  }
  return { dashed, text: groups.join('-'), shape: groups.map(({ length }) => length).join('-'), end };
}
