import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { makeZip } from 'client-zip';
import { unzip } from '../../support/unzip.ts';

const ENTRIES = 3_000;

function countArrays(): number {
  Bun.gc(true);
  return heapStats().objectTypeCounts['Uint8Array'] ?? 0;
}

test('makeZip(), as it is patched, keeps its directory in a few buffers', async () => {
  const expected = Array.from({ length: ENTRIES }, (_, index) => [`note ${index}.md`, `text ${index}`] as const);
  const before = countArrays();
  let after = 0;
  const entries = async function* () {
    for (const [name, input] of expected) yield { name, input, lastModified: new Date(0) };
    after = countArrays();
  };
  const zip = Buffer.alloc(ENTRIES * 200);
  let length = 0;
  for await (const chunk of makeZip(entries(), { buffersAreUTF8: true })) {
    zip.set(chunk, length);
    length += chunk.length;
  }
  expect(after - before).toBeLessThan(ENTRIES / 10);
  expect(unzip(zip.subarray(0, length))).toEqual(expected);
});
