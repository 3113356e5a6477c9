const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+\- ])(\d\d):?(\d\d))?)?$/;

/**
 * Parses an RFC 3339 date-time into epoch milliseconds, with a fraction for finer times. It also accepts a time without
 * seconds, a date without a time, a time without a zone (UTC), and an offset whose `+` became a space, as in a query
 * that was not percent-encoded.
 * @returns null for any other text and for a date that does not exist
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', , sign, offHour, offMinute] =
    match;
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(plain);
  // JavaScript engines differ on 30 February, so the date must format back to the same text.
  if (Number.isNaN(time) || new Date(time).toISOString() !== plain) return null;
  if (Number(offHour ?? 0) > 23 || Number(offMinute ?? 0) > 59) return null;
  const offset = (Number(offHour ?? 0) * 60 + Number(offMinute ?? 0)) * 60_000;
  const instant = time + Number(`0.${fraction}`) * 1000 - (sign === '-' ? -offset : offset);
  return instant >= FIRST && instant < END ? instant : null;
}

/** The years 0000 to 9999 in UTC: an offset can lead outside the range of RFC 3339. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const END = Date.parse('9999-12-31T23:59:59.999Z') + 1;

/** Formats epoch milliseconds as the APIs show them: RFC 3339 in UTC with milliseconds. */
export function formatTimestamp(epochMs: number): string;
export function formatTimestamp(epochMs: number | null): string | null;
export function formatTimestamp(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
