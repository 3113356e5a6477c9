import type { Place } from '../context.ts';
import type { Dictionary } from '../dictionary/parse.ts';
import type { Language } from '../language.ts';
import type { Token } from '../token.ts';

/** The input of a pass besides the tokens. */
export interface Scope {
  readonly language: Language;
  readonly dictionary: Dictionary;
  readonly place: Place;
}

/** One step of the formatter: pure, in linear time, and idempotent. */
export type Pass = (tokens: readonly Token[], scope: Scope) => readonly Token[];

/** True if the words at `start` are exactly `phrase`, with only white space between them. */
export function phraseAt(tokens: readonly Token[], start: number, phrase: readonly string[]): boolean {
  for (const [offset, word] of phrase.entries()) {
    if (tokens[start + offset]?.key !== word) return false;
    if (offset > 0 && tokens[start + offset]?.spaced === false) return false;
  }
  return true;
}

/** True for a word joined to another one, such as `well` and `known` in `well-known`. */
export function isJoined(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  return tokens[index]?.spaced === false || (next?.kind === 'mark' && !next.spaced && JOINING.has(next.text));
}

const JOINING = new Set(['-', '/', '\\', '&', '+', "'", '’', '_', '=']);

/** Marks that end a sentence. */
export const TERMINAL: ReadonlySet<string> = new Set(['.', '!', '?', '…', '...', '。', '！', '？', '؟', '।', '۔']);

/** True for a mark that ends a sentence, also a repeated one (`!!`). */
export function isTerminal(of: Token | undefined): boolean {
  return of?.kind === 'mark' && (TERMINAL.has(of.text) || TERMINAL.has(of.text[0] ?? ''));
}

/** True at the start of a line or of the text. */
export function startsLine(tokens: readonly Token[], index: number): boolean {
  const previous = tokens[index - 1];
  return previous === undefined || previous.kind === 'break' || previous.kind === 'bullet';
}

/** True at the start of a sentence, a line or the text. */
export function startsSentence(tokens: readonly Token[], index: number): boolean {
  return startsLine(tokens, index) || isTerminal(tokens[index - 1]);
}

/** True at a mark, and at the end of a line or of the text. */
export function endsPhrase(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index];
  return next === undefined || next.kind === 'break' || next.kind === 'mark' || next.kind === 'bullet';
}
