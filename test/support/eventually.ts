/** How long and how often {@link eventually} calls its probe. */
export interface EventuallyOptions {
  /** @default 10_000 */
  readonly timeoutMs?: number;
  /** @default 20 */
  readonly intervalMs?: number;
}

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
  const { timeoutMs = 10_000, intervalMs = 20 } = options;
  const deadline = performance.now() + timeoutMs;
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
    if (performance.now() >= deadline) {
      throw failure ?? new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
