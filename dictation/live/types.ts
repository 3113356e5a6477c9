import type { LiveEnd, LiveFailureCode } from '../../contracts/live.ts';
import type { Word } from '../../speech/types.ts';
import type { AudioFormat } from './encodings.ts';
import type { TurnDetection } from './splitter.ts';

/** How a live session hears and writes. The texts are content. */
export interface LiveSettings {
  readonly format: AudioFormat;
  /** How utterances are told apart; null leaves it to the caller's {@link LiveDictation.commit}. */
  readonly turns: TurnDetection | null;
  readonly language: string | undefined;
  /** The `dictionary` field of a dictation. */
  readonly dictionary: string | undefined;
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
  /** False gives the words of an utterance as they were heard. */
  readonly formats: boolean;
  /** Whether the final words carry their times. */
  readonly wantWords: boolean;
}

/** What happens in a live session. Times are seconds of the session; `utterance` counts from 1. */
export type LiveEvent =
  /** Speech began. `at` is where the audio of the utterance begins. */
  | { readonly type: 'started'; readonly utterance: number; readonly at: number }
  /** Speech ended. */
  | { readonly type: 'stopped'; readonly utterance: number; readonly at: number }
  | ({ readonly type: 'heard'; readonly utterance: number } & HeardWords)
  /** The audio of the utterance is complete, and it is decoded once more. */
  | { readonly type: 'closed'; readonly utterance: number }
  | ({ readonly type: 'final' } & FinalWords)
  /** The utterance could not be decoded. The session goes on. */
  | { readonly type: 'failed'; readonly utterance: number; readonly code: LiveFailureCode }
  /** A commit found no audio. */
  | { readonly type: 'empty' }
  | { readonly type: 'cleared' }
  /** The session is over; no event follows. */
  | { readonly type: 'ended'; readonly end: LiveEnd; readonly retryAfterSeconds?: number | undefined };

/** What was heard of an utterance so far. */
export interface HeardWords {
  /** Words that never change, in the order of speech, and how many of them are new. */
  readonly committed: readonly Word[];
  readonly newCount: number;
  /** Words after them that may change. */
  readonly provisional: readonly Word[];
}

/** The whole utterance, decoded once more. */
export interface FinalWords {
  readonly utterance: number;
  readonly from: number;
  readonly to: number;
  /** As a dictation of the same audio gives it. */
  readonly text: string;
  readonly rawText: string;
  /** With {@link LiveSettings.wantWords}, where the engine knows the times. */
  readonly words: readonly Word[];
  /** The words as they were heard, after the committed ones. */
  readonly rest: readonly string[];
}

/** A caller's side of a live session. */
export interface LiveDictation {
  /** Adds audio. The session ends with `too_fast` when more than a minute of it waits. */
  push(bytes: Uint8Array): void;
  /** Ends the utterance here, and has it decoded once more. */
  commit(): void;
  /** Forgets the audio of the utterance. */
  clear(): void;
  /** Changes the settings for what is pushed from now on. The format may change before the first audio alone. */
  update(settings: LiveSettings): void;
  /** Ends the last utterance. @returns resolves once its final words are out */
  finish(): Promise<void>;
  /** Ends the session at once. */
  end(end: LiveEnd, retryAfterSeconds?: number): void;
}

/** What a session has come to. Sizes and times only. */
export interface LiveFigures {
  readonly audioSeconds: number;
  readonly audioBytes: number;
  readonly utterances: number;
  readonly resultBytes: number;
  readonly inferenceMs: number;
  readonly formatMs: number;
  /** As the last utterance had it; null before its end. */
  readonly engine: string | null;
  readonly language: string | null;
}
