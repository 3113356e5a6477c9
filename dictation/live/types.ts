import type { LiveEnd, LiveFailureCode } from '../../contracts/live.ts';
import type { Word } from '../../speech/types.ts';
import type { AudioFormat } from './encodings.ts';
import type { TurnDetection } from './splitter.ts';

/** The settings of a live session. The texts are content. */
export interface LiveSettings {
  readonly format: AudioFormat;
  /** How utterances are separated; null if only {@link LiveDictation.commit} ends them. */
  readonly turns: TurnDetection | null;
  readonly language: string | undefined;
  /** The `dictionary` field of a dictation. */
  readonly dictionary: string | undefined;
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
  /** False returns the unformatted words. */
  readonly formats: boolean;
  /** Whether the final words have times. */
  readonly wantWords: boolean;
}

/** An event of a live session. Times are seconds of the session; `utterance` counts from 1. */
export type LiveEvent =
  /** Speech started. `at` is the start of the utterance's audio. */
  | { readonly type: 'started'; readonly utterance: number; readonly at: number }
  /** Speech ended. */
  | { readonly type: 'stopped'; readonly utterance: number; readonly at: number }
  | ({ readonly type: 'recognized'; readonly utterance: number } & RecognizedWords)
  /** The audio of the utterance is complete and is being decoded a last time. */
  | { readonly type: 'closed'; readonly utterance: number }
  | ({ readonly type: 'final' } & FinalWords)
  /** The utterance could not be decoded. The session continues. */
  | { readonly type: 'failed'; readonly utterance: number; readonly code: LiveFailureCode }
  /** A commit found no audio. */
  | { readonly type: 'empty' }
  | { readonly type: 'cleared' }
  /** The session ended. No event follows. */
  | { readonly type: 'ended'; readonly end: LiveEnd; readonly retryAfterSeconds?: number | undefined };

/** The words of an utterance so far. */
export interface RecognizedWords {
  /** Words that never change, in order, and the number of new ones. */
  readonly committed: readonly Word[];
  readonly newCount: number;
  /** Words after them that may change. */
  readonly provisional: readonly Word[];
}

/** The complete utterance, decoded a last time. */
export interface FinalWords {
  readonly utterance: number;
  readonly from: number;
  readonly to: number;
  /** The text, as a dictation of the same audio would return it. */
  readonly text: string;
  readonly rawText: string;
  /** Present with {@link LiveSettings.wantWords}, if the engine has the times. */
  readonly words: readonly Word[];
  /** The unformatted words. */
  readonly rest: readonly string[];
}

/** A caller's side of a live session. */
export interface LiveDictation {
  /** Adds audio. The session ends with `too_fast` if more than a minute of it is waiting. */
  push(bytes: Uint8Array): void;
  /** Ends the utterance here and decodes it a last time. */
  commit(): void;
  /** Discards the audio of the utterance. */
  clear(): void;
  /** Changes the settings for the audio from now on. The format may only change before the first audio. */
  update(settings: LiveSettings): void;
  /**
   * Ends the last utterance.
   * @returns resolves once its final words were emitted
   */
  finish(): Promise<void>;
  /** Ends the session immediately. */
  end(end: LiveEnd, retryAfterSeconds?: number): void;
}

/** The totals of a session: sizes and times only. */
export interface LiveFigures {
  readonly audioSeconds: number;
  readonly audioBytes: number;
  readonly utterances: number;
  readonly resultBytes: number;
  readonly inferenceMs: number;
  readonly formatMs: number;
  /** The value of the last utterance; null before its end. */
  readonly engine: string | null;
  readonly language: string | null;
}
