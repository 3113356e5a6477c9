import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUserStore } from '../../accounts/users.ts';
import { createSealing } from '../../platform/encryption/sealed-values.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
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

  test('secrets rotate encrypts the values of every user with the first key, on whichever node they are', async () => {
    const [old, current] = [randomBytes(32), randomBytes(32)];
    const sealedWith = (id: string, key: Uint8Array) => createSealing(new Map([[id, new Uint8Array(key)]]));
    const { redis } = operator.server;
    const before = sealedWith('old', old);
    const [users, hooks] = [
      createUserStore(redis, { sealing: before }),
      createWebhookEndpointStore(redis, { sealing: before }),
    ];
    const settings = { url: 'https://hook.example.org/', description: null, eventTypes: ['note.processed'] as const };
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const email = `user-${index}@example.org`;
        const { userId } = await users.ensure({ email });
        const secret = createSigningSecret();
        return { email, userId, secret, endpointId: (await hooks.create(userId, settings, secret))?.endpointId ?? '' };
      }),
    );
    const pair = (id: string, key: Buffer) => `${id}:${key.toString('base64')}`;
    const rotate = (...pairs: string[]) =>
      run(['secrets', 'rotate', '--json'], { ...environment(), TEMPORAL_ENCRYPTION_KEYS: pairs.join() });
    expect(JSON.parse((await rotate(pair('new', current), pair('old', old))).out)).toEqual({
      checked: 48,
      encrypted: 48,
    });
    expect(JSON.parse((await rotate(pair('new', current))).out)).toEqual({ checked: 48, encrypted: 0 });
    const after = sealedWith('new', current);
    for (const { email, userId, secret, endpointId } of made) {
      expect((await createUserStore(redis, { sealing: after }).findByEmail(email))?.userId).toBe(userId);
      expect(await createWebhookEndpointStore(redis, { sealing: after }).secrets(userId, endpointId)).toEqual([secret]);
    }
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
