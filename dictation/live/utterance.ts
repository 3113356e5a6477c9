import { type Agreement, NOTHING_HEARD } from './agreement.ts';

/** An utterance that goes on. Times are seconds of the session. */
export interface Utterance {
  /** Counts from 1. */
  readonly id: number;
  /** Where its audio begins. */
  from: number;
  /** Where speech began; undefined before it did. */
  spokenFrom: number | undefined;
  /** The end of the last frame with speech. */
  spokenUntil: number;
  /** How far speech went at the last decode. */
  decodedSpeech: number;
  /** When the last decode began, by the clock. */
  decodedAt: number;
  isDecoding: boolean;
  /** Where the window of the next decode may begin. */
  windowFrom: number;
  agreement: Agreement;
}

export function createUtterance(id: number, from: number): Utterance {
  return {
    id,
    from,
    spokenFrom: undefined,
    spokenUntil: 0,
    decodedSpeech: 0,
    decodedAt: Number.NEGATIVE_INFINITY,
    isDecoding: false,
    windowFrom: from,
    agreement: NOTHING_HEARD,
  };
}

/** A decode heard nothing of less speech than this: the model guesses. */
const MIN_SPEECH_SECONDS = 0.5;

/** Whether there is enough new speech for another decode. @param now by the clock */
export function isDecodeDue(utterance: Utterance, now: number, stepSeconds: number): boolean {
  const { isDecoding, spokenFrom, spokenUntil, decodedSpeech, decodedAt } = utterance;
  if (isDecoding || spokenFrom === undefined || spokenUntil <= decodedSpeech) return false;
  return spokenUntil - spokenFrom >= MIN_SPEECH_SECONDS && now - decodedAt >= stepSeconds;
}

/** Counts a frame with speech. */
export function noteSpeech(utterance: Utterance, end: number): void {
  utterance.spokenFrom ??= end;
  utterance.spokenUntil = end;
}
