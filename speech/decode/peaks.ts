/** The maximum number of values for drawing a recording. */
export const MAX_PEAKS = 1_000;
const FIRST_BUCKET_SECONDS = 0.01;

/**
 * Measures the loudness over a recording, for drawing it: each value is the loudest sample of an interval, 0 to 255.
 */
export interface PeakMeter {
  add(block: readonly Float32Array[], sampleRate: number): void;
  /**
   * At most {@link MAX_PEAKS} values, one per interval. All intervals have the same length, but the last may be
   * shorter.
   */
  peaks(): number[];
}

/** Reads the recording once. When there are too many values, pairs are merged. */
export function createPeakMeter(): PeakMeter {
  let found: number[] = [];
  let bucketSeconds = FIRST_BUCKET_SECONDS;
  let [loudest, samples] = [0, 0];

  function endBucket(): void {
    found.push(loudest);
    [loudest, samples] = [0, 0];
    if (found.length < 2 * MAX_PEAKS) return;
    found = halve(found);
    bucketSeconds *= 2;
  }

  return {
    add: (block, sampleRate) => {
      const length = block[0]?.length ?? 0;
      for (let at = 0; at < length; at += 1) {
        for (const channel of block) loudest = Math.max(loudest, Math.abs(channel[at] ?? 0));
        samples += 1;
        if (samples >= bucketSeconds * sampleRate) endBucket();
      }
    },
    peaks: () => {
      const all = samples > 0 ? [...found, loudest] : found;
      const few = all.length > MAX_PEAKS ? halve(all) : all;
      return few.map((peak) => Math.round(Math.min(1, peak) * 255));
    },
  };
}

function halve(values: readonly number[]): number[] {
  const half: number[] = [];
  for (let at = 0; at < values.length; at += 2) half.push(Math.max(values[at] ?? 0, values[at + 1] ?? 0));
  return half;
}
