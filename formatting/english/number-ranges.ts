import { wordSet } from '../word-set.ts';
import { numeralOf } from './amounts.ts';
import { clockOf } from './clock.ts';
import { closes, contextOf, hasBefore, type NumberContext, type Written } from './number-context.ts';
import { type Piece, readPhrase } from './number-run.ts';
import { groupDigits } from './number-words.ts';

/** Words between the two numbers of a range. */
const RANGE = new Set(['to', 'or', 'and', 'through', 'until']);
/** Words between two numbers that are written alike, both in words or both in digits. */
const PAIRING = new Set(['to', 'through', 'by']);
const SHARED_SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
]);

/**
 * Reads "twenty to thirty percent", "two to four pm", "three to five thousand dollars": both numbers share the unit and
 * the scale. Undefined if the numbers share nothing.
 * @param readUnit reads one number with its unit
 */
export function readRange(context: NumberContext, readUnit: (of: NumberContext) => Written | undefined) {
  const { tokens, phrase, next, before } = context;
  if (!RANGE.has(next) || (next === 'and' && before !== 'between')) return undefined;
  const second = readPhrase(tokens, phrase.end + 1);
  if (second?.pieces === undefined || second.joined) return undefined;
  const right = readUnit(contextOf(tokens, phrase.end + 1, second, second.pieces));
  if (right?.text === undefined) return undefined;
  const left = right.unit === 'half' ? clockText(context.pieces) : leftOf(context.pieces, second.pieces, right);
  if (left === undefined) return undefined;
  const shared = left === '' || (right.unit === undefined && next !== 'to');
  const text = shared ? undefined : `${left} ${next} ${right.text}`;
  return { text, end: right.end };
}

/**
 * Reads two plain numbers of which one is written in digits: "two through twelve" is "2 through 12", "nine by thirteen"
 * is "9 by 13". Undefined if both are written alike anyway.
 */
export function readPair(
  context: NumberContext,
  readUnit: (of: NumberContext) => Written | undefined,
): Written | undefined {
  const { tokens, phrase, next } = context;
  const left = PAIRING.has(next) ? plainOf(context.pieces) : undefined;
  const second = left === undefined ? undefined : readPhrase(tokens, phrase.end + 1);
  const right = second?.pieces === undefined || second.joined ? undefined : plainOf(second.pieces);
  if (left === undefined || right === undefined || second?.pieces === undefined) return undefined;
  const [leftText, rightText] = [
    readUnit(context)?.text,
    readUnit(contextOf(tokens, phrase.end + 1, second, second.pieces))?.text,
  ];
  if (next === 'to' && isClock(context, left, right)) return { text: undefined, end: second.end };
  const written = `${left} ${next} ${right}`;
  if (leftText === undefined && rightText === right) return { text: written, end: second.end };
  const counted = right === '1' && (tokens[second.end]?.key === 'of' || !closes(tokens, second.end));
  return leftText === left && rightText === undefined && !counted ? { text: written, end: second.end } : undefined;
}

const MINUTES = new Set(['5', '10', '20', '25']);
const MAX_HOUR = 12;
/** Words before a time: "it's ten to twelve". */
const CLOCK_BEFORE = wordSet("is it's was time's at till until about nearly almost");
/** Words that make "ten to one" a ratio. */
const RATIO = wordSet('bet odds ratio chance chances vote voted won lost score scored beat ranges range from');
const RATIO_REACH = 6;

/** Whether "twenty to nine" may be a time: said without a noun, it is written in words. */
function isClock({ tokens, start, before }: NumberContext, left: string, right: string): boolean {
  if (!MINUTES.has(left) || Number(right) > MAX_HOUR || hasBefore(tokens, start, RATIO, RATIO_REACH)) return false;
  return Number(left) > Number(right) || CLOCK_BEFORE.has(before);
}

/** A number without sign, article or approximation. */
function plainOf(pieces: readonly Piece[]): string | undefined {
  const numeral = numeralOf(pieces);
  const plain = numeral !== undefined && !numeral.article && !numeral.vague && !numeral.pointFirst;
  return plain && /^[\d.,]+$/u.test(numeral.text) ? numeral.text : undefined;
}

function clockText(pieces: readonly Piece[]): string | undefined {
  const clock = clockOf(pieces);
  if (clock === undefined) return undefined;
  return clock.minutes === '' ? String(clock.hour) : `${clock.hour}:${clock.minutes}`;
}

/** The first number with the shared unit. Empty if that is ambiguous, undefined if it shares nothing. */
function leftOf(first: readonly Piece[], second: readonly Piece[], right: Written): string | undefined {
  const [left, other] = [numeralOf(first), numeralOf(second)];
  const sign = right.unit === 'money' ? (right.text?.[0] ?? '') : '';
  if (left === undefined || other === undefined) return right.unit === undefined ? undefined : '';
  const scale = SHARED_SCALES.get(second.at(-1)?.words.at(-1) ?? '');
  const count = scale === undefined ? 0 : other.value / scale;
  if (scale !== undefined && count > 1 && left.value < count && !left.decimal) {
    return `${sign}${groupDigits(left.value * scale)}`;
  }
  if (right.unit === undefined) return undefined;
  const million = / /u.test(other.text);
  if (million && !/ /u.test(left.text)) return left.value < Number.parseFloat(other.text) ? `${sign}${left.text}` : '';
  return left.value * 10 > other.value && left.value <= other.value ? `${sign}${left.text}` : '';
}
