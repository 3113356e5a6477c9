import { describe, expect, test } from 'bun:test';
import { retryAfterSeconds } from '../../../speech/remote/failure.ts';

describe('retryAfterSeconds()', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');

  test.each([
    ['17', 17],
    ['0', 1],
    ['999999', 3_600],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 1],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('%p is %p', (value, seconds) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), now)).toBe(seconds);
  });

  test('is undefined without the header', () => {
    expect(retryAfterSeconds(new Headers(), now)).toBeUndefined();
    expect(retryAfterSeconds(undefined, now)).toBeUndefined();
  });
});
