import { readFile } from 'node:fs/promises';

/** A process at work takes up to 650 MB; what takes much more parses a recording that was made to do harm. */
const MAX_BYTES = 1_000 * 1024 * 1024;
const CHECK_EVERY_MS = 100;

/**
 * Calls `onTooMuch` once when a busy process takes more memory than any honest recording needs. Works where `/proc`
 * tells the memory of a process, as on Linux.
 * @returns ends the watch
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

/** 0 where it cannot be told. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
