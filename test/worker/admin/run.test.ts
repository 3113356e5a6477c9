import { describe, expect, test } from 'bun:test';
import { UsageError } from '../../../worker/admin/command.ts';
import { commands, readCall } from '../../../worker/admin/run.ts';

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
