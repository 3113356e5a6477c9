import { afterAll, beforeAll, expect, test } from 'bun:test';
import { hostname, userInfo } from 'node:os';
import { hashOfAccount, SERVICE } from '../../accounts/audit-log.ts';
import { UsageError } from '../../admin/command.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

let at: TestAdmin;
beforeAll(async () => {
  at = await startAdmin();
});
afterAll(() => at.stop());

interface Event {
  readonly owner: string;
  readonly action: string;
  readonly actor: string;
  readonly address: string;
  readonly subject: string | null;
}

const events = async (...options: string[]) =>
  JSON.parse(await at.admin('audit', 'list', ...options, '--json')) as Event[];

test('commands are events of the account that they are about, with who ran them where', async () => {
  const { organization_id: organization } = await at.row('org', 'create', 'canarynamezq');
  await at.admin('org', 'set', organization, '--origin', 'https://app.example');
  const { key_id: key } = await at.row('key', 'create', organization, '--label', 'canarylabelzq');
  const found = await events('--org', organization);
  expect(found.map(({ action, subject }) => [action, subject])).toEqual([
    ['admin.key.create', key],
    ['admin.org.set', null],
    ['admin.org.create', null],
  ]);
  const who = { actor: userInfo().username, address: hostname() };
  expect(found[0]).toMatchObject(who);
  expect(JSON.stringify(found)).not.toContain('canary');
});

test("a token's events are found by its user's address, also those whose result does not name the user", async () => {
  await at.row('user', 'create', 'ada@example.org');
  const { token_id: token } = await at.row('token', 'create', 'ada@example.org', '--name', 'x');
  await at.row('token', 'revoke', 'ada@example.org', token);
  const found = await events('--user', 'ada@example.org');
  expect(found.map(({ action, subject }) => [action, subject]).slice(0, 2)).toEqual([
    ['admin.token.revoke', token],
    ['admin.token.create', token],
  ]);
  expect(JSON.stringify(found)).not.toContain('ada@');
});

test('deleting a user deletes the log of the user; what stays is a hash of the id', async () => {
  const { user_id: userId } = await at.row('user', 'create', 'gone@example.org');
  await at.admin('user', 'delete', 'gone@example.org');
  expect(await at.deps.audit.list(userId, { limit: 10 })).toEqual([]);
  const [deleted] = await at.deps.audit.list(SERVICE, { limit: 1 });
  expect(deleted).toMatchObject({ action: 'admin.user.delete', subject: hashOfAccount(userId) });
});

test('audit list gives the events of all accounts, newest first, and none from before --since', async () => {
  const found = await events();
  expect(found.map(({ action }) => action)).toEqual(expect.arrayContaining(['admin.audit.list', 'admin.org.create']));
  expect(await events('--limit', '1')).toHaveLength(1);
  expect(await events('--since', '2999-01-01')).toEqual([]);
});

test.each([[['--since', 'yesterday']], [['--user', 'ada@example.org', '--org', 'x']]])(
  'audit list %p is refused',
  async (options) => {
    await expect(at.admin('audit', 'list', ...options)).rejects.toBeInstanceOf(UsageError);
  },
);
