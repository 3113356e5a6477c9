/** What is done again and again until it is stopped. */
export interface Rounds {
  /** Lets the round under way end. */
  stop(): Promise<void>;
}

/**
 * Does something now, and again `pauseMs` after each time that it ended.
 * @param round must not reject
 */
export function inRounds(round: () => Promise<void>, pauseMs: number): Rounds {
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
