import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A living process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  /** Its arguments, separated by spaces. */
  readonly command: string;
}

/**
 * The living processes whose environment contains `text`, for instance a folder of the test's own, or that work in it:
 * Redis overwrites its environment with its title.
 */
export function processesWith(text: string): RunningProcess[] {
  return process.platform === 'linux' ? onLinux(text) : byPs(text);
}

function onLinux(text: string): RunningProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8');
      if (!environment.includes(text) && !readlinkSync(`/proc/${name}/cwd`).includes(text)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), command }];
    } catch {
      return []; // another user's, or it has just ended
    }
  });
}

function byPs(text: string): RunningProcess[] {
  const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(text))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.replace(/^\s*\d+\s+/, '') }));
}

/** Ids of the processes that a process has started itself and that still live. */
export function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return childrenByPs(parent);
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // proc_pid_stat(5): the command stands in parentheses, the state and the parent follow.
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ppid) === parent ? [Number(name)] : [];
    } catch {
      return []; // it has just ended
    }
  });
}

function childrenByPs(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return pid !== undefined && ppid === parent ? [pid] : [];
  });
}
