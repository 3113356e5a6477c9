import ms from 'ms';
import { UsageError } from './command.ts';

/** Parses `--expires`: a duration from now, or a date with or without a time, in UTC unless it names a zone. */
export function expiryOf(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-/.test(text) ? Date.parse(inUtc(text)) : nowMs + durationOf(text);
  if (Number.isFinite(at)) return Math.round(at);
  throw new UsageError(
    `Cannot read --expires: it must be a duration such as 90d or a date: current value is '${text}'`,
  );
}

/** JavaScript parses a date without time as UTC, but a time without a zone as local time. */
function inUtc(text: string): string {
  return text.replace(/[T ]([\d:.]+)$/, 'T$1Z');
}

function durationOf(text: string): number {
  return /^\d+(\.\d+)? ?[a-z]{1,12}$/i.test(text) ? (ms(text as ms.StringValue) ?? Number.NaN) : Number.NaN;
}
