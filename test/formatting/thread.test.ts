import { describe, expect, test } from 'bun:test';
import { createOffload, MAX_INLINE_LENGTH } from '../../formatting/thread/offload.ts';

const LONG = 'send it comma please period '.repeat(MAX_INLINE_LENGTH / 25);
const INPUT = { text: LONG, language: 'en', dictionary: undefined, context: undefined };

describe('createOffload()', () => {
  test('returns the text of a long task, also when it is the first task of its thread', async () => {
    const offload = createOffload();
    const signal = new AbortController().signal;
    const first = await offload('formatByRules', INPUT, signal);
    expect(first).toStartWith('Send it, please.');
    expect(await Promise.all([1, 2].map(() => offload('formatByRules', INPUT, signal)))).toEqual([first, first]);
  });

  test('rejects with the reason of an aborted signal, and runs later tasks', async () => {
    const offload = createOffload();
    const caller = new AbortController();
    const aborted = offload('formatByRules', INPUT, caller.signal);
    caller.abort(new Error('The caller left'));
    await expect(aborted).rejects.toThrow('The caller left');
    expect(await offload('formatByRules', INPUT, new AbortController().signal)).toStartWith('Send it, please.');
  });
});
