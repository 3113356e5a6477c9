import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A living process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  /** Its arguments, separated by spaces. */
  readonly command: string;
}

/** The living processes whose environment holds `text`, for instance a folder of the test's own. */
export function processesWith(text: string): RunningProcess[] {
  return process.platform === 'linux' ? onLinux(text) : byPs(text);
}

function onLinux(text: string): RunningProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'utf8').includes(text)) return [];
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
