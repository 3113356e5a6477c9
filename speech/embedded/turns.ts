/** How long work may wait for other work: lower goes first. */
export const URGENCY = { live: 0, short: 1, long: 2 } as const;

/** Lets one piece of work use the model at a time. */
export interface Turns {
  /**
   * Runs work when it is its turn: the most urgent first, in the order of asking among equals.
   * @param work calls `pause` between its steps, which lets more urgent work go first
   */
  run<Result>(urgency: number, work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result>;
}

/** One piece of work, from its first wait to its end. */
interface Entry {
  readonly urgency: number;
  /** Work that paused goes before work of the same urgency that has not begun, so that little is begun at once. */
  hasBegun: boolean;
  /** How often more urgent work went first. */
  passes: number;
  proceed: () => void;
}

/** Work that was passed this often goes first, so that nothing waits for ever. */
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

/** The sort is stable: equals stay in the order of asking. */
function byTurn(one: Entry, other: Entry): number {
  return rank(one) - rank(other) || Number(other.hasBegun) - Number(one.hasBegun);
}

function rank({ urgency, passes }: Entry): number {
  return passes >= MAX_PASSES ? -1 : urgency;
}
