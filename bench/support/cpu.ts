import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

/** The CPU time of a process so far, in milliseconds (Linux); 0 if it has ended. */
export function cpuMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain spaces: fields 14 and 15 of proc(5) are user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
