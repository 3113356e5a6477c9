import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that may have ended since. Its id alone may belong to another process now. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as reported by the system. */
  readonly startedAt: string;
}

/** The identity of a running process. Undefined when no process has this id, or the process is a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether exactly this process still runs. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

/** The fields of proc_pid_stat(5) follow the command, which is in parentheses and may contain parentheses. */
function startedOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? undefined : startTime;
  } catch {
    return undefined;
  }
}

function startedByPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
