import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NamedProcess } from '../../development/instance.ts';
import { type Part, type SupervisedPart, startPart } from '../../development/supervise.ts';
import { identify, isAlive } from '../../platform/process-identity.ts';
import { eventually } from '../support/eventually.ts';

const times = { startMs: 5_000, firstDelayMs: 10, maxDelayMs: 60_000 };

describe('startPart()', () => {
  let folder: string;
  let running: SupervisedPart | undefined;
  let processes: NamedProcess[];
  let restarts: string[];
  const never = new AbortController().signal;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sotto-supervise-'));
    running = undefined;
    processes = [];
    restarts = [];
  });
  afterEach(async () => {
    running?.kill();
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A part that runs a shell script. It is ready once the script has created the file `ready`. */
  const part = (script: string, graceMs = 5_000): Part => ({
    name: 'Shell',
    command: 'sh',
    args: ['-c', script],
    env: { PATH: process.env['PATH'], READY: join(folder, 'ready') },
    logs: folder,
    graceMs,
    isReady: () => Bun.file(join(folder, 'ready')).exists(),
  });
  const listener = {
    onProcess: (_part: Part, now: NamedProcess | undefined) => {
      if (now) processes.push(now);
    },
    onRestart: (_part: Part, how: string, delayMs: number) => {
      restarts.push(`${how}, ${delayMs} ms`);
    },
  };
  const current = () => processes.at(-1) ?? { pid: 0, startedAt: '' };

  test('resolves when the part serves, and writes its output to its log', async () => {
    running = await startPart(part('echo hello; : > "$READY"; exec sleep 60'), listener, never, times);
    expect(isAlive(current())).toBe(true);
    expect(await readFile(join(folder, 'shell.log'), 'utf8')).toBe('hello\n');
  });

  test('rejects with the end of the log when the part ends before it serves', async () => {
    const starting = startPart(part('echo "bind: address in use" >&2; exit 3'), listener, never, times);
    await expect(starting).rejects.toThrow(/^Cannot start Shell: see .*shell\.log\n {2}bind: address in use$/);
    expect(restarts).toEqual([]);
  });

  test('starts a part again that ends before it serves, as often as the part allows', async () => {
    // A process that ends at once may have no identity to record, so the script counts its own starts.
    const count = 'echo start >> "$READY.starts"';
    const starts = async () => (await readFile(join(folder, 'ready.starts'), 'utf8')).match(/start/g)?.length;
    const endsOnce = `${count}; [ "$(wc -l < "$READY.starts")" -gt 1 ] || exit 2; : > "$READY"; exec sleep 60`;
    running = await startPart({ ...part(endsOnce), starts: 2 }, listener, never, times);
    expect(isAlive(current())).toBe(true);
    expect(await starts()).toBe(2);
    const broken: Part = { ...part(`${count}; exit 3`), name: 'Broken', isReady: async () => false, starts: 3 };
    await expect(startPart(broken, listener, never, times)).rejects.toThrow(/^Cannot start Broken/);
    expect(await starts()).toBe(2 + 3);
  });

  test('rejects and leaves nothing running when the part does not serve in time', async () => {
    const starting = startPart(part('exec sleep 60'), listener, never, { ...times, startMs: 100 });
    await expect(starting).rejects.toThrow(/^Cannot start Shell as it did not serve within 0\.1 s/);
    expect(isAlive(current())).toBe(false);
  });

  test('probes again when a probe never answers', async () => {
    let asked = 0;
    const silentOnce = (signal: AbortSignal) =>
      new Promise<boolean>((resolve, reject) => {
        asked += 1;
        if (asked > 1) resolve(true);
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    running = await startPart({ ...part('exec sleep 60'), isReady: silentOnce }, listener, never, times);
    expect(asked).toBe(2);
  }, 20_000);

  test('rejects for a command that does not exist', async () => {
    const missing = { ...part(''), command: join(folder, 'missing') };
    await expect(startPart(missing, listener, never, times)).rejects.toThrow(/^Cannot start Shell/);
  });

  test('restarts a part that exits, each time after a longer wait', async () => {
    running = await startPart(part(': > "$READY"; exec sleep 60'), listener, never, times);
    for (const count of [2, 3]) {
      process.kill(current().pid, 'SIGKILL');
      await eventually('another process', () => processes.length === count);
    }
    expect(restarts).toEqual(['by SIGKILL, 10 ms', 'by SIGKILL, 20 ms']);
    expect(new Set(processes.map(({ pid }) => pid)).size).toBe(3);
    expect(isAlive(current())).toBe(true);
  });

  test('stop() lets the part finish its work', async () => {
    const script = `trap 'echo drained; exit 0' TERM; : > "$READY"; sleep 60 & wait`;
    running = await startPart(part(script), listener, never, times);
    await running.stop();
    expect(await readFile(join(folder, 'shell.log'), 'utf8')).toBe('drained\n');
    expect(restarts).toEqual([]);
  });

  test('stop() kills a part and its children after the grace period', async () => {
    const script = `trap '' TERM; sleep 60 & echo $!; : > "$READY"; wait`;
    running = await startPart(part(script, 100), listener, never, times);
    const grandchild = Number(await readFile(join(folder, 'shell.log'), 'utf8'));
    expect(identify(grandchild)).toBeDefined();
    await running.stop();
    expect(isAlive(current())).toBe(false);
    await eventually('the grandchild is gone', () => identify(grandchild) === undefined);
  });

  test('an abort cancels the start', async () => {
    const stop = new AbortController();
    const starting = startPart(part('exec sleep 60'), listener, stop.signal, times);
    await eventually('the process runs', () => processes.length === 1);
    stop.abort(new Error('interrupted'));
    await expect(starting).rejects.toThrow('interrupted');
    expect(isAlive(current())).toBe(false);
  });
});
