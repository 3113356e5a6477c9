/** Time that moves only when nothing is left to do before the next sleeper wakes. */
export interface VirtualClock {
  /** Seconds since the clock was made. */
  now(): number;
  sleep(seconds: number): Promise<void>;
  /** Moves the time until the work is done. @throws when nothing would ever wake it */
  run<Result>(work: Promise<Result>): Promise<Result>;
}

export function createVirtualClock(): VirtualClock {
  let time = 0;
  let sleepers: readonly { readonly at: number; readonly wake: () => void }[] = [];

  function sleep(seconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    sleepers = [...sleepers, { at: time + Math.max(0, seconds), wake: resolve }];
    return promise;
  }

  async function run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    for (;;) {
      // Promises that are ready run before an immediate.
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return done;
      const [first] = sleepers.toSorted((one, other) => one.at - other.at);
      if (first === undefined) throw new Error('Nothing wakes the work');
      sleepers = sleepers.filter((sleeper) => sleeper !== first);
      time = Math.max(time, first.at);
      first.wake();
    }
  }

  return { now: () => time, sleep, run };
}
