import { FRAME_SECONDS } from './frame.ts';

/** Frames from `start` to `end` (exclusive). */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** The probability at which speech starts, and the lower one above which it continues. */
const STARTS = 0.5;
const CONTINUES = 0.3;
/** The silence that ends a region, longer than a stop inside a word. */
const PAUSE_FRAMES = frames(0.3);
/** The minimum length of a region. Shorter sounds are clicks. */
const MIN_FRAMES = frames(0.09);
/** The padding around a region, because consonants start and end below the threshold. */
const LEAD_FRAMES = frames(0.25);
const TAIL_FRAMES = frames(0.35);

/** Converts seconds to a whole number of frames. */
export function frames(seconds: number): number {
  return Math.max(1, Math.round(seconds / FRAME_SECONDS));
}

/** Finds the regions of speech in the probabilities of frames. */
export function findRegions(probabilities: Float32Array): Region[] {
  const regions: Region[] = [];
  let start = -1;
  let lastSpeech = -1;
  for (let frame = 0; frame <= probabilities.length; frame++) {
    const probability = probabilities[frame] ?? 0;
    if (start < 0 && probability >= STARTS) start = frame;
    if (start < 0) continue;
    if (probability >= CONTINUES) lastSpeech = frame;
    if (frame - lastSpeech < PAUSE_FRAMES && frame < probabilities.length) continue;
    if (lastSpeech + 1 - start >= MIN_FRAMES) regions.push({ start, end: lastSpeech + 1 });
    start = -1;
  }
  return regions;
}

/** Pads regions without overlaps, within the recording. */
export function padRegions(regions: readonly Region[], frameCount: number): Region[] {
  return regions.map(({ start, end }, index) => ({
    start: Math.max(start - LEAD_FRAMES, Math.min(start, regions[index - 1]?.end ?? 0)),
    end: Math.min(end + TAIL_FRAMES, Math.max(end, regions[index + 1]?.start ?? frameCount)),
  }));
}

/** Joins regions separated by a short pause, because a model recognizes words better in context. */
export function joinRegions(regions: readonly Region[], pauseFrames: number): Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const before = joined.at(-1);
    const near = before !== undefined && region.start - before.end <= pauseFrames;
    if (near) joined[joined.length - 1] = { start: before.start, end: region.end };
    else joined.push(region);
  }
  return joined;
}
