const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+\- ])(\d\d):?(\d\d))?)?$/;

/**
 * Reads an RFC 3339 date-time as epoch milliseconds (with a fraction, where it is finer). More forgiving in this:
 * seconds or the whole time of day may be left out, a time without zone is UTC, and the `+` of an offset may have
 * become a space, as it does in a query that was not percent-encoded.
 * @returns null when it is not a date-time, or not one in the calendar
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', , sign, offHour, offMinute] =
    match;
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(plain);
  // Engines differ over 30 February: only what reads back the same is a date.
  if (Number.isNaN(time) || new Date(time).toISOString() !== plain) return null;
  if (Number(offHour ?? 0) > 23 || Number(offMinute ?? 0) > 59) return null;
  const offset = (Number(offHour ?? 0) * 60 + Number(offMinute ?? 0)) * 60_000;
  const instant = time + Number(`0.${fraction}`) * 1000 - (sign === '-' ? -offset : offset);
  return instant >= FIRST && instant < END ? instant : null;
}

/** The years 0000 to 9999 in UTC: an offset may lead out of what RFC 3339 can write. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const END = Date.parse('9999-12-31T23:59:59.999Z') + 1;

/** An instant as the APIs show it: RFC 3339 in UTC with milliseconds. */
export function showInstant(epochMs: number): string;
export function showInstant(epochMs: number | null): string | null;
export function showInstant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
