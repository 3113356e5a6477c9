import { splitRegion } from './cut.ts';
import { FRAME_SAMPLES, FRAME_SECONDS } from './frame.ts';
import { findRegions, frames, joinRegions, padRegions, type Region } from './regions.ts';
import type { VoiceWindow } from './windows.ts';

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

/** The seconds of speech. */
export function spokenSeconds({ speech }: Pick<Utterance, 'speech'>): number {
  return speech.filter(isSpeech).length * FRAME_SECONDS;
}

/** The mean probability of speech over the frames that count as speech. */
export function speechLikelihood({ speech }: Pick<Utterance, 'speech'>): number {
  const speaking = speech.filter(isSpeech);
  return speaking.reduce((sum, probability) => sum + probability, 0) / Math.max(1, speaking.length);
}

function isSpeech(probability: number): boolean {
  return probability >= 0.3;
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
