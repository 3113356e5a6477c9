import type { Detectors, SpeechDetector } from './activity.ts';
import { chooseCut, frameLevels, splitRegion } from './cut.ts';
import { FRAME_SAMPLES } from './frame.ts';
import { isSpeech } from './likelihood.ts';
import { findRegions, frames, joinRegions, padRegions, type Region } from './regions.ts';

/** A part of a recording between two cuts, with all its voices. */
export interface Window {
  /** Frames from the start of the recording. */
  readonly startFrame: number;
  readonly frameCount: number;
  readonly voices: readonly VoiceWindow[];
}

/** One voice in a window. */
export interface VoiceWindow {
  /** Mono 16 kHz. */
  readonly samples: Float32Array;
  /** The probability of speech in each frame. */
  readonly speech: Float32Array;
  /** The level of each frame: its root mean square. */
  readonly levels: Float32Array;
}

export interface WindowLengths {
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/**
 * Splits a recording where all voices are silent, so that memory contains one window at a time.
 * @param blocks one array of 16 kHz samples per voice
 */
export async function* cutWindows(
  blocks: AsyncIterable<readonly Float32Array[]>,
  activity: Detectors,
  { minSeconds, maxSeconds }: WindowLengths,
): AsyncGenerator<Window> {
  const detectors: SpeechDetector[] = [];
  let voices: VoiceWindow[] = [];
  let startFrame = 0;
  const maxFrames = frames(maxSeconds);

  for await (const block of blocks) {
    for (const part of splitBlock(block, maxFrames * FRAME_SAMPLES)) {
      voices = await Promise.all(part.map((samples, voice) => append(voices[voice], samples, voice)));
      while (frameCount(voices) >= maxFrames) yield take(cutFrame(voices, frames(minSeconds), maxFrames));
    }
  }
  voices = await Promise.all(voices.map((voice, index) => finish(voice, index)));
  if (frameCount(voices) > 0) yield take(frameCount(voices));

  /** Adds samples and detects speech in the new complete frames. */
  async function append(voice: VoiceWindow | undefined, samples: Float32Array, index: number): Promise<VoiceWindow> {
    detectors[index] ??= activity.createDetector();
    const joined = join(voice?.samples, samples);
    const known = voice?.speech ?? new Float32Array(0);
    const whole = Math.floor(joined.length / FRAME_SAMPLES);
    return scoreFrames(detectors[index], joined, known, voice?.levels, whole * FRAME_SAMPLES);
  }

  async function finish(voice: VoiceWindow, index: number): Promise<VoiceWindow> {
    const detector = detectors[index] ?? activity.createDetector();
    return scoreFrames(detector, voice.samples, voice.speech, voice.levels, voice.samples.length);
  }

  function take(cut: number): Window {
    const window = { startFrame, frameCount: cut, voices: voices.map((voice) => upTo(voice, cut)) };
    voices = voices.map((voice) => after(voice, cut));
    startFrame += cut;
    return window;
  }
}

async function scoreFrames(
  detector: SpeechDetector,
  samples: Float32Array,
  speech: Float32Array,
  levels: Float32Array | undefined,
  until: number,
): Promise<VoiceWindow> {
  const added = samples.subarray(speech.length * FRAME_SAMPLES, until);
  return {
    samples,
    speech: join(speech, await detector.detect(added)),
    levels: join(levels, frameLevels(added)),
  };
}

/** Finds the cut where no voice speaks: for each frame, the voice with the highest probability decides. */
function cutFrame(voices: readonly VoiceWindow[], from: number, to: number): number {
  const { speech, levels } = loudest(voices, to);
  return chooseCut(speech, levels, from, to);
}

function loudest(voices: readonly VoiceWindow[], count: number): { speech: Float32Array; levels: Float32Array } {
  const highest = (read: (voice: VoiceWindow) => Float32Array) =>
    Float32Array.from({ length: count }, (_, frame) => Math.max(...voices.map((voice) => read(voice)[frame] ?? 0)));
  return { speech: highest((voice) => voice.speech), levels: highest((voice) => voice.levels) };
}

/** A view of the frames before a cut. */
function upTo(voice: VoiceWindow, cut: number): VoiceWindow {
  return {
    samples: voice.samples.subarray(0, cut * FRAME_SAMPLES),
    speech: voice.speech.subarray(0, cut),
    levels: voice.levels.subarray(0, cut),
  };
}

/** The frames after a cut, copied so that they do not keep the others in memory. */
function after(voice: VoiceWindow, cut: number): VoiceWindow {
  return {
    samples: voice.samples.slice(cut * FRAME_SAMPLES),
    speech: voice.speech.slice(cut),
    levels: voice.levels.slice(cut),
  };
}

function frameCount(voices: readonly VoiceWindow[]): number {
  return voices[0]?.speech.length ?? 0;
}

/** Splits a block that is longer than a window, such as a recording that is kept completely. */
function* splitBlock(block: readonly Float32Array[], maxSamples: number): Generator<readonly Float32Array[]> {
  const length = block[0]?.length ?? 0;
  for (let at = 0; at < length; at += maxSamples) yield block.map((samples) => samples.subarray(at, at + maxSamples));
}

function join(before: Float32Array | undefined, after: Float32Array): Float32Array {
  if (before === undefined || before.length === 0) return after;
  const whole = new Float32Array(before.length + after.length);
  whole.set(before);
  whole.set(after, before.length);
  return whole;
}

/** Speech that is transcribed at once. Frames are relative to the start of the window. */
export interface Utterance {
  /** The regions of speech. */
  readonly region: Region;
  /** Its samples, with padding. */
  readonly samples: Float32Array;
  /** The probability of speech in each frame of the samples. */
  readonly speech: Float32Array;
  /** The start of the samples. */
  readonly startFrame: number;
}

/** Longer pauses end an utterance, because models invent text for silence. */
const PAUSE_FRAMES = frames(2);
/** Within the lengths that the model was trained on, with room for the padding. */
const MAX_FRAMES = frames(20);
/** The level of digital silence and converter noise. The quietest whisper is above it. */
const MIN_LEVEL = 0.0004;

/** Finds the utterances of a window. Silence, noise and music have none. */
export function findUtterances(voice: VoiceWindow): Utterance[] {
  const regions = findRegions(voice.speech).filter((region) => loudestLevel(voice, region) >= MIN_LEVEL);
  const cut = joinRegions(regions, PAUSE_FRAMES)
    .flatMap((region) => splitRegion(region, voice.speech, voice.levels, MAX_FRAMES))
    .map((region) => trimSilence(region, voice.speech));
  const padded = padRegions(cut, voice.speech.length);
  return cut.map((region, index) => {
    const { start, end } = padded[index] ?? region;
    return {
      region,
      samples: voice.samples.subarray(start * FRAME_SAMPLES, end * FRAME_SAMPLES),
      speech: voice.speech.subarray(start, end),
      startFrame: start,
    };
  });
}

/** Removes the rest of a pause that a cut divided. */
function trimSilence(region: Region, speech: Float32Array): Region {
  let { start, end } = region;
  while (start < end - 1 && !isSpeech(speech[start] ?? 0)) start++;
  while (end > start + 1 && !isSpeech(speech[end - 1] ?? 0)) end--;
  return { start, end };
}

function loudestLevel(voice: VoiceWindow, { start, end }: Region): number {
  return voice.levels.subarray(start, end).reduce((highest, level) => Math.max(highest, level), 0);
}
