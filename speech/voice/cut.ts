import { FRAME_SAMPLES } from './frame.ts';
import type { Region } from './regions.ts';

/**
 * The best frame to cut at without cutting a word: the middle of the longest pause, otherwise the quietest frame.
 * @param speech the probability of speech in each frame, of the voice with the highest
 * @param levels the level of each frame
 * @param from the first frame to consider
 * @param to the frame after the last one to consider
 */
export function chooseCut(speech: Float32Array, levels: Float32Array, from: number, to: number): number {
  const pause = longestPause(speech, from, to);
  if (pause !== undefined) return Math.floor((pause.start + pause.end) / 2);
  return quietest(speech, levels, from, to);
}

/** Splits a region that is too long at the best frames. */
export function splitRegion(region: Region, speech: Float32Array, levels: Float32Array, maxFrames: number): Region[] {
  const length = region.end - region.start;
  if (length <= maxFrames) return [region];
  // Parts of about the same length, each cut within a third of its ideal position.
  const part = length / Math.ceil(length / (maxFrames * 0.8));
  const from = Math.floor(region.start + part * 0.66);
  const to = Math.min(Math.ceil(region.start + Math.min(part * 1.33, maxFrames)), region.end - 1);
  const cut = chooseCut(speech, levels, from, to);
  return [
    { start: region.start, end: cut },
    ...splitRegion({ start: cut, end: region.end }, speech, levels, maxFrames),
  ];
}

const SILENT = 0.3;
const MIN_PAUSE_FRAMES = 5;

function longestPause(speech: Float32Array, from: number, to: number): Region | undefined {
  let longest: Region | undefined;
  let start = from;
  for (let frame = from; frame <= to; frame++) {
    const silent = frame < to && (speech[frame] ?? 0) < SILENT;
    if (silent) continue;
    const length = frame - start;
    if (length >= MIN_PAUSE_FRAMES && length > (longest === undefined ? 0 : longest.end - longest.start)) {
      longest = { start, end: frame };
    }
    start = frame + 1;
  }
  return longest;
}

/**
 * The quietest frame of speech without a pause: the energy falls briefly between words. Compares three frames at a
 * time, because a single one may be a stop.
 */
function quietest(speech: Float32Array, levels: Float32Array, from: number, to: number): number {
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (let frame = from; frame < to; frame++) {
    let cost = 0;
    for (let near = frame - 1; near <= frame + 1; near++) cost += (speech[near] ?? 0) * 0.1 + (levels[near] ?? 0);
    if (cost < least) {
      least = cost;
      best = frame;
    }
  }
  return best;
}

/** The level of each frame: its root mean square. */
export function frameLevels(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, frame) => {
    const frameSamples = samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES);
    return Math.sqrt(frameSamples.reduce((sum, sample) => sum + sample * sample, 0) / frameSamples.length);
  });
}
