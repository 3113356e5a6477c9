/** How the event loop ran while some work went on. */
export interface LoopWatch {
  /** How often the loop came round. */
  readonly turns: number;
  /** The longest time between two turns, as a share of the whole: near 1 where the work held the loop. */
  readonly longestShare: number;
  readonly ms: number;
}

/** Runs work and watches the event loop meanwhile. */
export async function watchLoop(work: () => Promise<unknown>): Promise<LoopWatch> {
  let [turns, longest, running] = [0, 0, true];
  const started = performance.now();
  let last = started;
  const watch = (async () => {
    while (running) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      turns += 1;
    }
  })();
  await work();
  running = false;
  const ms = performance.now() - started;
  await watch;
  return { turns, longestShare: longest / ms, ms };
}
