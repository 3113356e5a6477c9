import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { ENTERPRISE_ERRORS } from '../api/errors.ts';

test("README lists every code of the enterprise API's errors with its status and meaning", async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| (.*) \|$/gm)].map(([, code, status, text]) => [
    code,
    [Number(status), text],
  ]);
  expect(Object.fromEntries(listed)).toEqual(ENTERPRISE_ERRORS);
});

test('README links to files that exist', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  for (const [, path = ''] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
    expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8').then(Boolean, () => path)).toBe(true);
  }
});

test('README shows the layers that the import rules enforce', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| (\d+) \| `(\w+)\/` \|/gm)].map(([, layer, module]) => [Number(layer), module]);
  const rules = new URL('../.dependency-cruiser.mjs', import.meta.url).href;
  const { LAYERS } = (await import(rules)) as { LAYERS: readonly (readonly string[])[] };
  const enforced = LAYERS.flatMap((modules, index) => modules.map((module) => [index + 1, module]));
  expect(rows.map(String).sort()).toEqual(enforced.map(String).sort());
});
