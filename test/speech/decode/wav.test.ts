import { expect, test } from 'bun:test';
import { openSource } from '../../../speech/decode/source.ts';
import { openWav } from '../../../speech/decode/wav.ts';
import { silence, wav } from '../support.ts';

test('openWav() reads a few megabytes at a time, whatever frames and rate the header claims', async () => {
  const bytes = wav([silence(500, 16_000)], { rate: 768_000 });
  new DataView(bytes.buffer).setUint16(32, 65_535, true); // bytes of a frame
  const source = await openSource({ bytes });
  let largest = 0;
  const watched = {
    ...source,
    read: (start: number, end: number) => {
      largest = Math.max(largest, end - start);
      return source.read(start, end);
    },
  };
  let frames = 0;
  for await (const [samples] of (await openWav(watched)).blocks()) frames += samples?.length ?? 0;
  expect(frames).toBe(Math.floor((bytes.length - 44) / 65_535));
  expect(largest).toBeLessThanOrEqual(4 * 1024 * 1024);
});
