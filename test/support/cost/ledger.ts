import { descendantsOf, type ProcessTimes } from './process-table.ts';

/** A process as the ledger remembers it. */
interface Known extends ProcessTimes {
  readonly kind: string;
}

export interface Ledger {
  /**
   * Takes in the tree of processes as it is now.
   * @param kindOf asked for each process, because a process may run another program later
   */
  add(tree: readonly ProcessTimes[], kindOf: (pid: number) => string): void;
  /** Processor time so far by kind, in milliseconds, the greatest first. */
  byKind(): [kind: string, ms: number][];
}

const keyOf = ({ pid, startedAt }: ProcessTimes) => `${pid} ${startedAt}`;

/**
 * Adds up processor time by kind from samples of a tree of processes. What a process used after its last sample is known
 * from its parent, which has waited for it: the time goes to the descendants that have ended since, or, if no sample saw
 * them, to `brief commands of` the parent's kind.
 */
export function createLedger(): Ledger {
  let known = new Map<string, Known>();
  const spent = new Map<string, number>();
  /** What was counted of ended children before a sample showed that their parent had waited for them. */
  let ahead = new Map<string, number>();
  let aheadNow = new Map<string, number>();
  const charge = (kind: string, ms: number) => ms > 0 && spent.set(kind, (spent.get(kind) ?? 0) + ms);

  /** Charges what `parent` has waited for since `before`, beyond what was charged while its ended descendants ran. */
  function chargeEnded(before: Known, parent: ProcessTimes, ended: readonly Known[]): void {
    const counted = ended.reduce((sum, { ownMs, waitedMs }) => sum + ownMs + waitedMs, 0);
    const rest = parent.waitedMs - before.waitedMs - counted - (ahead.get(keyOf(parent)) ?? 0);
    if (rest < 0) aheadNow.set(keyOf(parent), -rest);
    if (ended.length === 0) charge(`brief commands of ${before.kind}`, rest);
    // Most of it belongs to those that used most before: a shell that starts a server uses nearly nothing.
    const weights = ended.map(({ ownMs }) => ownMs + 1);
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, { kind }] of ended.entries()) charge(kind, (rest * (weights[index] ?? 0)) / whole);
  }

  return {
    add(tree, kindOf) {
      const now = new Map(tree.map((times) => [keyOf(times), { ...times, kind: kindOf(times.pid) }]));
      const gone = [...known].filter(([key]) => !now.has(key)).map(([, times]) => times);
      for (const [key, times] of now) {
        const before = known.get(key);
        charge(times.kind, times.ownMs - (before?.ownMs ?? 0));
        if (before) chargeEnded(before, times, descendantsOf(times.pid, gone));
        else charge(`brief commands of ${times.kind}`, times.waitedMs);
      }
      known = now;
      [ahead, aheadNow] = [aheadNow, new Map()];
    },
    byKind: () => [...spent].sort(([, one], [, other]) => other - one),
  };
}
