import { describe, expect, test } from 'bun:test';
import { toCardinal, toOrdinal } from 'n2words/en-US';
import { readCardinal, readOrdinal } from '../../formatting/english/cardinals.ts';
import { depth } from '../support/depth.ts';
import { below100, STYLES, wordsOfNumber } from './spoken-numbers.ts';

/** The step through a range of numbers: each number at full depth, otherwise a step that shares no factor with ten. */
const STEP = depth(7, 1);
const LONG_STEP = depth(37, 1);
const PLAIN = { and: false, article: false };

describe('readCardinal()', () => {
  test('reads whole numbers to a million, in one of four forms each', () => {
    const wrong: number[] = [];
    for (let value = 0; value <= 1_000_000; value += value < 2_000 ? 1 : LONG_STEP) {
      const words = wordsOfNumber(value, STYLES[((value * 7) % 4) ^ ((value >> 3) % 4)] ?? PLAIN);
      const read = readCardinal(words, 0);
      if (read?.value !== value || read.end !== words.length) wrong.push(value);
    }
    expect(wrong).toEqual([]);
  }, 30_000);

  test('reads whole numbers to twenty thousand in all four forms', () => {
    for (const style of STYLES) {
      for (let value = 0; value <= 20_000; value += STEP) {
        const words = wordsOfNumber(value, style);
        const read = readCardinal(words, 0);
        if (read?.value !== value || read.end !== words.length)
          expect({ words, read }).toEqual({ words, read: { value, end: words.length } });
      }
    }
  });

  test('reads what another library writes, to a trillion', () => {
    for (let value = 0; value < 1e12; value = Math.floor(value * 1.037) + 7) {
      const words = toCardinal(value).replaceAll('-', ' ').split(' ');
      // "One million five" without "and" is left as it was said.
      if (value >= 1e6 && value % 1e6 > 0 && value % 1e6 < 100) continue;
      expect({ value, read: readCardinal(words, 0) }).toEqual({ value, read: { value, end: words.length } });
    }
  });

  test('reads eleven hundred to ninety nine hundred, but for whole thousands', () => {
    for (let count = 11; count < 100; count += 1) {
      if (count % 10 === 0) continue;
      const words = [...below100(count), 'hundred'];
      expect(readCardinal(words, 0)).toEqual({ value: count * 100, end: words.length });
    }
  });
});

describe('readOrdinal()', () => {
  test('reads ordinals to ten thousand that another library writes', () => {
    for (let value = 1; value <= 10_000; value += STEP) {
      const words = toOrdinal(value).replaceAll('-', ' ').split(' ');
      // "One hundredth" is also a fraction, which the sentence decides.
      expect({ value, read: readOrdinal(words, 0) }).toEqual({ value, read: { value, end: words.length } });
    }
  });
});
