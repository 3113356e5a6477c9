/** A function that runs repeatedly until it is stopped. */
export interface Rounds {
  /** Waits for the current run, then stops. */
  stop(): Promise<void>;
}

/**
 * Runs a function now, and again `pauseMs` after each run has ended.
 * @param round must not reject
 */
export function every(round: () => Promise<void>, pauseMs: number): Rounds {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    await round();
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pauseMs);
  }
  let running = run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
