import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnterpriseKeyStore } from '../../../store/enterprise-keys.ts';
import { createFeedbackStore } from '../../../store/feedback.ts';
import { createOrganizationStore } from '../../../store/organizations.ts';
import { createTokenStore } from '../../../store/tokens.ts';
import { createUsageStore } from '../../../store/usage.ts';
import { createUserStore } from '../../../store/users.ts';
import { type AdminDeps, UsageError } from '../../../worker/admin/command.ts';
import { commands, readCall } from '../../../worker/admin/run.ts';
import { freePort } from '../../support/ports.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const RETENTION = { usageRetentionMs: 90 * 86_400_000, storeRetentionMs: 90 * 86_400_000 };

let server: TestRedis;
let deps: AdminDeps;

beforeAll(async () => {
  server = await startRedis();
  const { redis } = server;
  const now = () => NOW;
  deps = {
    organizations: createOrganizationStore(redis, { now }),
    enterpriseKeys: createEnterpriseKeyStore(redis, { now }),
    users: createUserStore(redis, { now }),
    tokens: createTokenStore(redis, { now }),
    feedback: createFeedbackStore(redis, {
      usage: createUsageStore(redis, { retentionMs: RETENTION.usageRetentionMs }),
      ...RETENTION,
      now,
    }),
    now,
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.redis.flushall();
});

async function admin(...args: string[]): Promise<string> {
  const call = readCall(args);
  return call.help ?? (await call.run(deps));
}

// biome-ignore lint/suspicious/noExplicitAny: each command has fields of its own
const json = async (...args: string[]): Promise<any> => JSON.parse(await admin(...args, '--json'));

describe('org', () => {
  test('create, show, list and set tell the same organization', async () => {
    const made = await json('org', 'create', 'Acme', '--origin', 'https://a.example', '--origin', 'https://b.example');
    expect(made).toEqual({
      organization_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      allowed_origins: ['https://a.example', 'https://b.example'],
      requests_per_minute: 600,
      created_at: '2026-01-15T10:00:00.000Z',
    });
    const id = made.organization_id;
    expect(await json('org', 'show', id)).toEqual(made);
    expect(await json('org', 'list')).toEqual([made]);
    const changes = ['--name', 'Acme Ltd', '--origin', 'https://c.example', '--requests-per-minute', '60'];
    const changed = { ...made, name: 'Acme Ltd', allowed_origins: ['https://c.example'], requests_per_minute: 60 };
    expect(await json('org', 'set', id, ...changes)).toEqual(changed);
    expect(await json('org', 'set', id, '--no-origins')).toEqual({ ...changed, allowed_origins: [] });
    expect(await json('org', 'set', id)).toEqual({ ...changed, allowed_origins: [] });
  });

  test('refuses settings that the store refuses, and unknown organizations', async () => {
    await expect(admin('org', 'create', ' ')).rejects.toThrow("'name' must have 1 to 200 characters");
    await expect(admin('org', 'create', 'A', '--origin', 'nonsense')).rejects.toThrow("current value is 'nonsense'");
    await expect(admin('org', 'create', 'A', '--requests-per-minute', '0')).rejects.toThrow('whole number from 1');
    await expect(admin('org', 'create', 'A', '--requests-per-minute', '1.5')).rejects.toThrow(UsageError);
    await expect(admin('org', 'show', 'nobody')).rejects.toThrow("Cannot find organization 'nobody'");
    await expect(admin('org', 'set', 'nobody', '--name', 'X')).rejects.toThrow("Cannot find organization 'nobody'");
    await expect(admin('org', 'set', 'x', '--no-origins', '--origin', 'https://a.example')).rejects.toThrow('together');
    expect(await json('org', 'list')).toEqual([]);
  });
});

describe('key', () => {
  const organization = async () => (await json('org', 'create', 'Acme')).organization_id as string;

  test('create shows a secret that works, list never shows it, revoke stops it', async () => {
    const id = await organization();
    const { secret, ...made } = await json('key', 'create', id, '--label', 'Backend');
    expect(made).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: id,
      label: 'Backend',
      ends_in: secret.slice(-4),
      state: 'active',
      created_at: '2026-01-15T10:00:00.000Z',
      expires_at: null,
      revoked_at: null,
    });
    expect((await deps.enterpriseKeys.findBySecret(secret))?.keyId).toBe(made.key_id);
    expect(await json('key', 'list', id)).toEqual([made]);
    expect(await admin('key', 'list', id)).not.toContain(secret);
    const revoked = { ...made, state: 'revoked', revoked_at: '2026-01-15T10:00:00.000Z' };
    expect(await json('key', 'revoke', id, made.key_id)).toEqual(revoked);
    expect(await json('key', 'list', id)).toEqual([revoked]);
  });

  test.each([
    ['90d', '2026-04-15T10:00:00.000Z'],
    ['12 hours', '2026-01-15T22:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
  ])('create takes --expires %s', async (text, expires) => {
    const made = await json('key', 'create', await organization(), '--label', 'x', '--expires', text);
    expect(made.expires_at).toBe(expires);
  });

  test.each(['soon', '2026-99-99', '', '2026-01-15T10:00:00Z', '-5d', '90', '9'.repeat(200)])(
    'create refuses a bad --expires and makes no key: %#',
    async (text) => {
      const id = await organization();
      await expect(admin('key', 'create', id, '--label', 'x', `--expires=${text}`)).rejects.toThrow(
        /--expires|expiresAt/,
      );
      expect(await json('key', 'list', id)).toEqual([]);
    },
  );

  test('refuses a key without label, and organizations and keys that are not there', async () => {
    const id = await organization();
    await expect(admin('key', 'create', id)).rejects.toThrow('without --label');
    await expect(admin('key', 'create', randomUUID(), '--label', 'x')).rejects.toThrow('Cannot find organization');
    await expect(admin('key', 'list', 'nobody')).rejects.toThrow("Cannot find organization 'nobody'");
    await expect(admin('key', 'revoke', id, 'nothing')).rejects.toThrow("Cannot find key 'nothing'");
  });
});

