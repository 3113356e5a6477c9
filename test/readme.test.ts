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

test('README links to files that are there', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  for (const [, path = ''] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
    expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8').then(Boolean, () => path)).toBe(true);
  }
});
