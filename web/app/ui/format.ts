/** Numbers and times in the language of the browser. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Seconds as `1:05` or `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** A recent time as the time of day or the weekday, an older one as a date. */
export function formatWhen(time: string, now = Date.now()): string {
  const clock = formatClock(time);
  const day = recentDay(time, now);
  if (day === undefined) return formatDate(time, now);
  return day === '' ? clock : `${day}, ${clock}`;
}

/** Like {@link formatWhen}, but shorter, for a list: the time of day only for today. */
export function formatListTime(time: string, now = Date.now()): string {
  const day = recentDay(time, now);
  return day === '' ? formatClock(time) : (day ?? formatDate(time, now));
}

const formatClock = (time: string) =>
  new Date(time).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

/** A day of the last week by name, empty for today; undefined for an older one. */
function recentDay(time: string, now: number): string | undefined {
  const at = Date.parse(time);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight) return '';
  if (at >= midnight - DAY_MS) return 'Yesterday';
  if (at < midnight - 6 * DAY_MS) return undefined;
  return new Date(at).toLocaleDateString(undefined, { weekday: 'long' });
}

function formatDate(time: string, now: number): string {
  const date = new Date(time);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** A time in full. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day in UTC, such as `2026-11-22`, as `Nov 22`. */
export function formatDay(day: string): string {
  return new Date(day).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Bytes as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}
