/** How long and how often {@link eventually} calls its probe. */
export interface EventuallyOptions {
  /** @default 20_000 */
  readonly timeoutMs?: number;
  /** At first. It grows with the wait up to 100 ms, because each probe of a server takes processor time. @default 20 */
  readonly intervalMs?: number;
}

const MAX_GROWN_INTERVAL_MS = 100;
/** A wait is at most this share longer than what it waits for. */
const LATENESS = 1 / 20;

/**
 * Calls `probe` until it returns a value other than `undefined`, `null` or `false`, and returns that value. A probe that
 * throws counts as "not yet", so it may hold assertions.
 * @throws the probe's last error, or an error that names `what`, once `timeoutMs` have passed
 */
export async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const { timeoutMs = 20_000, intervalMs = 20 } = options;
  const startedAt = performance.now();
  for (;;) {
    let failure: unknown;
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) {
        return value as Exclude<T, undefined | null | false>;
      }
    } catch (error) {
      failure = error;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= timeoutMs) throw failure ?? new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    const grownMs = Math.min(waitedMs * LATENESS, MAX_GROWN_INTERVAL_MS);
    await new Promise((resolve) => setTimeout(resolve, Math.max(intervalMs, grownMs)));
  }
}
