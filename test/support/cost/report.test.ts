import { describe, expect, test } from 'bun:test';
import { kindOf } from './kinds.ts';
import { describeCosts, parseMachineTimes, utilisation } from './report.ts';

describe('parseMachineTimes()', () => {
  test('counts waiting for disks as idle and guests once', () => {
    expect(parseMachineTimes('cpu  10 20 30 400 5 1 2 3 7 8')).toEqual({ idle: 405, all: 471 });
  });
});

describe('utilisation()', () => {
  const samples = [0, 10, 20, 30, 40].map((all, index) => ({ all, idle: index < 2 ? 0 : (index - 1) * 5 }));

  test('is the share in use of each part of the run, in percent', () => {
    expect(utilisation(samples, 2)).toEqual([75, 50]);
  });

  test('has no more parts than there are distances between samples', () => {
    expect(utilisation(samples, 10)).toEqual([100, 50, 50, 50]);
    expect(utilisation(samples.slice(0, 1), 10)).toEqual([]);
  });
});

describe('describeCosts()', () => {
  test('adds kinds up, joins the runs of a file, and puts the greatest first', () => {
    const files = [
      { file: 'a.test.ts', seconds: 30, cpuSeconds: 1 },
      { file: 'b.test.ts', seconds: 10, cpuSeconds: 4 },
      { file: 'b.test.ts', seconds: 5, cpuSeconds: 4 },
    ];
    const lines = describeCosts(
      [
        ['speech', 61_000],
        ['tests', 30_000],
        ['other', 100],
      ],
      files,
      [98, 60],
    );
    expect(lines).toEqual([
      'Processor time: 91 s: speech 61, tests 30',
      'Processors in use, by tenths of the run: 98, 60 %',
      'Files that took most processor time (seconds of processor time, seconds):',
      '     8    15  b.test.ts',
      '     1    30  a.test.ts',
      'Files that took longest (seconds of processor time, seconds):',
      '     1    30  a.test.ts',
      '     8    15  b.test.ts',
    ]);
  });
});

describe('kindOf()', () => {
  test.each([
    ['/x/bun /repo/speech/process/child.ts {"threads":2}', 'speech'],
    ['/x/sotto/bin/temporal server start-dev --ip 127.0.0.1', 'Temporal'],
    ['redis-server 127.0.0.1:6379', 'Redis'],
    ['/usr/lib/chromium/chromium-headless-shell --type=renderer', 'Chromium'],
    ['/x/bin/deno-2.9.6 run --allow-all /repo/worker/main.ts', 'workers'],
    ['/x/bin/deno-2.9.6 test --allow-all', 'Deno'],
    ['/x/bun /repo/api/main.ts', 'APIs'],
    ['/x/bun test --test-worker --no-isolate', 'tests'],
    ['/x/bun.exe test --no-orphans', 'tests'],
    ['node development/launcher.mjs test/support/run.ts', 'tests'],
    ['/usr/bin/java -cp a Main', 'JVM'],
    ['/venv/bin/python3.11 -m mypy', 'Python'],
    ['/usr/lib/go/pkg/tool/linux_amd64/compile -o x', 'Go, Rust'],
    ['bun --bun run --silent check:types', 'checks'],
    ['bash .ci/run', 'other'],
  ])('%s is %s', (command, kind) => {
    expect(kindOf(command)).toBe(kind);
  });
});
