import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { redisEnvironment } from '../support/shared-redis.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());
beforeEach(async () => {
  await operator.server.redis.flushall();
});

describe('bun run admin', () => {
  const environment = () => redisEnvironment(operator.server.settings);
  const entry = join(import.meta.dir, '../../admin/main.ts');

  function run(args: string[], env: Record<string, string>) {
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, [entry, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
      const [out, err]: [string[], string[]] = [[], []];
      child.stdout.on('data', (chunk) => out.push(String(chunk)));
      child.stderr.on('data', (chunk) => err.push(String(chunk)));
      child.once('close', (code) => resolve({ code, out: out.join(''), err: err.join('') }));
    });
  }

  test('uses the Redis of REDIS_URL', async () => {
    const { code, out, err } = await run(['org', 'create', 'Acme', '--json'], environment());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await operator.deps.organizations.get(JSON.parse(out).organization_id)).toMatchObject({ name: 'Acme' });
  });

  test('finds the Redis of the stack that was started in SOTTO_HOME', async () => {
    const home = await mkdtemp(join(tmpdir(), 'sotto-home-'));
    const missing = await run(['org', 'list'], { SOTTO_HOME: home });
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain('REDIS_URL is not set');
    const { REDIS_URL = '', ...kind } = environment();
    await writeFile(join(home, 'redis-url'), REDIS_URL);
    expect(await run(['org', 'list'], { SOTTO_HOME: home, ...kind })).toEqual({ code: 0, out: 'None\n', err: '' });
    await rm(home, { recursive: true });
  });

  test('writes a long text whole', async () => {
    const ids = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'k', transcriptionId: 't' };
    const text = 'x'.repeat(1_000_000);
    await operator.deps.feedback.save({ ...ids, sentiment: 'like', text, audio: null });
    const { out } = await run(['feedback', 'show', ids.orgId, ids.feedbackId, '--json'], environment());
    expect(JSON.parse(out).text).toHaveLength(text.length);
  });

  test('exits with 2 for an invalid call, before it connects', async () => {
    const { code, out, err } = await run(['org', 'destroy'], {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("Cannot run 'org destroy'");
  });

  test('exits with 1 when Redis is unavailable, and does not print its password', async () => {
    const url = `redis://:hush-hush@127.0.0.1:${await freePort()}`;
    const { code, out, err } = await run(['org', 'list'], { REDIS_URL: url });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Cannot reach Redis');
    expect(err).not.toContain('hush-hush');
  });
});
