import { describe, expect, test } from 'bun:test';
import { eventually } from './eventually.ts';

describe('eventually()', () => {
  test('returns the first value, past probes that are not ready or throw', async () => {
    const answers = [() => undefined, () => false as const, () => fail('not yet'), () => 'ready'];
    expect(await eventually('an answer', () => answers.shift()?.(), { intervalMs: 1 })).toBe('ready');
    expect(answers).toHaveLength(0);
  });

  test('throws the awaited description after the timeout', async () => {
    const never = eventually('a late bus', () => false, { timeoutMs: 5, intervalMs: 1 });
    await expect(never).rejects.toThrow('Waited 5 ms in vain: a late bus');
  });

  test("throws the probe's last error after the timeout", async () => {
    const failing = eventually('x', () => fail('door locked'), { timeoutMs: 5, intervalMs: 1 });
    await expect(failing).rejects.toThrow('door locked');
  });
});

function fail(message: string): never {
  throw new Error(message);
}
