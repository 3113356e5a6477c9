import { describe, expect, test } from 'bun:test';
import { type FormatInput, formatByRules } from '../../formatting/pipeline.ts';

/** What a case may set besides its text. */
export type CaseOptions = Partial<Pick<FormatInput, 'language' | 'dictionary' | 'context'>>;

/** Spoken text, written text, and where it matters the fields of the request. */
export type Case = readonly [spoken: string, written: string, options?: CaseOptions];

/** Formats by rules alone. */
export function format(text: string, { language, dictionary, context }: CaseOptions = {}): string {
  return formatByRules({ text, language, dictionary, context });
}

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
