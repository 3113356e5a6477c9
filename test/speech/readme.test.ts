import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('speech/README.md', root), 'utf8');
const rows = [...text.matchAll(/^\| (\d+) \| `([^`]+)` \| `(\w+)` \|/gm)].map(([, step, file = '', name = '']) => ({
  step: Number(step),
  file,
  name,
}));

test("speech/README.md lists the files that a dictation's audio passes, each once and in order", () => {
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ step }) => step)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
});

test.each(rows)('speech/README.md: $file has the function $name', ({ file, name }) => {
  const source = readFileSync(new URL(file, root), 'utf8');
  expect(source).toMatch(new RegExp(`(function\\*? |async )${name}\\b`));
});
