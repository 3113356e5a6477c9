import { endsPhrase } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { closes, hasBefore, type NumberContext, type Written, wholeOf } from './number-context.ts';
import { type Phrase, type Piece, readPhrase } from './number-run.ts';
import { DIGIT_WORDS } from './number-words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Digits that stand alone need to be as many; with a sign of an identifier fewer do. */
const ENOUGH = 4;
const ENOUGH_WITH_SIGN = 3;
const ENOUGH_FOR_OH_FIRST = 6;
/** A telephone number with its country has as many digits at least. */
const ENOUGH_WITH_PLUS = 7;
/** Words that announce an identifier, right before it or before "is". */
const ANNOUNCING = set(
  'number code pin id extension ext room flight call called calling dial box zip postcode postal account order ticket invoice case serial phone cell mobile fax gate bus route area password passcode reference ref suite apartment highway interstate channel model error',
);
/** Words that speak of several: what follows is parted somewhere. */
const SEVERAL = set('codes numbers pins ids extensions rooms flights tickets orders invoices digits');
/** Groups of digits in which telephone numbers are said. */
const PHONE_SHAPES = set('3-4 3-3-4 1-3-3-4 3-3-2-2 5-6 4-3-4 4-3-3 5-3-3 3-4-4');
const TOLL_FREE = set('800 888 877 866 855 844 833');
const STREETS = set('street avenue boulevard road lane drive court terrace highway parkway place way square');
const FUNCTION_WORDS = set('the a an of on in at to for from and or is was by with this that our my your');
/** What one says before a sequence of number and "dot": a version, an address of the internet protocol. */
const VERSIONED = set('version release python node java ruby php android ios bun deno v');

/** Reads what is said digit by digit, and the groups of telephone and house numbers. */
export function readIdentifier(context: NumberContext): Written | undefined {
  return (
    readOver(context) ??
    readInternational(context) ??
    readTollFree(context) ??
    readDotted(context) ??
    readDigits(context)
  );
}

/** "oh" and digits alone; "double five" is 55. Empty when the pieces are anything else. */
export function digitsOf(pieces: readonly Piece[]): string {
  const single = pieces.every(
    ({ kind, digits }) => kind === 'zero' || kind === 'repeat' || (kind === 'number' && digits.length === 1),
  );
  return single ? pieces.map(({ digits }) => digits).join('') : '';
}

function readDigits(context: NumberContext): Written | undefined {
  const { tokens, start, pieces, phrase } = context;
  const digits = digitsOf(pieces);
  if (digits === '') return readHouse(context) ?? readAnnounced(context);
  if (digits.length < 2) return undefined;
  // "Codes one two three four five six seven eight": nobody knows where one ends.
  const several = hasBefore(tokens, start, SEVERAL, 3);
  const groups = readGroups(tokens, phrase, digits);
  if (groups.shape.includes('-') && !several && (groups.dashed || PHONE_SHAPES.has(groups.shape)))
    return { text: groups.text, end: groups.end };
  if (several && digits.length > 6) return undefined;
  const house = readHouse(context);
  if (house !== undefined) return house;
  const announced = announces(tokens, start);
  if (!announced && isCounting(pieces)) return undefined;
  return isEnough(digits, pieces, announced) ? { text: digits, end: phrase.end } : undefined;
}

/** "five six seven eight", "four three two one": somebody counts, unless it is announced as a number. */
function isCounting(pieces: readonly Piece[]): boolean {
  const step = (pieces[1]?.value ?? 0) - (pieces[0]?.value ?? 0);
  if (Math.abs(step) !== 1) return false;
  return pieces.every(({ kind, value }, at) => kind === 'number' && value - (pieces[0]?.value ?? 0) === at * step);
}

