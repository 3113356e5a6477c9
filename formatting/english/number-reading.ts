import { followsRound } from '../passes/parallel.ts';
import { phraseAt, startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isSingularMeasure, numeralOf, readAmount } from './amounts.ts';
import { readDayFirst } from './calendar.ts';
import { readPast, readTime } from './clock.ts';
import { readIdentifier } from './identifiers.ts';
import { closes, contextOf, type NumberContext, type Written } from './number-context.ts';
import { isNumberIdiom, isTitleOfWork } from './number-idioms.ts';
import { readPair, readRange } from './number-ranges.ts';
import { readPhrase } from './number-run.ts';
import { isNumberWord, ordinal, SCALE_WORDS } from './number-words.ts';
import { readDecade, readYear } from './years.ts';

/** The smallest number that is written in digits. */
const FIRST_IN_DIGITS = 10;
/** Words before the denominator of a fraction: "a tenth of it", "one twelfth". */
const FRACTION_BEFORE = wordSet('a an one two three four five six seven eight nine');
const FRACTION_AFTER = wordSet(
  'halves quarters thirds fourths fifths sixths sevenths eighths ninths tenths twelfths fifteenths sixteenths twentieths hundredths thousandths hundreds thousands millions billions dozen dozens',
);
const DAY_JOINTS = wordSet('to through until and or');
/** Words between a day and the one that corrects it. Both are written alike: "the 6th, or rather the 7th of October". */
const DAY_CORRECTIONS = [
  'or rather',
  'or no',
  'no wait',
  'i mean',
  'sorry',
  'or actually',
  'or maybe',
  'no',
  'not',
].map((cue) => cue.split(' '));
const ORDINAL_BEFORE = wordSet('the my your his her our their its this every on');
/** Idioms. */
const IDIOMS: ReadonlyMap<string, string> = new Map([['twenty four seven', '24/7']]);
/** After a length in meters, a number is its centimeters: "one meter sixty five tall". */
const METERS = wordSet('meter metre meters metres');
const MINUTES = wordSet('five ten twenty');
/** After these words a number is part of a larger expression: "half a million", "several hundred", "a dollar fifty". */
const VAGUE_BEFORE = wordSet('half several few couple many quarter');
/** A number after one of these may be the coins: "a dollar fifty". Before a noun it is not: "a pound ten ounces". */
const MONEY_BEFORE = wordSet('dollar dollars euro euros pound pounds buck bucks');

/**
 * Reads the whole number phrase at a token, with its unit. If any part is not understood, the whole phrase stays as it
 * was said. Undefined if no number starts here.
 */
export function readNumber(tokens: readonly Token[], start: number): Written | undefined {
  const past = readPast(tokens, start);
  if (past !== undefined) return past;
  const phrase = readPhrase(tokens, start);
  if (phrase === undefined) return undefined;
  const leave = { text: undefined, end: phrase.runEnd };
  if (phrase.pieces === undefined || isTitle(tokens, start, phrase.end)) return leave;
  const context = contextOf(tokens, start, phrase, phrase.pieces);
  if (VAGUE_BEFORE.has(context.before) || (context.before === 'a' && tokens[start - 2]?.key === 'half')) return leave;
  if (MONEY_BEFORE.has(context.before) && closes(tokens, phrase.end)) return leave;
  if (isAmbiguousSum(context) || isFixed(context)) return leave;
  return (
    readRange(context, readUnit) ??
    readPair(context, readUnit) ??
    readUnit(context) ?? { text: undefined, end: phrase.end }
  );
}

/** Whether a number stays in words in its phrase: "my two cents", "one meter sixty five", "it is ten past". */
function isFixed({ tokens, start, pieces, phrase, before, next }: NumberContext): boolean {
  const words = pieces.flatMap((piece) => piece.words).join('-');
  if (isNumberIdiom(tokens, start, phrase.end) || isTitleOfWork(tokens, start, phrase.end)) return true;
  if (METERS.has(before) && pieces.length === 1 && phrase.end > 0) return true;
  return MINUTES.has(words) && (next === 'past' || next === 'to') && closes(tokens, phrase.end + 1);
}

function readUnit(context: NumberContext): Written | undefined {
  const { pieces, phrase, next } = context;
  const [first] = pieces;
  const idiom = IDIOMS.get(pieces.flatMap(({ words }) => words).join(' '));
  if (idiom !== undefined) return { text: idiom, end: phrase.end };
  const decade = readDecade(context);
  if (decade !== undefined) return decade;
  if (FRACTION_AFTER.has(next)) return undefined;
  if (first?.kind === 'ordinal') return pieces.length === 1 ? readOrdinalText(context) : undefined;
  return readTime(context) ?? readIdentifier(context) ?? readYear(context) ?? readAmount(context) ?? readWhole(context);
}