describe('user and token', () => {
  test('create a user once, and tokens that work until they are revoked', async () => {
    const user = await json('user', 'create', 'Ada@Example.org');
    expect(user).toMatchObject({ email: 'ada@example.org', created_at: '2026-01-15T10:00:00.000Z' });
    expect(await json('user', 'create', 'ada@example.org')).toEqual(user);
    expect(await json('user', 'show', 'ada@example.org')).toEqual(user);
    const scopes = ['--scope', 'notes:read', '--scope', 'notes:write', '--scope', 'notes:read'];
    const { secret, ...made } = await json('token', 'create', 'ada@example.org', '--name', 'laptop', ...scopes);
    expect(made).toMatchObject({ user_id: user.user_id, name: 'laptop', scopes: ['notes:read', 'notes:write'] });
    expect((await deps.tokens.verify(secret))?.tokenId).toBe(made.token_id);
    expect(await admin('token', 'list', 'ada@example.org')).not.toContain(secret);
    await json('token', 'revoke', 'ada@example.org', made.token_id);
    expect(await deps.tokens.verify(secret)).toBeNull();
    expect(await json('token', 'list', 'ada@example.org')).toEqual([]);
  });

  test('give a token the reading scope alone when none is named', async () => {
    await json('user', 'create', 'ada@example.org');
    expect((await json('token', 'create', 'ada@example.org', '--name', 'x')).scopes).toEqual(['notes:read']);
  });

  test('refuse what is no address, no scope, no user and no token', async () => {
    await json('user', 'create', 'ada@example.org');
    await expect(admin('user', 'create', 'nobody')).rejects.toThrow('no e-mail address');
    await expect(admin('user', 'show', 'typo@example.org')).rejects.toThrow("Cannot find user 'typo@example.org'");
    await expect(admin('token', 'create', 'typo@example.org', '--name', 'x')).rejects.toThrow('Cannot find user');
    await expect(admin('token', 'create', 'ada@example.org')).rejects.toThrow('without --name');
    const scope = ['--scope', 'notes:delete'];
    await expect(admin('token', 'create', 'ada@example.org', '--name', 'x', ...scope)).rejects.toThrow('--scope');
    await expect(admin('token', 'revoke', 'ada@example.org', randomUUID())).rejects.toThrow('Cannot find token');
  });
});

test('feedback list and show tell what was attached', async () => {
  const feedback = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'k', transcriptionId: 't' };
  await deps.feedback.save({ ...feedback, sentiment: 'dislike', text: 'What was meant', audio: null });
  const [row] = await json('feedback', 'list', feedback.orgId);
  expect(row).toMatchObject({
    feedback_id: feedback.feedbackId,
    transcription_id: 't',
    sentiment: 'dislike',
    source: null,
  });
  const shown = await json('feedback', 'show', feedback.orgId, feedback.feedbackId);
  expect(shown).toEqual({ ...row, text: 'What was meant', audio: null });
  await expect(admin('feedback', 'show', feedback.orgId, 'x')).rejects.toThrow("Cannot find feedback 'x'");
  await expect(admin('feedback', 'list', feedback.orgId, '--limit', '0')).rejects.toThrow('--limit must be at least 1');
});

