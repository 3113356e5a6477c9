import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { commandOf, descendantsOf, parseStat, treeMs } from './process-table.ts';

const fields = Array.from({ length: 50 }, (_, index) => index + 1);
const line = `7 (a) (b c) S ${fields.slice(3).join(' ')}`;

describe('parseStat()', () => {
  test('reads ids and times by the numbers of proc_pid_stat(5), past parentheses in the command', () => {
    expect(parseStat(line)).toEqual({
      pid: 7,
      parent: 4,
      ownMs: (14 + 15) * 10,
      waitedMs: (16 + 17) * 10,
      startedAt: 22,
    });
  });
});

describe('descendantsOf()', () => {
  test('returns children and their children, without the process itself and without others', () => {
    const times = (pid: number, parent: number) => ({ pid, parent, ownMs: 0, waitedMs: 0, startedAt: 0 });
    const processes = [times(1, 0), times(2, 1), times(3, 2), times(4, 9), times(5, 1)];
    expect(descendantsOf(1, processes).map(({ pid }) => pid)).toEqual([2, 5, 3]);
  });
});

describe.if(process.platform === 'linux')('on Linux', () => {
  test('treeMs() counts what an ended child has used', () => {
    const before = treeMs(process.pid);
    const program = 'let usage; do { usage = process.cpuUsage(); } while (usage.user + usage.system < 200_000);';
    spawnSync(process.execPath, ['-e', program]);
    expect(treeMs(process.pid) - before).toBeGreaterThan(150);
  });

  test('commandOf() is the command with its arguments, and empty for a process that is gone', () => {
    expect(commandOf(process.pid)).toContain(' test');
    const { pid } = spawnSync('true');
    expect(commandOf(pid)).toBe('');
  });
});