function readWhole(context: NumberContext): Written | undefined {
  const { tokens, pieces, phrase } = context;
  const numeral = numeralOf(pieces);
  if (numeral === undefined || pieces.length > 1 || numeral.vague || numeral.value < FIRST_IN_DIGITS) return undefined;
  if (isShortForm(context, numeral.value)) return undefined;
  const after = tokens[phrase.end];
  const measure = isSingularMeasure(after?.kind === 'word' ? after.key : (tokens[phrase.end + 1]?.key ?? ''));
  if (
    after?.kind === 'mark' &&
    !after.spaced &&
    !after.spoken &&
    /^[-/'’]$/u.test(after.text) &&
    !(after.text === '-' && measure)
  )
    return undefined;
  const year = numeral.value >= 1_900 && numeral.value < 2_100 && numeral.value !== 2_000;
  const text =
    year && !/(?:[a-z]{2}s|people|men|women|children)$/u.test(context.next) ? String(numeral.value) : numeral.text;
  // In "a hundred and fifty year old house" the article belongs to the house.
  return { text: numeral.article && measure ? `a ${text}` : text, end: phrase.end };
}

/**
 * Whether a bare number may stand for thousands or millions, as in "their offer was ten thousand, ours was twelve": a
 * bare round number precedes it in the sentence.
 */
function isShortForm({ tokens, start, phrase }: NumberContext, value: number): boolean {
  if (value >= 1_000 || !closes(tokens, phrase.end)) return false;
  return followsRound(tokens, start, (key) => SCALE_WORDS.has(key));
}

function readOrdinalText({ tokens, pieces, phrase, before, next }: NumberContext): Written | undefined {
  const [piece] = pieces;
  const last = piece?.words.at(-1);
  if (piece === undefined) return undefined;
  if (isFirstDay(tokens, phrase.end)) return { text: ordinal(piece.value), end: phrase.end };
  if (piece.value < FIRST_IN_DIGITS) return undefined;
  // "Thirty second" is usually a duration.
  if (last === 'second' && !(before === 'the' && closes(tokens, phrase.end))) return undefined;
  if (FRACTION_BEFORE.has(before) || isNumberWord(next) || isNumberWord(before)) return undefined;
  const after = tokens[phrase.end];
  if (after?.kind === 'mark' && after.text === '-' && !after.spaced) return undefined;
  const plain = piece.words.length === 1 || piece.value >= 100;
  if (plain && (!ORDINAL_BEFORE.has(before) || next === 'hour')) return undefined;
  return { text: ordinal(piece.value), end: phrase.end };
}

/** Whether another day and its month follow a day: "from the third to the fifth of may". */
function isFirstDay(tokens: readonly Token[], end: number): boolean {
  const joint = DAY_JOINTS.has(tokens[end]?.key ?? '') ? end + 1 : endOfCorrection(tokens, end);
  if (joint === undefined) return false;
  const start = tokens[joint]?.key === 'the' ? joint + 1 : joint;
  const second = readPhrase(tokens, start);
  return second !== undefined && readDayFirst(tokens, start, second) !== undefined;
}

/** The token after a pause and a word of correction. */
function endOfCorrection(tokens: readonly Token[], start: number): number | undefined {
  const at = tokens[start]?.text === ',' ? start + 1 : start;
  const cue = DAY_CORRECTIONS.find((words) => phraseAt(tokens, at, words));
  if (cue === undefined) return undefined;
  const end = at + cue.length;
  return tokens[end]?.text === ',' ? end + 1 : end;
}

/**
 * Whether a sum is ambiguous. "Two thousand and three hundred" may be one number or two; "between a hundred and twenty"
 * is two, and the second is unknown.
 */
function isAmbiguousSum({ tokens, phrase, pieces, before }: NumberContext): boolean {
  const [only] = pieces;
  if (only?.kind !== 'number' || pieces.length > 1) return false;
  // "A million and one reasons" is an idiom.
  if (/^an? (?:thousand|million) and one$/u.test(only.words.join(' '))) return true;
  if (before === 'between') return only.words.includes('and') && tokens[phrase.end]?.key !== 'and';
  if (!phrase.joined || !/^(?:thousand|million|billion)$/u.test(only.words.at(-1) ?? '')) return false;
  const second = readPhrase(tokens, phrase.end + 1)?.pieces?.[0];
  return second?.kind === 'number' && second.value < only.value && second.value >= 100;
}

/** Whether the words are a title: capitals inside a sentence, as in "Ocean's Eleven". */
function isTitle(tokens: readonly Token[], start: number, end: number): boolean {
  // "Twelve Angry Men is a film": a capital after a number at the start of the sentence.
  const next = tokens[end];
  if (startsSentence(tokens, start) && next?.kind === 'word' && /^\p{Lu}\p{Ll}+$/u.test(next.text)) return true;
  return tokens
    .slice(start, end)
    .some(({ text, key, kind }, at) => kind === 'word' && text !== key && !(at === 0 && startsSentence(tokens, start)));
}

/** Whether a number may start at a token. A part of a compound ("mid-twenty") is not a number. */
export function mayBegin(tokens: readonly Token[], index: number): boolean {
  const current = tokens[index];
  if (current?.kind !== 'word') return false;
  if (current.spaced || index === 0) return true;
  const before = tokens[index - 1];
  if (before?.kind === 'break') return true;
  if (before?.kind !== 'mark') return false;
  // "localhost colon three thousand": a spoken sign does not make a compound.
  return /^["“«([¿¡–—]$/u.test(before.text) || (before.spoken && /^[:=@]$/u.test(before.text));
}
