/** The priority of work. Lower numbers run first. */
export const PRIORITY = { urgent: 0, live: 1, short: 2, long: 3 } as const;

/** Runs one task on the model at a time. */
export interface Scheduler {
  /**
   * Runs work in order of priority, then of arrival.
   * @param work calls `pause` between its steps, which lets more urgent work run first
   */
  run<Result>(priority: number, work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result>;
}

/** A task, from its arrival to its end. */
interface Entry {
  readonly priority: number;
  /** Paused work runs before new work of the same priority, so that few tasks are open at once. */
  hasBegun: boolean;
  /** How often more urgent work ran first. */
  passes: number;
  proceed: () => void;
}

/** Work that was passed over this often runs next, so that nothing waits forever. */
const MAX_PASSES = 8;

export function createScheduler(): Scheduler {
  let isTaken = false;
  let waiting: readonly Entry[] = [];

  async function run<Result>(priority: number, work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result> {
    const entry: Entry = { priority, hasBegun: false, passes: 0, proceed: () => undefined };
    if (isTaken) await wait(entry);
    isTaken = true;
    entry.hasBegun = true;
    try {
      return await work(() => pause(entry));
    } finally {
      isTaken = false;
      startNext();
    }
  }

  async function pause(entry: Entry): Promise<void> {
    if (!waiting.some((other) => rank(other) < rank(entry))) return;
    const resumed = wait(entry);
    startNext();
    await resumed;
  }

  function wait(entry: Entry): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.proceed = resolve;
    waiting = [...waiting, entry];
    return promise;
  }

  function startNext(): void {
    const [first, ...others] = waiting.toSorted(byRank);
    if (first === undefined) return;
    waiting = waiting.filter((entry) => entry !== first);
    for (const other of others) if (rank(other) > rank(first)) other.passes += 1;
    isTaken = true;
    first.proceed();
  }

  return { run };
}

/** The sort is stable, so equal entries stay in the order of arrival. */
function byRank(one: Entry, other: Entry): number {
  return rank(one) - rank(other) || Number(other.hasBegun) - Number(one.hasBegun);
}

function rank({ priority, passes }: Entry): number {
  return passes >= MAX_PASSES ? -1 : priority;
}
