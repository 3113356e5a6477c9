import { describe, expect, test } from 'bun:test';
import type { AuditEvent } from '../../accounts/audit-log.ts';
import { type AdminDeps, UsageError } from '../../admin/command.ts';
import { commands, readCall } from '../../admin/run.ts';

describe('readCall()', () => {
  test.each([[[]], [['--help']], [['help']], [['org', '-h']]])('shows every command for %j', (args) => {
    const { help } = readCall(args);
    for (const { name, summary } of commands) expect(help).toMatch(new RegExp(`${name} +${summary.slice(0, 10)}`));
  });

  test.each(commands.map(({ name }) => name))('shows how to write %s', (name) => {
    expect(readCall([...name.split(' '), '--help']).help).toContain(`bun run admin ${name}`);
  });

  test.each([
    [['--help', 'org', 'set', 'x'], 'bun run admin org set'],
    [['--json', 'org', '-h', 'list'], 'bun run admin org list'],
  ])('shows how to write the command of %j', (args, usage) => {
    expect(readCall(args).help).toContain(usage);
  });

  test.each([
    [['--json', 'org', 'list']],
    [['org', '--json', 'list']],
    [['org', 'list', '--json']],
    [['--json', 'org', 'list', '--json']],
  ])('takes --json wherever it stands: %j', async (args) => {
    const call = readCall(args);
    if (call.help !== undefined) throw new Error('It shows help');
    const recorded: string[] = [];
    const audit = { record: async (_: string, { action }: AuditEvent) => void recorded.push(action) };
    const organizations = { list: async () => [] };
    expect(await call.run({ organizations, audit } as unknown as AdminDeps)).toBe('[]');
    expect(recorded).toEqual(['admin.org.list']);
  });

  test('treats everything after -- as an argument', () => {
    expect(readCall(['org', 'create', '--', '--json']).help).toBeUndefined();
  });

  test.each([
    [['--origin', 'x', 'org', 'create', 'a'], "Cannot run '--origin x' as there is no such command"],
    [['org'], "Cannot run 'org' as there is no such command"],
    [['org', 'destroy', 'x'], "Cannot run 'org destroy' as there is no such command"],
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
