import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

/** A process of this machine and the processor time it has used so far. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** When it started, in ticks since the machine did. With the id, it names one process for good. */
  readonly startedAt: number;
  /** User and system time of the process itself. */
  readonly ownMs: number;
  /** User and system time of its children that have ended and that it has waited for, with their own such children. */
  readonly waitedMs: number;
}

/** Times of all processes (Linux), or none on other systems. */
function readProcesses(): ProcessTimes[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))];
    } catch {
      return []; // it has just ended
    }
  });
}

/** Parses a line of proc_pid_stat(5). The command stands in parentheses and may contain spaces and parentheses. */
export function parseStat(line: string): ProcessTimes {
  const pid = Number.parseInt(line, 10);
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // The state is field 3 in the manual and 0 here.
  const field = (number: number) => fields[number - 3] ?? 0;
  return {
    pid,
    parent: field(4),
    ownMs: (field(14) + field(15)) * TICK_MS,
    waitedMs: (field(16) + field(17)) * TICK_MS,
    startedAt: field(22),
  };
}

/** Arguments of a process, separated by spaces; empty if it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** The processes of the list that `root` has started, directly or through others of the list. */
export function descendantsOf<T extends ProcessTimes>(root: number, processes: readonly T[]): T[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const found = [...(children.get(root) ?? [])];
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The process `root` and all that it has started. */
export function treeOf(root: number): ProcessTimes[] {
  const all = readProcesses();
  return [...all.filter(({ pid }) => pid === root), ...descendantsOf(root, all)];
}

/** Processor time of a process and of all that it has started, in milliseconds, except what its orphans use. */
export function treeMs(root: number): number {
  return treeOf(root).reduce((sum, { ownMs, waitedMs }) => sum + ownMs + waitedMs, 0);
}
