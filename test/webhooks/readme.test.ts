import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('webhooks/README.md', root), 'utf8');
const rows = [...text.matchAll(/^\| (\d+) \| `([^`]+)` \| `(\w+)` \|/gm)].map(([, step, file = '', name = '']) => ({
  step: Number(step),
  file,
  name,
}));

test('webhooks/README.md lists at most 14 files that an event passes, each once and in order', () => {
  expect(rows.map(({ step }) => step)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThanOrEqual(14);
});

test.each(rows)('webhooks/README.md: $file has the function $name', ({ file, name }) => {
  const source = readFileSync(new URL(file, root), 'utf8');
  expect(source).toMatch(new RegExp(`(function |async |const |    )${name}\\b`));
});

test('webhooks/README.md names files that exist', () => {
  const names = [...text.matchAll(/`([a-z-]+\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
  expect(names.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
