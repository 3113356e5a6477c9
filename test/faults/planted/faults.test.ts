import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { PLANTED_FAULTS } from './faults.ts';

test.each(PLANTED_FAULTS.map((fault) => [fault.what, fault] as const))('can still be planted: %s', async (_, fault) => {
  const text = await readFile(new URL(`../../../${fault.file}`, import.meta.url), 'utf8');
  expect(text.split(fault.from)).toHaveLength(2);
});
