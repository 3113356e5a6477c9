import { test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { limitProcessorTime } from '../../bench/support/processor-limit.ts';
import { eventually } from '../support/eventually.ts';

/** The state of a process in proc(5): `R` is running, `T` is stopped by a signal. */
const stateOf = (pid: number): string | undefined => / (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

test('limitProcessorTime() stops a busy process, continues it again and again, and leaves it running at the end', async () => {
  const busy = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  try {
    const pid = busy.pid ?? 0;
    const end = limitProcessorTime([pid], 0.2);
    for (let turn = 0; turn < 3; turn += 1) {
      await eventually('it is stopped', () => stateOf(pid) === 'T', { intervalMs: 1 });
      await eventually('it continues', () => stateOf(pid) === 'R', { intervalMs: 1 });
    }
    end();
    await eventually('it runs', () => stateOf(pid) === 'R');
  } finally {
    busy.kill('SIGKILL');
  }
});
