/** How the event loop ran during some work. */
export interface LoopWatch {
  /** The number of turns of the loop. */
  readonly turns: number;
  /** The longest time between two turns, as a share of the whole time: near 1 when the work blocked the loop. */
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
