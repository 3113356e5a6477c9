import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { README_HOLDS, renderExamples } from './examples.ts';

const readme = readFileSync(new URL('../../formatting/README.md', import.meta.url), 'utf8');

test('the examples of formatting/README.md are what the code writes (bun test/formatting/write-examples.ts)', () => {
  const shown = /<!-- examples -->\n([\s\S]*)\n<!-- \/examples -->/u.exec(readme)?.[1];
  expect(shown).toBe(renderExamples());
});

test('formatting/README.md names every pass in its order, every refusal, and every limit', () => {
  for (const line of README_HOLDS) expect(readme).toContain(line);
});
