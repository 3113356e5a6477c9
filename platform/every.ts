/** A function that runs repeatedly until it is stopped. */
export interface RepeatingTask {
  /** Waits for the current run, then stops. */
  stop(): Promise<void>;
}

/**
 * Runs a function now, and again `pauseMs` after each run has ended.
 * @param task must not reject
 */
export function every(task: () => Promise<void>, pauseMs: number): RepeatingTask {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    await task();
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
