import { splitRegion } from './cut.ts';
import { FRAME_SAMPLES, FRAME_SECONDS } from './frame.ts';
import { findRegions, frames, joinRegions, padRegions, type Region } from './regions.ts';
import type { VoiceWindow } from './windows.ts';

/** A stretch of speech that is transcribed at once. Frames count from the window's beginning. */
export interface Utterance {
  /** Where speech is. */
  readonly region: Region;
  /** The samples of it, with what belongs to its edges. */
  readonly samples: Float32Array;
  /** How likely each frame of the samples holds speech. */
  readonly speech: Float32Array;
  /** Where the samples begin. */
  readonly startFrame: number;
}

/** Longer pauses end an utterance: a model without pauses to guess at invents less. */
const PAUSE_FRAMES = frames(2);
/** Within what the model was trained on, with room for the padding. */
const MAX_FRAMES = frames(20);
/** Digital silence and the noise of a good converter; the quietest whisper is above. */
const MIN_LEVEL = 0.0004;

/** Finds what is said in a window. Silence, noise and music give nothing. */
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

/** Seconds in which somebody speaks. */
export function spokenSeconds({ speech }: Pick<Utterance, 'speech'>): number {
  return speech.filter(isSpeech).length * FRAME_SECONDS;
}

/** Mean likelihood of speech over the frames that count as speech. */
export function speechLikelihood({ speech }: Pick<Utterance, 'speech'>): number {
  const speaking = speech.filter(isSpeech);
  return speaking.reduce((sum, probability) => sum + probability, 0) / Math.max(1, speaking.length);
}

function isSpeech(probability: number): boolean {
  return probability >= 0.3;
}

/** A cut goes through the middle of a pause: what is left of the pause is no speech. */
function trimSilence(region: Region, speech: Float32Array): Region {
  let { start, end } = region;
  while (start < end - 1 && !isSpeech(speech[start] ?? 0)) start++;
  while (end > start + 1 && !isSpeech(speech[end - 1] ?? 0)) end--;
  return { start, end };
}

function loudestLevel(voice: VoiceWindow, { start, end }: Region): number {
  return voice.levels.subarray(start, end).reduce((highest, level) => Math.max(highest, level), 0);
}
