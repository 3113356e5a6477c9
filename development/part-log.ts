import { openSync, renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** The log file of a part of the stack. */
export function logPath(logs: string, name: string): string {
  return join(logs, `${name.toLowerCase()}.log`);
}

/** Opens a part's log for appending. A large log is first renamed and replaces the previous one. */
export function openLog(logs: string, name: string): number {
  const path = logPath(logs, name);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** The last lines of a part's log, each indented. */
export async function logEnd(logs: string, name: string): Promise<string> {
  const file = await open(logPath(logs, name));
  try {
    const { size } = await file.stat();
    const length = Math.min(size, 2_000);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8').trimEnd().split('\n').slice(-5);
    return lines.map((line) => `\n  ${line}`).join('');
  } finally {
    await file.close();
  }
}
