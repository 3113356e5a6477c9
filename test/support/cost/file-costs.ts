import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { treeMs } from './process-table.ts';

/** What one run of a test file took. */
export interface FileCost {
  readonly file: string;
  readonly seconds: number;
  /** Processor time of the test process and of all that it has started meanwhile. */
  readonly cpuSeconds: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Records what each test file takes, as lines of JSON, from now on. Servers that files share count for the file during
 * which they worked.
 * @returns call it after each file, with its path
 */
export function recordFileCosts(path: string): (file: string) => void {
  let [time, ms] = [performance.now(), 0];
  return (file) => {
    const [timeNow, msNow] = [performance.now(), treeMs(process.pid)];
    const cost: FileCost = {
      file: relative(root, file),
      seconds: (timeNow - time) / 1_000,
      cpuSeconds: Math.max(0, msNow - ms) / 1_000,
    };
    appendFileSync(path, `${JSON.stringify(cost)}\n`);
    [time, ms] = [timeNow, msNow];
  };
}
