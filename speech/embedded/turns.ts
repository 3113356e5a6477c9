/** The priority of work. Lower numbers run first. */
export const URGENCY = { urgent: 0, live: 1, short: 2, long: 3 } as const;

/** Runs one task on the model at a time. */
export interface Turns {
  /**
   * Runs work in order of urgency, then of arrival.
   * @param work calls `pause` between its steps, which lets more urgent work run first
   */
  run<Result>(urgency: number, work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result>;
}

/** A task, from its arrival to its end. */
interface Entry {
  readonly urgency: number;
  /** Paused work runs before new work of the same urgency, so that few tasks are open at once. */
  hasBegun: boolean;
  /** How often more urgent work ran first. */
  passes: number;
  proceed: () => void;
}

/** Work that was passed over this often runs next, so that nothing waits forever. */
const MAX_PASSES = 8;

export function createTurns(): Turns {
  let isTaken = false;
  let waiting: readonly Entry[] = [];

  async function run<Result>(urgency: number, work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result> {
    const entry: Entry = { urgency, hasBegun: false, passes: 0, proceed: () => undefined };
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
    const [first, ...others] = waiting.toSorted(byTurn);
    if (first === undefined) return;
    waiting = waiting.filter((entry) => entry !== first);
    for (const other of others) if (rank(other) > rank(first)) other.passes += 1;
    isTaken = true;
    first.proceed();
  }

  return { run };
}

/** The sort is stable, so equal entries stay in the order of arrival. */
function byTurn(one: Entry, other: Entry): number {
  return rank(one) - rank(other) || Number(other.hasBegun) - Number(one.hasBegun);
}

function rank({ urgency, passes }: Entry): number {
  return passes >= MAX_PASSES ? -1 : urgency;
}
