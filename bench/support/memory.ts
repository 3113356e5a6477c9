import { readdir, readFile, writeFile } from 'node:fs/promises';

/** The memory of a process (`VmRSS`), or its peak (`VmHWM`), in MiB; undefined on other systems than Linux. */
export async function memoryMiB(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** A process and its descendants (Linux). */
export async function processTree(pid: number): Promise<number[]> {
  const found = [pid];
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command is in brackets and may contain spaces.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === pid) found.push(...(await processTree(Number(name))));
  }
  return found;
}

/** The sum of the memory of processes in MiB. */
export async function totalMiB(pids: readonly number[], field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const parts = await Promise.all(pids.map((pid) => memoryMiB(pid, field)));
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Starts the peaks (`VmHWM`) again from the current memory (proc(5), `clear_refs`). */
export async function resetPeaks(pids: readonly number[]): Promise<void> {
  await Promise.all(pids.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)));
}
