import { FRAME_SECONDS } from './frame.ts';

/** Frames from `start` up to `end`. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** Speech begins where a frame is this likely, and goes on while frames stay above the lower bound. */
const BEGINS = 0.5;
const GOES_ON = 0.3;
/** Silence that ends a region: longer than the stop inside a word. */
const PAUSE_FRAMES = frames(0.3);
/** Shorter sounds are clicks. */
const MIN_FRAMES = frames(0.09);
/** What a region keeps around it, as consonants begin and end below the threshold. */
const LEAD_FRAMES = frames(0.25);
const TAIL_FRAMES = frames(0.35);

/** A whole number of frames for some seconds. */
export function frames(seconds: number): number {
  return Math.max(1, Math.round(seconds / FRAME_SECONDS));
}

/** Where speech is, from the probabilities of its frames. */
export function findRegions(probabilities: Float32Array): Region[] {
  const regions: Region[] = [];
  let start = -1;
  let lastSpeech = -1;
  for (let frame = 0; frame <= probabilities.length; frame++) {
    const probability = probabilities[frame] ?? 0;
    if (start < 0 && probability >= BEGINS) start = frame;
    if (start < 0) continue;
    if (probability >= GOES_ON) lastSpeech = frame;
    if (frame - lastSpeech < PAUSE_FRAMES && frame < probabilities.length) continue;
    if (lastSpeech + 1 - start >= MIN_FRAMES) regions.push({ start, end: lastSpeech + 1 });
    start = -1;
  }
  return regions;
}

/** Widens regions by what belongs to them, without running into each other or over the ends. */
export function padRegions(regions: readonly Region[], frameCount: number): Region[] {
  return regions.map(({ start, end }, index) => ({
    start: Math.max(start - LEAD_FRAMES, Math.min(start, regions[index - 1]?.end ?? 0)),
    end: Math.min(end + TAIL_FRAMES, Math.max(end, regions[index + 1]?.start ?? frameCount)),
  }));
}

/** Joins regions that only a short pause keeps apart: a model understands words better among others. */
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