/** Runs of digits that only the recognizer's commas or a spoken dash part. */
function readGroups(tokens: readonly Token[], phrase: Phrase, first: string) {
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

/** No identifier is said in more groups. */
const MAX_GROUPS = 6;

function isEnough(digits: string, pieces: readonly Piece[], announced: boolean): boolean {
  if (pieces[0]?.words[0] === 'oh')
    return digits.length >= ENOUGH_FOR_OH_FIRST || (announced && digits.length >= ENOUGH);
  if (digits.length >= ENOUGH) return true;
  // "oh", "zero", "double" and "triple" are said in identifiers alone.
  const sure = pieces.some(({ kind, digits: text }) => kind !== 'number' || text === '0');
  return digits.length >= ENOUGH_WITH_SIGN && (sure || announced);
}

/** "flight two forty seven", "the pin is forty two seventeen": numbers of an identifier side by side. */
function readAnnounced({ tokens, start, pieces, phrase }: NumberContext): Written | undefined {
  if (!announces(tokens, start) || !closes(tokens, phrase.end)) return undefined;
  const text = sideBySide(pieces);
  const single = wholeOf(pieces);
  if (single !== undefined) return single >= 1_000 && text.length === 4 ? { text, end: phrase.end } : undefined;
  return pieces.length > 1 && /^\d{3,}$/u.test(text) ? { text, end: phrase.end } : undefined;
}

/** "one twenty three main street": a house number before the name of a street. */
function readHouse({ tokens, pieces, phrase }: NumberContext): Written | undefined {
  const text = sideBySide(pieces);
  if (!/^\d{3,5}$/u.test(text) || (pieces.length < 2 && text.length < 4)) return undefined;
  for (let at = phrase.end; at <= phrase.end + 2; at += 1) {
    const of = tokens[at];
    if (of?.kind !== 'word' || FUNCTION_WORDS.has(of.key)) return undefined;
    if (STREETS.has(of.key)) return at > phrase.end ? { text, end: phrase.end } : undefined;
  }
  return undefined;
}

/** "two" "forty seven" is 247, "nine hundred one" among digits 9001; empty where a piece is no such number. */
function sideBySide(pieces: readonly Piece[]): string {
  return pieces.every(({ kind }) => IN_IDENTIFIERS.has(kind))
    ? pieces.map((piece) => digitsIn(piece, pieces.length)).join('')
    : '';
}

const IN_IDENTIFIERS: ReadonlySet<string> = new Set(['number', 'zero', 'repeat']);

/** `?` where a number is too great to be read out among digits. */
function digitsIn({ digits, words }: Piece, among: number): string {
  if (among === 1 || words[1] !== 'hundred' || words.length < 3) return /^\d{1,4}$/u.test(digits) ? digits : '?';
  return words.length === 3 && digits.length === 3 ? `${digits[0]}00${digits[2]}` : '?';
}

/** Whether the words before a token announce an identifier: "the pin is", "room". */
export function announces(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  const linked = before?.key === 'is' || before?.text === ':' || before?.key === 'was';
  return ANNOUNCING.has((linked ? tokens[start - 2]?.key : before?.key) ?? '');
}

/** "a blood pressure of one forty over ninety": hundreds without their name. */
function readOver({ tokens, pieces, phrase, next }: NumberContext): Written | undefined {
  const [first, second] = pieces;
  const hundreds =
    pieces.length === 2 &&
    (first?.value === 1 || first?.value === 2) &&
    second?.kind === 'number' &&
    second.value >= 10 &&
    second.value < 100;
  const under = hundreds && next === 'over' ? readPhrase(tokens, phrase.end + 1) : undefined;
  return under?.pieces?.length === 1 ? { text: sideBySide(pieces), end: phrase.end } : undefined;
}

/** "plus four four seven seven …"; the number begins after the "plus". */
function readInternational({ tokens, start, pieces, phrase, before }: NumberContext): Written | undefined {
  if (before !== 'plus' || !startsSum(tokens, start - 1)) return undefined;
  const text = sideBySide(pieces);
  const groups = digitsOf(pieces) === '' ? undefined : readGroups(tokens, phrase, digitsOf(pieces));
  const all = groups?.text ?? text;
  return all.replaceAll('-', '').length >= ENOUGH_WITH_PLUS
    ? { text: `+${all}`, end: groups?.end ?? phrase.end }
    : undefined;
}

/** Before "plus" stands no number, which it would add to. */
function startsSum(tokens: readonly Token[], plus: number): boolean {
  const before = tokens[plus - 1];
  return before === undefined || !(/\d/u.test(before.text) || readPhrase(tokens, plus - 1) !== undefined);
}

/** "one eight hundred five five five one two one two" is 1-800-555-1212. */
function readTollFree({ tokens, pieces, phrase }: NumberContext): Written | undefined {
  const words = pieces.flatMap((piece) => piece.words);
  const country = words[0] === 'one';
  const prefix = readPrefix(words, country ? 1 : 0);
  if (prefix === undefined) return undefined;
  const rest = tollFreeDigits(words.slice(prefix.end));
  const head = `${country ? '1-' : ''}${prefix.digits}`;
  if (rest.length > 0 && !/^\d{7}$/u.test(rest)) return undefined;
  if (rest !== '') return { text: `${head}-${rest.slice(0, 3)}-${rest.slice(3)}`, end: phrase.end };
  if (!country) return undefined;
  const groups = readGroups(tokens, phrase, '800');
  const digits = groups.text.split('-').slice(1).join('');
  if (digits.length === 7) return { text: `${head}-${digits.slice(0, 3)}-${digits.slice(3)}`, end: groups.end };
  return tokens[phrase.end]?.key === 'number' || endsPhrase(tokens, phrase.end)
    ? { text: head, end: phrase.end }
    : undefined;
}

/** "eight hundred", "eight eight eight". */
function readPrefix(words: readonly string[], at: number): { digits: string; end: number } | undefined {
  if (words[at] === 'eight' && words[at + 1] === 'hundred') return { digits: '800', end: at + 2 };
  const digits = tollFreeDigits(words.slice(at, at + 3));
  return TOLL_FREE.has(digits) ? { digits, end: at + 3 } : undefined;
}

/** Single digits alone; `?` stands for anything else. */
function tollFreeDigits(words: readonly string[]): string {
  return words
    .map((word) => (word === 'oh' || word === 'o' ? 0 : DIGIT_WORDS.get(word)))
    .map((digit) => digit ?? '?')
    .join('');
}

/** "one ninety two dot one sixty eight dot zero dot one", "version two dot one". */
function readDotted({ tokens, pieces, phrase, before }: NumberContext): Written | undefined {
  if (phrase.joined || tokens[phrase.end]?.key !== 'dot') return undefined;
  const parts = [numberText(pieces)];
  let end = phrase.end;
  while (tokens[end]?.key === 'dot' && parts.length < MAX_GROUPS) {
    const next = readPhrase(tokens, end + 1);
    if (next?.pieces === undefined || next.joined) break;
    parts.push(numberText(next.pieces));
    end = next.end;
  }
  const plain = parts.every((part) => /^\d{1,4}$/u.test(part));
  return plain && (parts.length > 2 || (parts.length === 2 && VERSIONED.has(before)))
    ? { text: parts.join('.'), end }
    : undefined;
}

function numberText(pieces: readonly Piece[]): string {
  const digits = digitsOf(pieces);
  if (digits !== '') return digits;
  // "One ninety two": hundreds without their name.
  const [first, second] = pieces;
  if (pieces.length === 2 && first?.digits.length === 1 && second?.digits.length === 2)
    return first.digits + second.digits;
  return String(wholeOf(pieces) ?? '');
}

/** "5 5 5 1 2 3 4": digits that the recognizer wrote one by one. */
export function readTyped(tokens: readonly Token[], start: number): Written | undefined {
  let end = start;
  while (/^\d$/u.test(tokens[end]?.key ?? '') && (end === start || tokens[end]?.spaced === true)) end += 1;
  const text = tokens
    .slice(start, end)
    .map(({ key }) => key)
    .join('');
  if (end - start < 2) return undefined;
  const enough = text.length >= ENOUGH || (text.length === ENOUGH_WITH_SIGN && announces(tokens, start));
  return { text: enough ? text : undefined, end };
}
