import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { UsageError } from '../../admin/command.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());
beforeEach(async () => {
  await operator.server.redis.flushall();
});

describe('org', () => {
  test('create, show, list and set print the same organization', async () => {
    const made = await operator.row(
      'org',
      'create',
      'Acme',
      '--origin',
      'https://a.example',
      '--origin',
      'https://b.example',
    );
    expect<unknown>(made).toEqual({
      organization_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      allowed_origins: ['https://a.example', 'https://b.example'],
      requests_per_minute: 600,
      created_at: '2026-01-15T10:00:00.000Z',
    });
    const id = made.organization_id;
    expect(await operator.row('org', 'show', id)).toEqual(made);
    expect(await operator.rows('org', 'list')).toEqual([made]);
    const changes = ['--name', 'Acme Ltd', '--origin', 'https://c.example', '--requests-per-minute', '60'];
    const changed = { ...made, name: 'Acme Ltd', allowed_origins: ['https://c.example'], requests_per_minute: 60 };
    expect(await operator.row('org', 'set', id, ...changes)).toEqual(changed);
    expect<unknown>(await operator.row('org', 'set', id, '--no-origins')).toEqual({ ...changed, allowed_origins: [] });
    expect<unknown>(await operator.row('org', 'set', id)).toEqual({ ...changed, allowed_origins: [] });
  });

  test('refuses invalid settings and unknown organizations', async () => {
    await expect(operator.admin('org', 'create', ' ')).rejects.toThrow('as <name> must have 1 to 200 characters');
    await expect(operator.admin('org', 'create', 'A', '--origin', 'nonsense')).rejects.toThrow(
      "current value is 'nonsense'",
    );
    await expect(operator.admin('org', 'create', 'A', '--requests-per-minute', '0')).rejects.toThrow(
      'as --requests-per-minute must be a whole number from 1',
    );
    await expect(operator.admin('org', 'create', 'A', '--requests-per-minute', '1.5')).rejects.toThrow(UsageError);
    const origins = Array.from({ length: 101 }, (_, at) => `--origin=https://${at}.example`);
    await expect(operator.admin('org', 'create', 'A', ...origins)).rejects.toThrow('as --origin must have at most 100');
    await expect(operator.admin('org', 'show', 'nobody')).rejects.toThrow("Cannot find organization 'nobody'");
    await expect(operator.admin('org', 'set', 'nobody', '--name', 'X')).rejects.toThrow(
      "Cannot find organization 'nobody'",
    );
    await expect(operator.admin('org', 'set', 'x', '--no-origins', '--origin', 'https://a.example')).rejects.toThrow(
      'together',
    );
    expect(await operator.rows('org', 'list')).toEqual([]);
    const { organization_id: id } = await operator.row('org', 'create', 'Acme');
    await expect(operator.admin('org', 'set', id, '--name', ' ')).rejects.toThrow('as --name must have 1 to 200');
    await expect(operator.admin('key', 'create', id, '--label', ' ')).rejects.toThrow('as --label must have 1 to');
  });
});

describe('key', () => {
  const organization = async () => (await operator.row('org', 'create', 'Acme')).organization_id as string;

  test('create shows a secret that works, list never shows it, revoke stops it', async () => {
    const id = await organization();
    const { secret, ...made } = await operator.row('key', 'create', id, '--label', 'Backend');
    expect<unknown>(made).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: id,
      label: 'Backend',
      ends_in: secret.slice(-4),
      state: 'active',
      created_at: '2026-01-15T10:00:00.000Z',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    expect((await operator.deps.enterpriseKeys.findBySecret(secret))?.keyId).toBe(made.key_id);
    expect<unknown>(await operator.rows('key', 'list', id)).toEqual([made]);
    expect(await operator.admin('key', 'list', id)).not.toContain(secret);
    const revoked = { ...made, state: 'revoked', revoked_at: '2026-01-15T10:00:00.000Z' };
    expect<unknown>(await operator.row('key', 'revoke', id, made.key_id)).toEqual(revoked);
    expect<unknown>(await operator.rows('key', 'list', id)).toEqual([revoked]);
  });

  test('list shows when a key was last used', async () => {
    const { organization_id: id } = await operator.row('org', 'create', 'Acme');
    const { secret } = await operator.row('key', 'create', id, '--label', 'Backend');
    const key = await operator.deps.enterpriseKeys.findBySecret(secret);
    if (key) await operator.deps.enterpriseKeys.touch(key);
    expect(await operator.rows('key', 'list', id)).toMatchObject([{ last_used_at: '2026-01-15T10:00:00.000Z' }]);
  });

  test.each([
    ['90d', '2026-04-15T10:00:00.000Z'],
    ['12 hours', '2026-01-15T22:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
  ])('create takes --expires %s', async (text, expires) => {
    const made = await operator.row('key', 'create', await organization(), '--label', 'x', '--expires', text);
    expect(made.expires_at).toBe(expires);
  });

  test('create reads a time without a zone as UTC, in any time zone of the machine', async () => {
    const zone = process.env['TZ'] ?? 'UTC';
    process.env['TZ'] = 'America/New_York';
    try {
      for (const text of ['2027-01-31T12:00', '2027-01-31 12:00:00']) {
        const made = await operator.row('key', 'create', await organization(), '--label', 'x', '--expires', text);
        expect(made.expires_at).toBe('2027-01-31T12:00:00.000Z');
      }
    } finally {
      process.env['TZ'] = zone;
    }
  });

  test.each(['soon', '2026-99-99', '', '2026-01-15T10:00:00Z', '-5d', '90', '9'.repeat(200)])(
    'create refuses a bad --expires and makes no key: %#',
    async (text) => {
      const id = await organization();
      await expect(operator.admin('key', 'create', id, '--label', 'x', `--expires=${text}`)).rejects.toThrow(
        /--expires/,
      );
      expect(await operator.rows('key', 'list', id)).toEqual([]);
    },
  );

  test('refuses a key without a label, and unknown organizations and keys', async () => {
    const id = await organization();
    await expect(operator.admin('key', 'create', id)).rejects.toThrow('without --label');
    await expect(operator.admin('key', 'create', randomUUID(), '--label', 'x')).rejects.toThrow(
      'Cannot find organization',
    );
    await expect(operator.admin('key', 'list', 'nobody')).rejects.toThrow("Cannot find organization 'nobody'");
    await expect(operator.admin('key', 'revoke', id, 'nothing')).rejects.toThrow("Cannot find key 'nothing'");
  });
});
