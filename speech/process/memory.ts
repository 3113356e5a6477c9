import { readFile } from 'node:fs/promises';

/** A busy process uses up to 650 MB. Much more means a malicious recording. */
const MAX_BYTES = 1_000 * 1024 * 1024;
const CHECK_EVERY_MS = 100;

/**
 * Calls `onTooMuch` once when a process uses more memory than any legitimate recording needs. Works only where `/proc`
 * shows the memory of a process, as on Linux.
 * @returns stops the watch
 */
export function watchMemory(pid: number | undefined, isBusy: () => boolean, onTooMuch: () => void): () => void {
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking || !isBusy()) return;
    isChecking = true;
    const bytes = await residentBytes(pid);
    isChecking = false;
    if (bytes <= MAX_BYTES) return;
    clearInterval(timer);
    onTooMuch();
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The resident memory of a process in bytes; 0 if unknown. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
