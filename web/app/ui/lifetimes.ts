const DAY_MS = 24 * 60 * 60 * 1000;

/** The lifetimes of a new credential in days; 0 for no expiry. */
export const LIFETIMES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
  { days: 0, label: 'Never' },
] as const;

/** The end of a lifetime that starts now, RFC 3339; null for no expiry. */
export function expiryAfter(days: number): string | null {
  return days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}
