/**
 * The priority of work. Lower numbers run first. `audio` is the detection of speech in audio of live sessions, which takes
 * a few milliseconds.
 */
export const PRIORITY = { audio: 0, urgent: 2, live: 3, short: 4, long: 5 } as const;
/** The rank of work that was passed over too often. */
const OVERDUE = 1;

/** Runs one task on the model at a time. */
export interface Scheduler {
  /**
   * Runs work in order of priority, then of arrival.
   * @param work calls `pause` between its steps, which lets more urgent work run first
   * @param signal work that waits or is paused leaves the queue when this aborts
   * @throws the signal's reason
   */
  run<Result>(
    priority: number,
    work: (pause: () => Promise<void>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** A task, from its arrival to its end. */
interface Entry {
  readonly priority: number;
  readonly signal: AbortSignal | undefined;
  isRunning: boolean;
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

  async function run<Result>(
    priority: number,
    work: (pause: () => Promise<void>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const entry: Entry = {
      ...{ priority, signal, isRunning: false, hasBegun: false, passes: 0 },
      proceed: () => undefined,
    };
    if (isTaken) await wait(entry);
    isTaken = true;
    entry.isRunning = true;
    entry.hasBegun = true;
    try {
      return await work(() => pause(entry));
    } finally {
      // Work that was aborted in a pause does not run any more.
      if (entry.isRunning) startNext();
    }
  }

  async function pause(entry: Entry): Promise<void> {
    if (!waiting.some((other) => rank(other) < rank(entry))) return;
    const resumed = wait(entry);
    entry.isRunning = false;
    startNext();
    await resumed;
  }

  function wait(entry: Entry): Promise<void> {
    const { signal } = entry;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting = waiting.filter((other) => other !== entry);
      reject(signal?.reason);
    };
    entry.proceed = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting = [...waiting, entry];
    return promise;
  }

  function startNext(): void {
    const [first, ...others] = waiting.toSorted(byRank);
    isTaken = first !== undefined;
    if (first === undefined) return;
    waiting = waiting.filter((entry) => entry !== first);
    if (first.priority !== PRIORITY.audio) {
      for (const other of others) if (rank(other) > rank(first)) other.passes += 1;
    }
    first.isRunning = true;
    first.proceed();
  }

  return { run };
}

/** The sort is stable, so equal entries stay in the order of arrival. */
function byRank(one: Entry, other: Entry): number {
  return rank(one) - rank(other) || Number(other.hasBegun) - Number(one.hasBegun);
}

function rank({ priority, passes }: Entry): number {
  return passes >= MAX_PASSES ? Math.min(priority, OVERDUE) : priority;
}
