import { describe, expect, test } from 'bun:test';
import { createPeakMeter, MAX_PEAKS } from '../../../speech/decode/peaks.ts';

const RATE = 8_000;
const tone = (seconds: number, loudness: number) => new Float32Array(seconds * RATE).fill(loudness);

describe('createPeakMeter()', () => {
  test('returns the loudest absolute sample of each interval over all channels', () => {
    const meter = createPeakMeter();
    meter.add([tone(1, 0.1), tone(1, -0.5)], RATE);
    meter.add([tone(1, 0), tone(1, 0)], RATE);
    const peaks = meter.peaks();
    expect(peaks).toHaveLength(200);
    expect(new Set(peaks.slice(0, 100))).toEqual(new Set([128]));
    expect(new Set(peaks.slice(100))).toEqual(new Set([0]));
  });

  test.each([11, 25, 300, 4_000])(
    'a recording of %i seconds has at most 1000 values, in its proportions',
    (seconds) => {
      const meter = createPeakMeter();
      for (let at = 0; at < seconds; at += 1) meter.add([tone(1, at < seconds / 2 ? 1 : 0.25)], RATE);
      const peaks = meter.peaks();
      expect(peaks.length).toBeWithin(MAX_PEAKS / 2, MAX_PEAKS + 1);
      const loud = peaks.filter((peak) => peak === 255).length;
      expect(Math.abs(loud / peaks.length - Math.ceil(seconds / 2) / seconds)).toBeLessThan(0.01);
    },
  );

  test('clips a sample above the scale, and returns nothing for no samples', () => {
    const meter = createPeakMeter();
    expect(meter.peaks()).toEqual([]);
    meter.add([new Float32Array([4])], RATE);
    expect(meter.peaks()).toEqual([255]);
  });
});
