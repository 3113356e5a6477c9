import { describe, expect, test } from 'bun:test';
import { createScheduler, PRIORITY } from '../../../speech/embedded/scheduler.ts';

/** Work of some steps that notes each step; between two steps it lets more urgent work go first. */
function steps(log: string[], name: string, count: number, onStep: (step: number) => unknown = () => undefined) {
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

describe('createScheduler()', () => {
  test('runs equal work one after the other, in the order of asking', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const work = ['a', 'b', 'c'].map((name) => scheduler.run(PRIORITY.long, steps(log, name, 2)));
    expect(await Promise.all(work)).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
  });

  test('lets more urgent work run between two steps, and then continues', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    let urgent: Promise<string> | undefined;
    const long = scheduler.run(
      PRIORITY.long,
      steps(log, 'long', 3, (step) => {
        if (step === 0) urgent = scheduler.run(PRIORITY.short, steps(log, 'short', 2));
      }),
    );
    const waiting = scheduler.run(PRIORITY.long, steps(log, 'next', 1));
    await Promise.all([long, waiting, urgent]);
    expect(log).toEqual(['long0', 'short0', 'short1', 'long1', 'long2', 'next0']);
  });

  test('starts at most one task of an priority while another of that priority is paused', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const begun: Promise<string>[] = [];
    const long = scheduler.run(
      PRIORITY.long,
      steps(log, 'long', 2, (step) => {
        if (step === 0) begun.push(scheduler.run(PRIORITY.long, steps(log, 'other', 1)));
        if (step === 0) begun.push(scheduler.run(PRIORITY.live, steps(log, 'live', 1)));
      }),
    );
    await Promise.all([long, ...begun]);
    expect(log).toEqual(['long0', 'live0', 'long1', 'other0']);
  });

  test('runs work first that was overtaken eight times', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const urgent: Promise<string>[] = [];
    const first = scheduler.run(PRIORITY.live, steps(log, 'first', 1));
    const long = scheduler.run(PRIORITY.long, steps(log, 'long', 1));
    for (let index = 0; index < 20; index++) urgent.push(scheduler.run(PRIORITY.live, steps(log, 'live', 1)));
    await Promise.all([first, long, ...urgent]);
    expect(log.indexOf('long0')).toBe(9);
  });

  test('continues after work that fails', async () => {
    const scheduler = createScheduler();
    const failing = scheduler.run(PRIORITY.short, () => Promise.reject(new Error('broken')));
    const next = scheduler.run(PRIORITY.short, async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  test('work that waits leaves the queue when its signal aborts', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const abort = new AbortController();
    const first = scheduler.run(
      PRIORITY.live,
      steps(log, 'first', 3, (step) => step === 1 && abort.abort('gone')),
    );
    const dropped = scheduler.run(PRIORITY.live, steps(log, 'dropped', 1), abort.signal);
    const next = scheduler.run(PRIORITY.live, steps(log, 'next', 1));
    const outcome = dropped.catch((reason: unknown) => log.push(String(reason)));
    await Promise.all([first, outcome, next]);
    expect(log).toEqual(['first0', 'first1', 'gone', 'first2', 'next0']);
  });

  test('paused work that is aborted does not run again, nor let other work run beside the one that runs', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const abort = new AbortController();
    let urgent: Promise<string> | undefined;
    const long = scheduler.run(
      PRIORITY.long,
      steps(log, 'long', 3, (step) => {
        if (step > 0) return;
        urgent = scheduler.run(
          PRIORITY.urgent,
          steps(log, 'urgent', 4, (at) => at === 1 && abort.abort('gone')),
        );
      }),
      abort.signal,
    );
    const next = scheduler.run(PRIORITY.short, steps(log, 'next', 1));
    await expect(long).rejects.toBe('gone');
    await Promise.all([urgent, next]);
    expect(log).toEqual(['long0', 'urgent0', 'urgent1', 'urgent2', 'urgent3', 'next0']);
  });

  test('work whose signal was aborted before never runs', async () => {
    const run = createScheduler().run(PRIORITY.live, async () => 'ran', AbortSignal.abort('gone'));
    await expect(run).rejects.toBe('gone');
  });

  test('the detection of speech in arriving audio goes first and makes no other work overdue', async () => {
    const scheduler = createScheduler();
    const log: string[] = [];
    const work: Promise<string>[] = [];
    work.push(scheduler.run(PRIORITY.long, steps(log, 'long', 1)));
    work.push(scheduler.run(PRIORITY.live, steps(log, 'live', 1)));
    for (let index = 0; index < 9; index++) work.push(scheduler.run(PRIORITY.audio, steps(log, 'audio', 1)));
    work.push(scheduler.run(PRIORITY.urgent, steps(log, 'urgent', 1)));
    await Promise.all(work);
    expect(log).toEqual(['long0', ...Array.from({ length: 9 }, () => 'audio0'), 'urgent0', 'live0']);
  });
});
