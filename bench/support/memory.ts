import { readFile } from 'node:fs/promises';

/** The memory of a process (`VmRSS`), or its peak (`VmHWM`), in MiB; undefined on other systems than Linux. */
export async function memoryMiB(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}
