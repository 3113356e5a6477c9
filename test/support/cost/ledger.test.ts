import { describe, expect, test } from 'bun:test';
import { createLedger } from './ledger.ts';
import type { ProcessTimes } from './process-table.ts';

const kinds: Record<number, string> = { 1: 'tests', 2: 'other', 3: 'speech', 4: 'Redis' };
const kindOf = (pid: number) => kinds[pid] ?? 'other';
const times = (pid: number, parent: number, ownMs: number, waitedMs = 0, startedAt = pid): ProcessTimes => {
  return { pid, parent, ownMs, waitedMs, startedAt };
};

/** A ledger of these samples, as an object. */
function spent(...samples: ProcessTimes[][]): Record<string, number> {
  const ledger = createLedger();
  for (const sample of samples) ledger.add(sample, kindOf);
  return Object.fromEntries(ledger.byKind());
}

describe('createLedger()', () => {
  test('adds what each process used between samples to its kind', () => {
    expect(spent([times(1, 0, 100), times(3, 1, 50)], [times(1, 0, 130), times(3, 1, 250)])).toEqual({
      speech: 250,
      tests: 130,
    });
  });

  test('charges an ended process with what its parent waited for after the last sample', () => {
    expect(spent([times(1, 0, 100), times(3, 1, 50)], [times(1, 0, 100, 80)])).toEqual({ tests: 100, speech: 80 });
  });

  test('charges nothing twice when a shell ends with the server that it started', () => {
    const before = [times(1, 0, 100), times(2, 1, 0), times(3, 2, 400)];
    const { speech = 0, other = 0, tests } = spent(before, [times(1, 0, 100, 500)]);
    expect(tests).toBe(100);
    expect(speech + other).toBeCloseTo(500);
    expect(speech).toBeGreaterThan(499);
  });

  test('names commands that no sample saw after the kind of their parent', () => {
    expect(spent([times(1, 0, 100)], [times(1, 0, 100, 30)])).toEqual({ tests: 100, 'brief commands of tests': 30 });
  });

  test('takes a process with the id of an ended one for another process', () => {
    const before = [times(1, 0, 0), times(3, 1, 50)];
    expect(spent(before, [times(1, 0, 0, 60), times(3, 1, 20, 0, 99)])).toEqual({ speech: 80 });
  });

  test('charges nothing twice when a child ends after its parent was looked at', () => {
    const before = [times(1, 0, 100), times(3, 1, 400)];
    expect(spent(before, [times(1, 0, 100, 0)], [times(1, 0, 100, 410)])).toEqual({
      tests: 100,
      speech: 400,
      'brief commands of tests': 10,
    });
  });

  test('charges nothing for a process that left the tree and still runs', () => {
    expect(spent([times(1, 0, 0), times(4, 1, 70)], [times(1, 0, 0)])).toEqual({ Redis: 70 });
  });
});
