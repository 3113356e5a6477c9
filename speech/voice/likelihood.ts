import { FRAME_SECONDS } from './frame.ts';

/** The probability of speech in each frame. */
interface Speech {
  readonly speech: Float32Array;
}

/** The seconds of speech. */
export function spokenSeconds({ speech }: Speech): number {
  return speech.filter(isSpeech).length * FRAME_SECONDS;
}

/** The mean probability of speech over the frames that count as speech. */
export function speechLikelihood({ speech }: Speech): number {
  const speaking = speech.filter(isSpeech);
  return speaking.reduce((sum, probability) => sum + probability, 0) / Math.max(1, speaking.length);
}

/** Whether a frame counts as speech. */
export function isSpeech(probability: number): boolean {
  return probability >= 0.3;
}
