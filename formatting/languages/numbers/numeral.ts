import { endsPhrase, phraseAt, startsSentence } from '../../passes/pass.ts';
import type { Token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import { isHyphen, onlyPiece, type Piece, readRun } from './run.ts';

/** How words are written. */
export interface Written {
  /** Undefined if the words up to `end` stay as they were said. */
  readonly text: string | undefined;
  readonly end: number;
  /** A unit follows, which the number before it shares: "veinte o treinta por ciento". */
  readonly unit?: boolean;
}

/** A whole number or a decimal, without its unit. */
export interface Numeral {
  readonly text: string;
  readonly value: number;
  readonly decimal: boolean;
  /** The text ends with the word of a scale: "2 millones". */
  readonly scaled: boolean;
  /** A hundred or a thousand alone, which may mean many: "mil gracias". */
  readonly vague: boolean;
  readonly lastWord: string;
  readonly end: number;
}

const FIRST_IN_GROUPS = 10_000;
const MILLION = 1_000_000;

/** Reads a whole number or a decimal. The result has no text if the words are not understood. */
export function readNumeral(
  tokens: readonly Token[],
  start: number,
  grammar: NumberGrammar,
): Numeral | { readonly text: undefined; readonly end: number } | undefined {
  const run = readRun(tokens, start, grammar.cardinals);
  if (run === undefined) return undefined;
  const sign = pointAt(tokens, run.end, grammar);
  const only = onlyPiece(run);
  if (sign === undefined) return only === undefined ? { text: undefined, end: run.end } : numeralOf(only, grammar);
  const chainEnd = endOfChain(tokens, run.end, grammar);
  const after = readRun(tokens, run.end + 1, grammar.cardinals);
  const fraction = fractionOf(after?.pieces, grammar);
  const isArticle = grammar.articles.has(only?.words[0] ?? '');
  if (only === undefined || fraction === undefined || after?.end !== chainEnd || isArticle || only.value >= MILLION)
    return { text: undefined, end: chainEnd };
  const { digits, scale } = fraction;
  const text = `${groupDigits(only.value, grammar)}${sign}${digits}${scale === undefined ? '' : ` ${nameOf(scale, grammar)}`}`;
  return {
    text,
    value: only.value,
    decimal: true,
    scaled: scale !== undefined,
    vague: false,
    lastWord: '',
    end: chainEnd,
  };
}

function numeralOf({ value, words, end }: Piece, grammar: NumberGrammar): Numeral {
  const lastWord = words.at(-1) ?? '';
  const scale = grammar.cardinals.scales.get(lastWord);
  const scaled = scale !== undefined && value % scale === 0 && value / scale < scale;
  const text = scaled
    ? `${groupDigits(value / scale, grammar)} ${nameOf(lastWord, grammar)}`
    : groupDigits(value, grammar);
  const alone = words.length === 1 && (value === 100 || value === 1_000);
  return { text, value, decimal: false, scaled, vague: alone || (scaled && value === scale), lastWord, end };
}

/** The sign of a decimal whose word is at a token, between two numbers: "tres coma cinco". */
function pointAt(tokens: readonly Token[], at: number, grammar: NumberGrammar): string | undefined {
  const sign = grammar.points.get(tokens[at]?.key ?? '');
  const next = tokens[at + 1];
  if (sign === undefined || !tokens[at]?.spaced || !next?.spaced) return undefined;
  return grammar.cardinals.split(next.key) === undefined ? undefined : sign;
}

/** The token after numbers that words for a decimal sign join: "uno coma dos coma tres" is a list. */
function endOfChain(tokens: readonly Token[], start: number, grammar: NumberGrammar): number {
  let end = start;
  while (pointAt(tokens, end, grammar) !== undefined) end = readRun(tokens, end + 1, grammar.cardinals)?.end ?? end + 2;
  return end;
}

/** The digits after the sign, and the scale: "uno cuatro" is 14, "cero cinco" 05, "dos millones" 2 and a scale. */
function fractionOf(
  pieces: readonly Piece[] = [],
  { cardinals }: NumberGrammar,
): { readonly digits: string; readonly scale: string | undefined } | undefined {
  const last = pieces.at(-1);
  const lastWord = last?.words.at(-1) ?? '';
  const factor = cardinals.scales.get(lastWord);
  const values = pieces.map(({ value }, at) => (at === pieces.length - 1 ? value / (factor ?? 1) : value));
  const zeros = values.slice(0, -1).every((value) => value === 0);
  const known = values.every((value) => value < 10) || (zeros && values.every((value) => value < 1_000));
  if (last === undefined || !known || values.some((value) => !Number.isInteger(value))) return undefined;
  return { digits: values.join(''), scale: factor === undefined ? undefined : lastWord };
}

/** The word of a scale as it is written. */
function nameOf(scale: string, { capitalNouns }: NumberGrammar): string {
  return capitalNouns ? scale.charAt(0).toUpperCase() + scale.slice(1) : scale;
}

/** A whole number with the language's sign between thousands, from five digits on. */
export function groupDigits(value: number, { separator }: NumberGrammar): string {
  const digits = String(value);
  return value < FIRST_IN_GROUPS ? digits : digits.replace(/\B(?=(?:\d{3})+$)/gu, separator);
}

/** True if no noun follows that the number could count. */
export function closes(tokens: readonly Token[], end: number, { closing }: NumberGrammar): boolean {
  return endsPhrase(tokens, end) || closing.has(tokens[end]?.key ?? '');
}

/** The token after one of several phrases. Undefined if none is there. */
export function endOfPhrase(
  tokens: readonly Token[],
  start: number,
  phrases: readonly (readonly string[])[],
): number | undefined {
  if (tokens[start]?.spaced === false) return undefined;
  const found = phrases.find((phrase) => phraseAt(tokens, start, phrase));
  return found === undefined ? undefined : start + found.length;
}

/** Whether a number is part of a title or of a longer word: "los Doce", "vingt-cinquième". */
export function isInName(
  tokens: readonly Token[],
  start: number,
  end: number,
  { capitalNouns, points, cardinals }: NumberGrammar,
): boolean {
  const opens = startsSentence(tokens, start);
  const next = tokens[end];
  if (isHyphen(tokens, end)) return true;
  if (opens && !capitalNouns && next?.kind === 'word' && /^\p{Lu}\p{Ll}+$/u.test(next.text)) return true;
  // "Drei Komma fünf Millionen": nouns of the number itself.
  const isNoun = (key: string) => capitalNouns && (points.has(key) || cardinals.scales.has(key));
  return tokens
    .slice(start, end)
    .some(({ kind, text, key }, at) => kind === 'word' && text !== key && !(at === 0 && opens) && !isNoun(key));
}
