import { numeralOf } from './amounts.ts';
import { clockOf } from './clock.ts';
import { contextOf, type NumberContext, type Written } from './number-context.ts';
import { type Piece, readPhrase } from './number-run.ts';
import { groupDigits } from './number-words.ts';

/** Words between the two numbers of a range. */
const RANGE = new Set(['to', 'or', 'and', 'through', 'until']);
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
