import { expect } from 'bun:test';
import type { Answer } from '../../support/dictate.ts';

/** A 503 of either API: a message and when to retry, without internals. */
export function expectRefusal({ status, headers, body }: Answer): void {
  expect([status, JSON.stringify(body)]).toEqual([
    503,
    expect.not.stringMatching(/redis|temporal|grpc|ECONN|READONLY|OOM/i),
  ]);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(typeof (body.detail ?? body.error)).toBe('string');
}
