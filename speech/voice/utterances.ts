import { FRAME_SAMPLES } from './activity.ts';
import { splitRegion } from './cut.ts';
import { findRegions, frames, joinRegions, padRegions, type Region } from './regions.ts';
import type { VoiceWindow } from './windows.ts';

/** A stretch of speech that is transcribed at once. Frames count from the window's beginning. */
export interface Utterance {
  /** Where speech is. */
  readonly region: Region;
  /** The samples of it, with what belongs to its edges. */
  readonly samples: Float32Array;
  /** Mean likelihood of speech over the frames that count as speech. */
  readonly likelihood: number;
}

/** Longer pauses end an utterance: a model without pauses to guess at invents less. */
const PAUSE_FRAMES = frames(2);
/** Within what the model was trained on, with room for the padding. */
const MOST_FRAMES = frames(20);
/** Digital silence and the noise of a good converter; the quietest whisper is above. */
const LEAST_LEVEL = 0.0004;

/** Finds what is said in a window. Silence, noise and music give nothing. */
export function findUtterances(voice: VoiceWindow): Utterance[] {
  const regions = findRegions(voice.speech).filter((region) => loudestLevel(voice, region) >= LEAST_LEVEL);
  const joined = joinRegions(regions, PAUSE_FRAMES, MOST_FRAMES).flatMap((region) =>
    splitRegion(region, voice.speech, voice.levels, MOST_FRAMES),
  );
  const padded = padRegions(joined, voice.speech.length);
  return joined.map((region, index) => {
    const { start, end } = padded[index] ?? region;
    return {
      region,
      samples: voice.samples.subarray(start * FRAME_SAMPLES, end * FRAME_SAMPLES),
      likelihood: meanSpeech(voice, region),
    };
  });
}

function loudestLevel(voice: VoiceWindow, { start, end }: Region): number {
  return voice.levels.subarray(start, end).reduce((highest, level) => Math.max(highest, level), 0);
}

function meanSpeech(voice: VoiceWindow, { start, end }: Region): number {
  const speaking = voice.speech.subarray(start, end).filter((probability) => probability >= 0.3);
  return speaking.reduce((sum, probability) => sum + probability, 0) / Math.max(1, speaking.length);
}
