import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { digitsOf, MAX_GROUPS, readGroups, sideBySide } from './digits.ts';
import { closes, hasBefore, type NumberContext, type Written, wholeOf } from './number-context.ts';
import { type Piece, readPhrase } from './number-run.ts';
import { readInternational, readTollFree } from './telephone.ts';

/** The minimum number of digits of an identifier that a word announces, and of one that none does. */
const MIN_DIGITS = 4;
const MIN_DIGITS_ALONE = 7;
const MIN_DIGITS_WITH_SIGN = 3;
const MIN_DIGITS_AFTER_OH = 6;
/** Words that announce an identifier: directly before it, or before "is". */
const ANNOUNCING = wordSet(
  'number code pin id extension ext room flight call called calling dial box zip postcode postal account order ticket invoice case serial phone cell mobile fax gate bus route area password passcode reference ref suite apartment highway interstate channel model error',
);
/** Words that announce an identifier also with words between them: "you can reach me at", "my card ends in". */
const EXPECTING = wordSet(
  'reach text ring whatsapp ends ending starts starting social ssn card isbn sku vin iban routing digits',
);
const ANNOUNCING_REACH = 5;
const SEVERAL_REACH = 24;
/** After one of these words, single digits may be scores: "he won six four six three". */
const SCORING = wordSet(
  'won win wins winning beat beats beaten lost lose loses losing score scored scores scoring set sets match led leads leading defeated play plays played tied drew ahead formation judges rolled',
);
const SCORING_REACH = 8;
/** Plurals after which several identifiers may follow. */
const SEVERAL = wordSet('codes numbers pins ids extensions rooms flights tickets orders invoices digits');
/** The groups of digits in which telephone numbers are said. */
const PHONE_SHAPES = wordSet('3-4 3-3-4 1-3-3-4 3-3-2-2 5-6 4-3-4 4-3-3 5-3-3 3-4-4');
const STREETS = wordSet('street avenue boulevard road lane drive court terrace highway parkway place way square');
const UNIT_NAMES = wordSet('unit suite apartment apt flat room');
const FUNCTION_WORDS = wordSet('the a an of on in at to for from and or is was by with this that our my your');
/** Words before numbers joined by "dot": versions and IP addresses. */
const VERSIONED = wordSet('version release python node java ruby php android ios bun deno v');

/** Reads digits that are said one by one, and the groups of telephone and house numbers. */
export function readIdentifier(context: NumberContext): Written | undefined {
  return (
    readOver(context) ??
    readInternational(context) ??
    readTollFree(context) ??
    readDotted(context) ??
    readDigits(context)
  );
}

function readDigits(context: NumberContext): Written | undefined {
  const { tokens, start, pieces, phrase } = context;
  const digits = digitsOf(pieces);
  if (digits === '') return readHouse(context) ?? readAnnounced(context);
  if (digits.length < 2) return undefined;
  // "Codes one two three four five six seven eight": where the first one ends is unknown.
  const several = hasBefore(tokens, start, SEVERAL, 3);
  const groups = readGroups(tokens, phrase, digits);
  if (groups.shape.includes('-') && !several && (groups.dashed || PHONE_SHAPES.has(groups.shape)))
    return { text: groups.text, end: groups.end };
  if (several && digits.length > 6) return undefined;
  const house = readHouse(context);
  if (house !== undefined) return house;
  const announced = announces(tokens, start);
  if (!announced && (isCounting(pieces) || hasBefore(tokens, start, SCORING, SCORING_REACH))) return undefined;
  return isEnough(digits, pieces, announced || isExpected(tokens, start))
    ? { text: digits, end: phrase.end }
    : undefined;
}

/** Whether the digits count up or down: "five six seven eight", "four three two one". */
function isCounting(pieces: readonly Piece[]): boolean {
  const step = (pieces[1]?.value ?? 0) - (pieces[0]?.value ?? 0);
  if (Math.abs(step) !== 1) return false;
  return pieces.every(({ kind, value }, at) => kind === 'number' && value - (pieces[0]?.value ?? 0) === at * step);
}

