import { describe, expect, test } from 'bun:test';
import { chooseCut, splitRegion } from '../../../speech/voice/cut.ts';
import { findRegions, frames, joinRegions, padRegions } from '../../../speech/voice/regions.ts';

/** `#` is a frame of speech, `-` one of silence. */
function speech(pattern: string): Float32Array {
  return Float32Array.from(pattern, (letter) => (letter === '#' ? 0.95 : 0.02));
}

const level = (pattern: string) => Float32Array.from(pattern, (letter) => (letter === '#' ? 0.2 : 0.01));

describe('findRegions()', () => {
  test('finds speech between pauses', () => {
    const pattern = `${'-'.repeat(20)}${'#'.repeat(30)}${'-'.repeat(20)}${'#'.repeat(10)}${'-'.repeat(5)}`;
    expect(findRegions(speech(pattern))).toEqual([
      { start: 20, end: 50 },
      { start: 70, end: 80 },
    ]);
  });

  test('does not end a word at a stop', () => {
    expect(findRegions(speech(`${'#'.repeat(10)}${'-'.repeat(4)}${'#'.repeat(10)}`))).toEqual([{ start: 0, end: 24 }]);
  });

  test('drops clicks', () => {
    expect(findRegions(speech(`${'-'.repeat(20)}##${'-'.repeat(20)}`))).toEqual([]);
  });

  test('finds nothing in an empty recording', () => {
    expect(findRegions(new Float32Array(0))).toEqual([]);
  });
});

describe('padRegions()', () => {
  test('keeps at least 200 ms before speech', () => {
    const [padded] = padRegions([{ start: 100, end: 120 }], 200);
    expect((100 - (padded?.start ?? 0)) * 0.032).toBeGreaterThanOrEqual(0.2);
    expect(padded?.end).toBeGreaterThan(120);
  });

  test('stays within the window and outside other speech', () => {
    const padded = padRegions(
      [
        { start: 2, end: 50 },
        { start: 53, end: 98 },
      ],
      100,
    );
    expect(padded).toEqual([
      { start: 0, end: 53 },
      { start: 50, end: 100 },
    ]);
  });
});

describe('joinRegions()', () => {
  const regions = [
    { start: 0, end: 10 },
    { start: 15, end: 25 },
    { start: 60, end: 70 },
  ];

  test('joins over short pauses only', () => {
    expect(joinRegions(regions, 10)).toEqual([
      { start: 0, end: 25 },
      { start: 60, end: 70 },
    ]);
    expect(joinRegions(regions, 40)).toEqual([{ start: 0, end: 70 }]);
  });
});

describe('chooseCut()', () => {
  test('takes the middle of the longest pause', () => {
    const pattern = `${'#'.repeat(20)}${'-'.repeat(6)}${'#'.repeat(20)}${'-'.repeat(12)}${'#'.repeat(20)}`;
    expect(chooseCut(speech(pattern), level(pattern), 0, pattern.length)).toBe(52);
  });

  test('takes the quietest frame of speech without a pause', () => {
    const levels = new Float32Array(100).fill(0.2).fill(0.02, 63, 66);
    expect(chooseCut(new Float32Array(100).fill(0.9), levels, 10, 90)).toBe(64);
  });

  test('stays within its bounds', () => {
    const pattern = `${'-'.repeat(50)}${'#'.repeat(50)}`;
    const cut = chooseCut(speech(pattern), level(pattern), 60, 80);
    expect(cut).toBeWithin(60, 80);
  });
});

describe('splitRegion()', () => {
  test('splits long speech into parts that fit, without a gap', () => {
    const count = 2_000;
    const most = frames(20);
    const parts = splitRegion(
      { start: 0, end: count },
      new Float32Array(count).fill(1),
      new Float32Array(count).fill(0.1),
      most,
    );
    expect(parts.every(({ start, end }) => end > start && end - start <= most)).toBe(true);
    expect(parts[0]?.start).toBe(0);
    expect(parts.at(-1)?.end).toBe(count);
    for (const [index, part] of parts.entries()) if (index > 0) expect(part.start).toBe(parts[index - 1]?.end ?? -1);
  });

  test('keeps speech that fits', () => {
    expect(splitRegion({ start: 3, end: 9 }, new Float32Array(9), new Float32Array(9), 10)).toEqual([
      { start: 3, end: 9 },
    ]);
  });
});
