import { describe, expect, test } from 'bun:test';
import { type CaseOptions, format } from './format.ts';

/** Spoken text, written text, and the request's fields if the case needs them. */
export type Case = readonly [spoken: string, written: string, options?: CaseOptions];

/** A named group of cases; each is also formatted twice, which must change nothing. */
export function group(name: string, cases: readonly Case[], shared: CaseOptions = {}): void {
  describe(name, () => {
    for (const [spoken, written, options] of cases) {
      test(JSON.stringify(spoken), () => {
        const fields = { ...shared, ...options };
        expect(format(spoken, fields)).toBe(written);
        expect(format(written, fields)).toBe(written);
      });
    }
  });
}
