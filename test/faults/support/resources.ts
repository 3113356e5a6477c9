import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in MiB (Linux). */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error(`Process ${pid} tells no memory`);
  return Number(kib) / 1024;
}

/** Files and sockets that a process holds open (Linux). */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
