import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { createStackStarts, launcher, npmStart, type StackStarts, startMs } from './stack-starts.ts';

let stack: StackStarts;
beforeAll(async () => {
  stack = await createStackStarts();
});
afterEach(() => stack.kill());
afterAll(() => stack.remove());

describe('npm start', () => {
  test('names a taken port and its variable, and leaves nothing running', async () => {
    const port = await freePort();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    const started = stack.start(npmStart, { PORT: String(port) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`Cannot start as port ${port} (the API) is taken: set PORT to a free port`);
    taken.close();
    await stack.nothingRuns();
  }, 60_000);

  test('leaves nothing running after a Ctrl-C during the start', async () => {
    const started = stack.start(npmStart);
    await eventually('the servers start', () => started.output().includes('Starting Redis and Temporal'), {
      timeoutMs: startMs,
    });
    process.kill(-(started.child.pid ?? 0), 'SIGINT');
    expect(await started.ended).toBe(0);
    expect(started.output()).not.toContain('curl');
    await stack.nothingRuns();
  }, 60_000);

  test('names REDIS_URL when that Redis does not answer', async () => {
    const started = stack.start(launcher, { REDIS_URL: `redis://user:password@127.0.0.1:${await freePort()}` });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('Cannot start as Redis does not answer: check REDIS_URL');
    expect(started.output()).not.toContain('password');
    await stack.nothingRuns();
  }, 60_000);

  test('prints why a part does not start, and leaves nothing running', async () => {
    const started = stack.start(launcher, { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/Cannot start (API|Worker): see .*\.log\n {2}\S/);
    await stack.nothingRuns();
  }, 60_000);

  test('lists every invalid variable in one message', async () => {
    const started = stack.start(launcher, { PORT: 'many', SPEECH_TIMEOUT: 'soon' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('PORT must be');
    expect(started.output()).toContain('SPEECH_TIMEOUT must be');
  }, 60_000);
});
