import { isGermanDay } from './languages/german-days.ts';

/**
 * What a token is.
 * - `word`: letters, digits and inner apostrophes
 * - `mark`: punctuation
 * - `atom`: a text that no later pass may change: an address, code, a number with its signs, a dictionary name
 * - `break`: the end of a line (`\n`) or of a paragraph (`\n\n`)
 * - `bullet`: what a list item begins with (`-`, `1.`)
 */
export type TokenKind = 'word' | 'mark' | 'atom' | 'break' | 'bullet';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** For a word: its lower case with straight apostrophes, as in all tables. Empty for other tokens. */
  readonly key: string;
  /** True if white space precedes it. */
  readonly spaced: boolean;
  /** True for a mark or break that the speaker named ("comma", "new line"). It wins over the recognizer's. */
  readonly spoken: boolean;
}

const WORD_OR_MARK = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\.{2,}|-{2,}|!+|\?+|[\s\S]/gu;
const ASCII_WORD = /^[A-Za-z]+$/;
const MAY_BE_ATOM = /[.@#/_:;=\d]/u;
const PLAIN_WORD = /^[\p{L}\p{M}\p{N}]+$/u;
const OPENING = new Set(['"', "'", '(', '[', '{', '«', '“', '‘', '¿', '¡', '*']);
const CLOSING = new Set(['.', ',', ';', ':', '!', '?', ')', ']', '}', '"', "'", '»', '”', '’', '…', '*']);

/** Shapes of atoms. Each is anchored at both ends and is tried on text without white space, so all are linear. */
const ATOMS: readonly RegExp[] = [
  /^[a-z][a-z0-9+.-]{0,30}:\/\/\S+$/iu,
  /^(?:mailto|tel):\S+$/iu,
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u,
  /^[@#][\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u,
  /^[$€£¥₹+−-]{0,2}\d(?:[\d.,:/’'-]*\d)?(?:%|°[CF]?|\p{L}{1,4})?$/u,
  /^(?:\p{L}\.)+\p{L}$/u,
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[\p{L}_-][\p{L}\p{N}_-]*(?:[/:?#]\S*)?$/u,
  /^(?:\.{0,2}|~)\/\S*$/u,
  /^[\p{L}\p{N}]*_[\p{L}\p{N}_]*$/u,
];
const INITIALS = /^[@#]?(?:\p{L}\.)+\p{L}$/u;
const EMOTICON = /^[:;=]-?[()DPp](?=[.,;:!?]*$)/u;
const BULLET = /^(?:[-•*]|\d{1,3}[.)])$/u;

/** Makes a token of any kind. */
export function token(kind: TokenKind, text: string, spaced = true, spoken = false): Token {
  const key = kind === 'word' ? keyOf(text) : '';
  return { kind, text, key, spaced, spoken };
}

/** The key of a word in tables and comparisons. */
export function keyOf(word: string): string {
  const lower = word.toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
}

/** The same token with or without white space before it. */
export function withSpace(of: Token, spaced: boolean): Token {
  return of.spaced === spaced ? of : { ...of, spaced };
}

/** Splits a text into tokens. `join(tokenize(text))` returns the text with normalized white space. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let pendingBreaks = 0;
  for (const line of text.split('\n')) {
    const before = tokens.length;
    const startsLine = pendingBreaks > 0 || tokens.length === 0;
    if (line.trim() !== '') {
      if (pendingBreaks > 0) tokens.push(token('break', pendingBreaks > 1 ? '\n\n' : '\n', false));
      tokenizeLine(line, tokens, startsLine);
    }
    pendingBreaks = tokens.length > before ? 1 : pendingBreaks + 1;
  }
  // The last line ends with the text, not with a line break.
  if (pendingBreaks > 1) tokens.push(token('break', pendingBreaks > 2 ? '\n\n' : '\n', false));
  return tokens;
}

/** Joins tokens to a text. */
export function join(tokens: readonly Token[]): string {
  let text = '';
  let atLineStart = true;
  for (const { kind, text: piece, spaced } of tokens) {
    if (kind === 'break') {
      text += piece;
      atLineStart = true;
      continue;
    }
    text += spaced && !atLineStart ? ` ${piece}` : piece;
    atLineStart = false;
  }
  return text;
}

function tokenizeLine(line: string, tokens: Token[], startsLine: boolean): void {
  let first = startsLine;
  let spaced = true;
  for (const piece of line.includes('`') ? line.split(/(`[^`]+`)/u) : [line]) {
    if (piece === '') continue;
    if (piece.startsWith('`') && piece.length > 2) {
      tokens.push(token('atom', piece, spaced));
      first = false;
      spaced = false;
      continue;
    }
    if (/^\s/u.test(piece)) spaced = true;
    const chunks = piece.trim().split(/\s+/u);
    for (let index = 0; index < chunks.length; index += 1) {
      const chunk = chunks[index] ?? '';
      if (chunk === '') continue;
      if (first && BULLET.test(chunk) && chunks.length > index + 1) tokens.push(token('bullet', chunk, false));
      else if (isGermanDay(chunks, index)) tokens.push(token('atom', chunk, spaced));
      else tokenizeChunk(chunk, spaced, tokens);
      first = false;
      spaced = true;
    }
    spaced = /\s$/u.test(piece);
  }
}

function tokenizeChunk(chunk: string, spaced: boolean, tokens: Token[]): void {
  if (ASCII_WORD.test(chunk) || PLAIN_WORD.test(chunk)) {
    tokens.push(token('word', chunk, spaced));
    return;
  }
  const emoticon = EMOTICON.exec(chunk)?.[0];
  if (emoticon !== undefined) {
    tokens.push(token('atom', emoticon, spaced));
    scan(chunk.slice(emoticon.length), false, tokens);
    return;
  }
  if (!MAY_BE_ATOM.test(chunk)) {
    scan(chunk, spaced, tokens);
    return;
  }
  let start = 0;
  let end = chunk.length;
  while (start < end && OPENING.has(chunk[start] ?? '')) start += 1;
  while (end > start && CLOSING.has(chunk[end - 1] ?? '')) end -= 1;
  const body = chunk.slice(start, end);
  if (!isAtom(body)) {
    if (isAtom(chunk)) tokens.push(token('atom', chunk, spaced));
    else scan(chunk, spaced, tokens);
    return;
  }
  // "e.g." and "U.S." keep their last full stop.
  if (INITIALS.test(body) && chunk[end] === '.') end += 1;
  scan(chunk.slice(0, start), spaced, tokens);
  tokens.push(token('atom', chunk.slice(start, end), spaced && start === 0));
  scan(chunk.slice(end), false, tokens);
}

function isAtom(body: string): boolean {
  return body !== '' && !PLAIN_WORD.test(body) && ATOMS.some((shape) => shape.test(body));
}

function scan(text: string, spaced: boolean, tokens: Token[]): void {
  let first = true;
  for (const [piece] of text.matchAll(WORD_OR_MARK)) {
    tokens.push(token(/^[\p{L}\p{M}\p{N}]/u.test(piece) ? 'word' : 'mark', piece, first && spaced));
    first = false;
  }
}

/** Adds tokens to a list. `push(...tokens)` would fail for a text with more tokens than a call may have arguments. */
export function append(out: Token[], tokens: readonly Token[]): void {
  for (const each of tokens) out.push(each);
}