/** Whether a word further back announces an identifier: "the code that I got is four four one seven". */
function isExpected(tokens: readonly Token[], start: number): boolean {
  return (
    hasBefore(tokens, start, ANNOUNCING, ANNOUNCING_REACH) ||
    hasBefore(tokens, start, EXPECTING, ANNOUNCING_REACH) ||
    hasBefore(tokens, start, SEVERAL, SEVERAL_REACH)
  );
}

function isEnough(digits: string, pieces: readonly Piece[], announced: boolean): boolean {
  if (pieces[0]?.words[0] === 'oh')
    return digits.length >= MIN_DIGITS_AFTER_OH || (announced && digits.length >= MIN_DIGITS);
  if (digits.length >= (announced ? MIN_DIGITS : MIN_DIGITS_ALONE)) return true;
  // "oh", "zero", "double" and "triple" are used in identifiers only.
  const sure = pieces.some(({ kind, digits: text }) => kind !== 'number' || text === '0');
  return digits.length >= MIN_DIGITS_WITH_SIGN && (sure || announced);
}

/** Reads the numbers of an announced identifier: "flight two forty seven", "the pin is forty two seventeen". */
function readAnnounced({ tokens, start, pieces, phrase }: NumberContext): Written | undefined {
  if (!announces(tokens, start) || !closes(tokens, phrase.end)) return undefined;
  const text = sideBySide(pieces);
  const single = wholeOf(pieces);
  if (single !== undefined) return single >= 1_000 && text.length === 4 ? { text, end: phrase.end } : undefined;
  return pieces.length > 1 && /^\d{3,}$/u.test(text) ? { text, end: phrase.end } : undefined;
}

/** Reads a house number before the name of a street: "one twenty three main street". */
function readHouse({ tokens, pieces, phrase, before }: NumberContext): Written | undefined {
  const text = sideBySide(pieces);
  // "Unit twelve forty seven harbour road" has two numbers, and where the first one ends is unknown.
  if (pieces.length > 1 && UNIT_NAMES.has(before)) return undefined;
  if (!/^\d{3,5}$/u.test(text) || (pieces.length < 2 && text.length < 4)) return undefined;
  for (let at = phrase.end; at <= phrase.end + 2; at += 1) {
    const of = tokens[at];
    if (of?.kind !== 'word' || FUNCTION_WORDS.has(of.key)) return undefined;
    if (STREETS.has(of.key)) return at > phrase.end ? { text, end: phrase.end } : undefined;
  }
  return undefined;
}

/** Whether the words before a token announce an identifier: "the pin is", "room". */
export function announces(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  const linked = before?.key === 'is' || before?.text === ':' || before?.key === 'was';
  return ANNOUNCING.has((linked ? tokens[start - 2]?.key : before?.key) ?? '');
}

/** Reads "one forty" as 140 in "a blood pressure of one forty over ninety". */
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

/** Reads "one ninety two dot one sixty eight dot zero dot one" and "version two dot one". */
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
  // "One ninety two" is 192.
  const [first, second] = pieces;
  if (pieces.length === 2 && first?.digits.length === 1 && second?.digits.length === 2)
    return first.digits + second.digits;
  return String(wholeOf(pieces) ?? '');
}

/** Reads "5 5 5 1 2 3 4", which the recognizer wrote digit by digit. */
export function readTyped(tokens: readonly Token[], start: number): Written | undefined {
  if (!/^\d$/u.test(tokens[start]?.key ?? '')) return undefined;
  let end = start;
  while (/^\d$/u.test(tokens[end]?.key ?? '') && (end === start || tokens[end]?.spaced === true)) end += 1;
  const text = tokens
    .slice(start, end)
    .map(({ key }) => key)
    .join('');
  if (end - start < 2) return undefined;
  const enough = text.length >= MIN_DIGITS || (text.length === MIN_DIGITS_WITH_SIGN && announces(tokens, start));
  return { text: enough ? text : undefined, end };
}
