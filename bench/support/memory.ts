import { readFile } from 'node:fs/promises';

/** Memory that a process holds (`VmRSS`), or the most that it ever held (`VmHWM`), in MiB; undefined off Linux. */
export async function memoryMiB(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}
