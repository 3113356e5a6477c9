import { describe, expect, test } from 'bun:test';
import { createTurns, URGENCY } from '../../../speech/embedded/turns.ts';

/** Work of some steps that notes each step; between two steps it lets more urgent work go first. */
function steps(log: string[], name: string, count: number, onStep: (step: number) => void = () => undefined) {
  return async (pause: () => Promise<void>) => {
    for (let step = 0; step < count; step++) {
      if (step > 0) await pause();
      log.push(`${name}${step}`);
      onStep(step);
      await Promise.resolve();
    }
    return name;
  };
}

describe('createTurns()', () => {
  test('runs equal work one after the other, in the order of asking', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const work = ['a', 'b', 'c'].map((name) => turns.run(URGENCY.long, steps(log, name, 2)));
    expect(await Promise.all(work)).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
  });

  test('lets more urgent work run between two steps, and then continues', async () => {
    const turns = createTurns();
    const log: string[] = [];
    let urgent: Promise<string> | undefined;
    const long = turns.run(
      URGENCY.long,
      steps(log, 'long', 3, (step) => {
        if (step === 0) urgent = turns.run(URGENCY.short, steps(log, 'short', 2));
      }),
    );
    const waiting = turns.run(URGENCY.long, steps(log, 'next', 1));
    await Promise.all([long, waiting, urgent]);
    expect(log).toEqual(['long0', 'short0', 'short1', 'long1', 'long2', 'next0']);
  });

  test('starts at most one task of an urgency while another of that urgency is paused', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const begun: Promise<string>[] = [];
    const long = turns.run(
      URGENCY.long,
      steps(log, 'long', 2, (step) => {
        if (step === 0) begun.push(turns.run(URGENCY.long, steps(log, 'other', 1)));
        if (step === 0) begun.push(turns.run(URGENCY.live, steps(log, 'live', 1)));
      }),
    );
    await Promise.all([long, ...begun]);
    expect(log).toEqual(['long0', 'live0', 'long1', 'other0']);
  });

  test('runs work first that was overtaken eight times', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const urgent: Promise<string>[] = [];
    const first = turns.run(URGENCY.live, steps(log, 'first', 1));
    const long = turns.run(URGENCY.long, steps(log, 'long', 1));
    for (let index = 0; index < 20; index++) urgent.push(turns.run(URGENCY.live, steps(log, 'live', 1)));
    await Promise.all([first, long, ...urgent]);
    expect(log.indexOf('long0')).toBe(9);
  });

  test('continues after work that fails', async () => {
    const turns = createTurns();
    const failing = turns.run(URGENCY.short, () => Promise.reject(new Error('broken')));
    const next = turns.run(URGENCY.short, async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
