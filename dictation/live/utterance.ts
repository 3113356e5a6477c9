import { type Agreement, NOTHING_RECOGNIZED } from './agreement.ts';

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
  /** Drops the decode that runs. */
  decode: AbortController | undefined;
  /** The words of the last early decode of the whole utterance, which had the speech until `preparedSpeech`. */
  preparedWords: readonly string[] | undefined;
  /** The end of speech at the last early decode of the whole utterance. */
  preparedSpeech: number;
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
    decode: undefined,
    preparedWords: undefined,
    preparedSpeech: 0,
    windowFrom: from,
    agreement: NOTHING_RECOGNIZED,
  };
}

/** The minimum speech for a decode. With less, the model guesses. */
const MIN_SPEECH_SECONDS = 0.35;
/** Until the first words, decodes follow each other at this part of the step: a short window costs little. */
const FIRST_WORDS = 0.5;
/** Audio arrives in parts, so that a decode that is due a moment later would wait for the next part. */
const EARLY_SECONDS = 0.03;
/**
 * The silence after which the utterance may have ended. It is longer than the padding of speech in a recording: later
 * silence does not change the text.
 */
const PAUSE_SECONDS = 0.4;
/** The maximum length of an utterance that is decoded before its end. */
const MAX_PREPARED_SECONDS = 28;

/**
 * Whether there is enough new speech for another decode.
 * @param now the current time
 */
export function isDecodeDue(utterance: Utterance, now: number, stepSeconds: number): boolean {
  const { decode, spokenFrom, spokenUntil, decodedSpeech, decodedAt, agreement } = utterance;
  if (decode !== undefined || spokenFrom === undefined || spokenUntil <= decodedSpeech) return false;
  const hasWords = agreement.committed.length + agreement.provisional.length > 0;
  const step = hasWords ? stepSeconds : stepSeconds * FIRST_WORDS;
  return spokenUntil - spokenFrom >= MIN_SPEECH_SECONDS && now - decodedAt >= step - EARLY_SECONDS;
}

/**
 * Whether the speaker may have finished, so that decoding the whole utterance now saves time at its end.
 * @param analyzedUntil the end of the last frame
 */
export function isPausing(
  { from, spokenFrom, spokenUntil, preparedSpeech }: Utterance,
  analyzedUntil: number,
): boolean {
  if (spokenFrom === undefined || spokenUntil <= preparedSpeech) return false;
  return analyzedUntil - spokenUntil >= PAUSE_SECONDS && analyzedUntil - from <= MAX_PREPARED_SECONDS;
}

/** Counts a frame with speech. */
export function noteSpeech(utterance: Utterance, end: number): void {
  utterance.spokenFrom ??= end;
  utterance.spokenUntil = end;
}
