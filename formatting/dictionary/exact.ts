import { isKnownEnglish } from '../english/common-words.ts';
import type { Pass } from '../passes/pass.ts';
import { keyOf, type Token, token, tokenize } from '../token.ts';
import { UNSPACED } from '../unspaced.ts';
import type { Entry } from './parse.ts';

/** An address or a path stays as it is, whatever name is in it. */
const ADDRESS = /@|:\/\/|^[~./]|^`|\//u;

interface Pattern {
  readonly parts: readonly string[];
  readonly entry: Entry;
}

/** Writes the dictionary's names as they are spelled there: longest first, whole words, in one go (no cascade). */
export const writeNames: Pass = (tokens, { dictionary }) => writeEntries(tokens, dictionary.entries);

/** Keeps names as they are spelled, without a second round of replacements. */
export const keepNames: Pass = (tokens, { dictionary }) =>
  writeEntries(
    tokens,
    dictionary.entries
      .filter(({ written }) => !isOrdinary(written))
      .map(({ written }) => ({ spoken: written, written, replaces: false })),
  );

function writeEntries(tokens: readonly Token[], entries: readonly Entry[]): readonly Token[] {
  if (entries.length === 0) return tokens;
  const patterns = patternsOf(entries);
  const inner = innerPattern(entries);
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const found = findPattern(patterns, tokens, index);
    if (found !== undefined) {
      out.push(write(found.entry.written + found.ending, current.spaced));
      index += found.parts.length - 1;
    } else if (inner !== undefined && current.kind === 'word' && UNSPACED.test(current.text)) {
      out.push(...replaceInside(current, inner));
    } else out.push(current);
  }
  return out;
}

/** By first word; longer patterns first, and what is said before what is written. */
function patternsOf(entries: readonly Entry[]): ReadonlyMap<string, readonly Pattern[]> {
  const spoken = entries.flatMap((entry) => {
    const parts = partsOf(entry.spoken);
    // A hyphen is not said: "anna maria" is "Anna-Maria".
    return parts.includes('-')
      ? [parts, parts.filter((part) => part !== '-')].map((of) => ({ parts: of, entry }))
      : [{ parts, entry }];
  });
  // What is written already is found too, so that nothing else touches it.
  const written = entries
    .filter(({ replaces, written: text }) => replaces && !isOrdinary(text))
    .map(({ written: text }) => ({ parts: partsOf(text), entry: { spoken: text, written: text, replaces: true } }));
  const all = [...spoken, ...written].filter(({ parts }) => parts.length > 0);
  const grouped = Map.groupBy(all, ({ parts }) => parts[0] ?? '');
  for (const group of grouped.values()) group.sort((first, second) => second.parts.length - first.parts.length);
  return grouped;
}

function partsOf(text: string): string[] {
  return tokenize(text).map(partOf);
}

function partOf(of: Token): string {
  return keyOf(of.text);
}

function findPattern(patterns: ReadonlyMap<string, readonly Pattern[]>, tokens: readonly Token[], start: number) {
  const first = tokens[start];
  if (first === undefined || first.kind === 'break' || (first.kind === 'atom' && ADDRESS.test(first.text)))
    return undefined;
  const exact = patterns.get(partOf(first))?.find(({ parts }) => matches(parts, tokens, start));
  if (exact !== undefined) return { ...exact, ending: endingOf(exact.parts, tokens, start) };
  const owner = possessive(first.key);
  const owned = owner === undefined ? undefined : patterns.get(owner)?.find(({ parts }) => parts.length === 1);
  return owned === undefined ? undefined : { ...owned, ending: first.text.slice(-2) };
}

/** All but the last part must be the same; the last may carry a possessive ("Charge Bee's"). */
function matches(parts: readonly string[], tokens: readonly Token[], start: number): boolean {
  return parts.every((part, at) => {
    const of = tokens[start + at];
    if (of === undefined || of.kind === 'break') return false;
    if (partOf(of) === part) return true;
    return at > 0 && at === parts.length - 1 && possessive(of.key) === part;
  });
}

function endingOf(parts: readonly string[], tokens: readonly Token[], start: number): string {
  const last = tokens[start + parts.length - 1];
  return parts.length > 1 && last !== undefined && partOf(last) !== parts.at(-1) ? last.text.slice(-2) : '';
}

function possessive(key: string): string | undefined {
  return key.endsWith("'s") && key.length > 2 ? key.slice(0, -2) : undefined;
}

/** A name is an atom; ordinary words of the dictionary stay words, which a sentence may begin with. */
export function write(written: string, spaced: boolean): Token {
  return token(isOrdinary(written) ? 'word' : 'atom', written, spaced);
}

function isOrdinary(written: string): boolean {
  return written.split(' ').every((word) => /^\p{Ll}+$/u.test(word) && isKnownEnglish(word));
}

function innerPattern(entries: readonly Entry[]): { shape: RegExp; written: ReadonlyMap<string, string> } | undefined {
  const inside = entries.filter(({ spoken, written }) => UNSPACED.test(spoken) && spoken !== written);
  if (inside.length === 0) return undefined;
  const longest = inside.map(({ spoken }) => spoken).sort((first, second) => second.length - first.length);
  const shape = new RegExp(`(${longest.map((text) => text.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&')).join('|')})`, 'u');
  return { shape, written: new Map(inside.map(({ spoken, written }) => [spoken, written])) };
}

function replaceInside(
  of: Token,
  { shape, written }: { shape: RegExp; written: ReadonlyMap<string, string> },
): readonly Token[] {
  const pieces = of.text.split(shape).filter((piece) => piece !== '');
  if (pieces.length === 1 && !written.has(of.text)) return [of];
  return pieces.map((piece, at) => {
    const name = written.get(piece);
    return token(name === undefined ? 'word' : 'atom', name ?? piece, at === 0 && of.spaced);
  });
}
