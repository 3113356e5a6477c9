import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Home } from '../../development/home.ts';
import { cpuMs } from './cpu.ts';

/** Processor time in milliseconds so far: of each kind of part, and of everything else on the machine. */
export type Usage = Readonly<Record<string, number>>;

const OTHERS = 'others';

interface Child {
  readonly name: string;
  readonly pid: number;
}

const childrenOf = ({ processes }: Home): readonly Child[] =>
  (JSON.parse(readFileSync(processes, 'utf8')) as { children: Child[] }).children;

/** The process ids of a cluster's workers. */
export function workerPids(home: Home): number[] {
  return childrenOf(home).flatMap(({ name, pid }) => (kindOf(name) === 'Worker' ? [pid] : []));
}

/** `Worker-2` is a Worker. */
const kindOf = (name: string): string => name.replace(/-\d+$/, '');

/** Reads the processor time of a cluster's processes and their children (Linux), by the kind of part. */
export function clusterUsage(home: Home): Usage {
  const tree = processTree();
  const used: Record<string, number> = {};
  const add = (kind: string, ms: number) => {
    used[kind] = (used[kind] ?? 0) + ms;
  };
  for (const { name, pid } of childrenOf(home)) {
    const kind = kindOf(name);
    add(kind, cpuMs(pid));
    // PostgreSQL serves each connection with a process of its own. API and worker have speech processes.
    for (const child of descendants(pid, tree)) add(kind === 'PostgreSQL' ? kind : 'speech', cpuMs(child));
  }
  const own = Object.values(used).reduce((sum, ms) => sum + ms, cpuMs(process.pid));
  return { ...used, bench: cpuMs(process.pid), [OTHERS]: Math.max(0, machineMs() - own) };
}

/** The processor time between two readings, in milliseconds, by kind. */
export function usedBetween(before: Usage, after: Usage): Usage {
  return Object.fromEntries(Object.entries(after).map(([kind, ms]) => [kind, ms - (before[kind] ?? 0)]));
}

/** Processor time by kind as text, the largest first, divided by `divisor`. Leaves out what is below `min`. */
export function describeUsage(used: Usage, divisor: number, digits: number): string {
  const min = 0.5 * 10 ** -digits;
  const shares = Object.entries(used).map(([kind, ms]) => [kind, ms / divisor] as const);
  const shown = shares.filter(([, share]) => share >= min).sort(([, one], [, other]) => other - one);
  return shown.map(([kind, share]) => `${kind} ${share.toFixed(digits)}`).join(', ');
}

/** Processor milliseconds that the machine has spent on anything but waiting. */
function machineMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

function processTree(): Map<number, number[]> {
  const tree = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      tree.set(parent, [...(tree.get(parent) ?? []), Number(entry)]);
    } catch {
      // it has ended meanwhile
    }
  }
  return tree;
}

function descendants(pid: number, tree: ReadonlyMap<number, readonly number[]>): number[] {
  return (tree.get(pid) ?? []).flatMap((child) => [child, ...descendants(child, tree)]);
}
