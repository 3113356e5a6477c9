import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { createSpeechEngine, type SpeechEngineOptions } from '../../../speech/engine.ts';
import { createProcessPool } from '../../../speech/process/pool.ts';
import type { SpeechEngine } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf, fixture, join, request, SAMPLE, samplesOf, silence, wav } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

const opened: Pick<SpeechEngine, 'close'>[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
});

/** An engine, and the process ids that it logged. */
function start(options: Partial<SpeechEngineOptions> = {}): { engine: SpeechEngine; pids: number[]; lines: string[] } {
  const lines: string[] = [];
  const pids: number[] = [];
  const write = (line: string) => {
    lines.push(line);
    const { msg, pid } = JSON.parse(line);
    if (msg === 'Speech process started') pids.push(pid);
  };
  const log = pino({ level: 'debug', base: null }, { write });
  const engine = createSpeechEngine({ processes: 1, threads: 2, log, ...options });
  opened.push(engine);
  return { engine, pids, lines };
}

function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? -1, 0);
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** A recording of more than a minute with some words, in several pieces. A test can interrupt its transcription. */
async function long(): Promise<Uint8Array> {
  const one = join(await samplesOf(fixture('ask.flac')), silence(18));
  return wav([join(...Array.from({ length: 6 }, () => one))]);
}

describe('a speech process that dies', () => {
  test('during a job is replaced, and the job continues after its last piece', async () => {
    const { engine, pids, lines } = start();
    await engine.ready();
    const starts: number[] = [];
    const { text, durationSeconds } = await engine.transcribe(
      request(await long(), {
        onPiece: async (piece) => {
          starts.push(piece.start);
          if (starts.length === 2) kill(pids[0]);
        },
      }),
    );
    expect(pids.length).toBe(2);
    expect(new Set(starts).size).toBe(starts.length);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(text.match(/your country/gi)?.length).toBe(6);
    expect(durationSeconds).toBeGreaterThan(65);
    expect(lines.join('').toLowerCase()).not.toContain('country');
  });

  test('repeatedly makes the engine unavailable for that job only', async () => {
    const { engine, pids } = start();
    await engine.ready();
    const work = engine.transcribe(request(await long(), { onPiece: async () => undefined }));
    const failed = failureOf(work);
    for (let death = 0; death < 2; death++) {
      const pid = await eventually('the next process', () => pids[death]);
      kill(pid);
      await eventually('its end', () => !isAlive(pid));
    }
    expect(await failed).toBe('engine_unavailable');
    expect((await eventually('recovery', () => engine.transcribe(request(fixture('yes.flac'))))).text).toMatch(/yes/i);
  });

  test('or hangs is killed, and another process does the job', async () => {
    const lines: string[] = [];
    const pids: number[] = [];
    const write = (line: string) => {
      lines.push(line);
      if (JSON.parse(line).msg === 'Speech process started') pids.push(JSON.parse(line).pid);
    };
    const log = pino({ level: 'debug', base: null }, { write });
    const settings = { transcribes: false, threads: 1 };
    const pool = createProcessPool({ settings, processes: 1, maxJobs: 1, log, checkEveryMs: 700 });
    opened.push(pool);
    await pool.ready();
    process.kill(pids[0] ?? -1, 'SIGSTOP');
    const { durationSeconds } = await pool.transcribe(request(fixture('yes.flac')), {});
    expect(durationSeconds).toBeGreaterThan(0);
    expect(pids.length).toBe(2);
    expect(lines.join('')).toContain('silent');
  });

  test('between jobs is replaced', async () => {
    const { engine, pids } = start();
    await engine.ready();
    kill(pids[0]);
    await eventually('another process', () => pids.length === 2);
    expect((await engine.transcribe(request(fixture('yes.flac')))).text).toMatch(/yes/i);
  });
});

describe('a process with two places', () => {
  let shared: ReturnType<typeof start>;
  beforeAll(async () => {
    shared = start({ maxJobs: 2 });
    opened.splice(0);
    await shared.engine.ready();
  });
  afterAll(() => shared.engine.close());

  /** Both places are free: the process stopped its work on abandoned jobs. */
  async function expectFree(): Promise<void> {
    const { engine, pids } = shared;
    await eventually('free places', async () => {
      // Both must end before the next try. Otherwise, it would find no free place.
      const two = [1, 2].map(() => engine.transcribe(request(fixture('yes.flac'))));
      return (await Promise.allSettled(two)).every(({ status }) => status === 'fulfilled');
    });
    expect(pids.length).toBe(1);
  }

  test('ends a cancelled job at once for the caller and soon in the process, which stays alive', async () => {
    const abort = new AbortController();
    const options = { signal: abort.signal, onPiece: async () => abort.abort() };
    expect(await failureOf(shared.engine.transcribe(request(await long(), options)))).toBe('cancelled');
    await expectFree();
  });

  test('never gets a job that was cancelled before its start', async () => {
    const signal = AbortSignal.abort();
    expect(await failureOf(shared.engine.transcribe(request(SAMPLE, { signal })))).toBe('cancelled');
  });

  test('forgets a job that is cancelled while its recording is read', async () => {
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const work = failureOf(shared.engine.transcribe(request(new Uint8Array(20_000_000), options)));
    abort.abort();
    expect(await work).toBe('cancelled');
    await expectFree();
  });

  test('refuses one more job and says when to retry', async () => {
    const { engine } = shared;
    const jobs = [1, 2].map(() => engine.transcribe(request(fixture('yes.flac'))));
    const refused = await engine.transcribe(request(fixture('yes.flac'))).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'engine_busy', retryAfterSeconds: 2 });
    for (const { text } of await Promise.all(jobs)) expect(text).toMatch(/yes/i);
  });

  test('serves short jobs while a long one runs', async () => {
    const { engine } = shared;
    const abort = new AbortController();
    let isDone = false;
    const longJob = failureOf(engine.transcribe(request(await long(), { signal: abort.signal })));
    longJob.then(() => {
      isDone = true;
    });
    const { text } = await engine.transcribe(request(fixture('yes.flac')));
    expect([text, isDone]).toEqual([expect.stringMatching(/yes/i), false]);
    abort.abort();
    expect(await longJob).toBe('cancelled');
    await expectFree();
  });
});

describe('a pool', () => {
  test('spreads jobs over its processes', async () => {
    const { engine, pids } = start({ processes: 2, threads: 1 });
    await engine.ready();
    expect(pids.length).toBe(2);
    const texts = await Promise.all([1, 2, 3, 4].map(() => engine.transcribe(request(fixture('stop.flac')))));
    for (const { text } of texts) expect(text).toMatch(/stop/i);
  });
});

describe('speech processes end', () => {
  test('with close()', async () => {
    const { engine, pids } = start();
    await engine.ready();
    await engine.close();
    expect(pids.map(isAlive)).toEqual([false]);
  });

  test('and the engine refuses jobs afterwards', async () => {
    const { engine } = start();
    await engine.ready();
    await engine.close();
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toBe('engine_unavailable');
    expect(await failureOf(engine.ready())).toBe('engine_unavailable');
  });

  test('also while they load', async () => {
    const { engine } = start();
    const ready = failureOf(engine.ready());
    await engine.close();
    expect(await ready).toBe('engine_unavailable');
  });

  test('with their parent, however it ends', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('parent.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output).trim());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await eventually('the end of the speech process', () => !isAlive(pid));
  });
});