describe('output', () => {
  test('is a table for rows, fields for one, and None for nothing', async () => {
    expect(await admin('org', 'list')).toBe('None');
    const { organization_id: id } = await json('org', 'create', 'Acme');
    const table = (await admin('org', 'list')).split('\n');
    expect(table).toHaveLength(2);
    expect(table[0]).toMatch(/^organization_id +name +allowed_origins +requests_per_minute +created_at$/);
    expect(table[1]).toMatch(new RegExp(`^${id} +Acme +- +600 +2026-01-15T10:00:00.000Z$`));
    expect(await admin('org', 'show', id)).toContain('requests_per_minute  600');
  });

  test('lets no name steer the terminal or forge a line', async () => {
    await admin('org', 'create', 'a\u001b[31mred\u001b[0m\nforged\u0007');
    expect(await admin('org', 'list')).toContain('ared forged ');
  });
});

describe('readCall()', () => {
  test.each([[[]], [['--help']], [['help']], [['org', '-h']]])('shows every command for %j', (args) => {
    const { help } = readCall(args);
    for (const { name, summary } of commands) expect(help).toMatch(new RegExp(`${name} +${summary.slice(0, 10)}`));
  });

  test.each(commands.map(({ name }) => name))('shows how to write %s', (name) => {
    expect(readCall([...name.split(' '), '--help']).help).toContain(`bun run admin ${name}`);
  });

  test.each([
    [['org'], "Cannot run 'org' as there is no such command"],
    [['org', 'delete', 'x'], "Cannot run 'org delete' as there is no such command"],
    [['org', 'create'], 'it takes <name>: 0 given'],
    [['org', 'create', 'a', 'b'], 'it takes <name>: 2 given'],
    [['org', 'list', 'x'], 'it takes no arguments: 1 given'],
    [['org', 'create', 'a', '--colour', 'red'], "Unknown option '--colour'"],
    [['org', 'create', 'a', '--origin'], "Option '--origin <value>' argument missing"],
  ])('refuses %j', (args, message) => {
    expect(() => readCall(args)).toThrow(message);
    expect(() => readCall(args)).toThrow(UsageError);
  });
});

describe('bun run admin', () => {
  const entry = join(import.meta.dir, '../../../worker/admin/main.ts');

  function run(args: string[], env: Record<string, string>) {
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, [entry, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
      const [out, err]: [string[], string[]] = [[], []];
      child.stdout.on('data', (chunk) => out.push(String(chunk)));
      child.stderr.on('data', (chunk) => err.push(String(chunk)));
      child.once('close', (code) => resolve({ code, out: out.join(''), err: err.join('') }));
    });
  }

  test('works on the Redis that REDIS_URL names', async () => {
    const { code, out, err } = await run(['org', 'create', 'Acme', '--json'], { REDIS_URL: server.url });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await deps.organizations.get(JSON.parse(out).organization_id)).toMatchObject({ name: 'Acme' });
  });

  test('finds the Redis of the stack that was started in SOTTO_HOME', async () => {
    const home = await mkdtemp(join(tmpdir(), 'sotto-home-'));
    const missing = await run(['org', 'list'], { SOTTO_HOME: home });
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain('REDIS_URL is not set');
    await writeFile(join(home, 'redis-url'), server.url);
    expect(await run(['org', 'list'], { SOTTO_HOME: home })).toEqual({ code: 0, out: 'None\n', err: '' });
    await rm(home, { recursive: true });
  });

  test('writes a long text whole', async () => {
    const ids = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'k', transcriptionId: 't' };
    const text = 'x'.repeat(1_000_000);
    await deps.feedback.save({ ...ids, sentiment: 'like', text, audio: null });
    const { out } = await run(['feedback', 'show', ids.orgId, ids.feedbackId, '--json'], { REDIS_URL: server.url });
    expect(JSON.parse(out).text).toHaveLength(text.length);
  });

  test('exits with 2 when it does not understand, before it connects', async () => {
    const { code, out, err } = await run(['org', 'destroy'], {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("Cannot run 'org destroy'");
  });

  test('exits with 1 and says so when Redis is away, without its password', async () => {
    const url = `redis://:hush-hush@127.0.0.1:${await freePort()}`;
    const { code, out, err } = await run(['org', 'list'], { REDIS_URL: url });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Cannot reach Redis');
    expect(err).not.toContain('hush-hush');
  });
});
