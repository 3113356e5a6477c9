import { type Agreement, NOTHING_HEARD } from './agreement.ts';

/** An unfinished utterance. Times are seconds of the session. */
export interface Utterance {
  /** Counts from 1. */
  readonly id: number;
  /** The start of its audio. */
  from: number;
  /** The start of its speech; undefined before that. */
  spokenFrom: number | undefined;
  /** The end of the last frame with speech. */
  spokenUntil: number;
  /** The end of speech at the last decode. */
  decodedSpeech: number;
  /** The time of the last decode's start. */
  decodedAt: number;
  isDecoding: boolean;
  /** The earliest start of the next window. */
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

/** The minimum speech for a decode. With less, the model guesses. */
const MIN_SPEECH_SECONDS = 0.5;

/**
 * Whether there is enough new speech for another decode.
 * @param now the current time
 */
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
