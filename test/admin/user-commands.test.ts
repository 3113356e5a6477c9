import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());
beforeEach(async () => {
  await operator.server.redis.flushall();
});

describe('user and token', () => {
  test('create a user once, and tokens that work until they are revoked', async () => {
    const user = await operator.row('user', 'create', 'Ada@Example.org');
    expect(user).toMatchObject({ email: 'ada@example.org', created_at: '2026-01-15T10:00:00.000Z' });
    expect(await operator.row('user', 'create', 'ada@example.org')).toEqual(user);
    expect(await operator.row('user', 'show', 'ada@example.org')).toEqual(user);
    const scopes = ['--scope', 'notes:read', '--scope', 'notes:write', '--scope', 'notes:read'];
    const { secret, ...made } = await operator.row('token', 'create', 'ada@example.org', '--name', 'laptop', ...scopes);
    expect(made).toMatchObject({ user_id: user.user_id, name: 'laptop', scopes: ['notes:read', 'notes:write'] });
    expect((await operator.deps.tokens.verify(secret))?.tokenId).toBe(made.token_id);
    expect(await operator.admin('token', 'list', 'ada@example.org')).not.toContain(secret);
    await operator.row('token', 'revoke', 'ada@example.org', made.token_id);
    expect(await operator.deps.tokens.verify(secret)).toBeNull();
    expect(await operator.rows('token', 'list', 'ada@example.org')).toEqual([]);
  });

  test('create a token that expires, and refuse an expiry in the past', async () => {
    await operator.row('user', 'create', 'ada@example.org');
    const create = ['token', 'create', 'ada@example.org', '--name', 'x', '--expires'];
    expect((await operator.row(...create, '90d')).expires_at).toBe('2026-04-15T10:00:00.000Z');
    await expect(operator.admin(...create, '2026-01-15T09:59')).rejects.toThrow('--expires must lie in the future');
    await expect(operator.admin(...create, 'soon')).rejects.toThrow('Cannot read --expires');
  });

  test('give a token only the reading scope when none is named', async () => {
    await operator.row('user', 'create', 'ada@example.org');
    expect((await operator.row('token', 'create', 'ada@example.org', '--name', 'x')).scopes).toEqual(['notes:read']);
  });

  test('refuse an invalid address, an unknown scope, user and token', async () => {
    await operator.row('user', 'create', 'ada@example.org');
    await expect(operator.admin('user', 'create', 'nobody')).rejects.toThrow('not an e-mail address');
    await expect(operator.admin('user', 'show', 'typo@example.org')).rejects.toThrow(
      "Cannot find user 'typo@example.org'",
    );
    await expect(operator.admin('token', 'create', 'typo@example.org', '--name', 'x')).rejects.toThrow(
      'Cannot find user',
    );
    await expect(operator.admin('token', 'create', 'ada@example.org')).rejects.toThrow('without --name');
    const scope = ['--scope', 'notes:delete'];
    await expect(operator.admin('token', 'create', 'ada@example.org', '--name', 'x', ...scope)).rejects.toThrow(
      '--scope',
    );
    await expect(operator.admin('token', 'revoke', 'ada@example.org', randomUUID())).rejects.toThrow(
      'Cannot find token',
    );
  });
});
