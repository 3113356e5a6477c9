import { afterAll, expect, test } from 'bun:test';
import pino from 'pino';
import { createProcessPool } from '../../../speech/process/pool.ts';

const settings = { transcribes: false, threads: 1 };

/** A pool that starts its process when it is used, and what it logs. */
function latePool() {
  const lines: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
  const pool = createProcessPool({ settings, processes: 1, maxJobs: 1, startsWhenUsed: true, log });
  const starts = () => lines.filter((line) => line.includes('Speech process started')).length;
  return { pool, starts };
}

const { pool, starts } = latePool();
afterAll(() => pool.close());

test('createProcessPool() with startsWhenUsed starts its process at the first question whether it is ready', async () => {
  expect(starts()).toBe(0);
  await Promise.all([pool.anyReady(), pool.ready()]);
  expect(starts()).toBe(1);
}, 30_000);

test('createProcessPool() with startsWhenUsed starts no process after its end', async () => {
  const unused = latePool();
  await unused.pool.close();
  await expect(unused.pool.anyReady()).rejects.toThrow('engine_unavailable');
  await expect(unused.pool.ready()).rejects.toThrow('engine_unavailable');
  expect(unused.starts()).toBe(0);
});
