import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A running process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  /** Its arguments, separated by spaces. */
  readonly command: string;
}

/**
 * The running processes whose environment contains `text`, for instance a test's folder, or that work in that folder:
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
      return []; // it belongs to another user, or has just ended
    }
  });
}

function byPs(text: string): RunningProcess[] {
  const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(text))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.replace(/^\s*\d+\s+/, '') }));
}

/** Ids of the running children of a process. */
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
