import type { DictationFailureCode, DictationOutcome } from '../contracts/dictation.ts';
import type { ArrivingAudio } from '../speech/arriving.ts';
import type { Piece, Recording, Transcript } from '../speech/types.ts';
import type { DictationFields } from './fields.ts';

/** A dictation as it was requested. */
export interface DictationRequest extends DictationFields {
  readonly orgId: string;
  readonly keyId: string;
  /** The owner that `orgId` identifies. @default 'organization' */
  readonly owner?: 'organization' | 'user';
  readonly transcriptionId: string;
  readonly requestId: string;
  /** The caller's `x-request-id` and `traceparent`. */
  readonly callerIds?: { readonly callerRequestId?: string; readonly traceparent?: string };
  /** Stored if the caller requests it. */
  readonly audio: ArrivingAudio | undefined;
  /** What is transcribed: the engine reads the audio. */
  readonly recording?: Recording | undefined;
  /**
   * What the caller needs of the transcript besides its text.
   * @default nothing
   */
  readonly detail?: TranscriptDetail;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** What a caller needs of a transcript besides its text. */
export interface TranscriptDetail {
  /**
   * Whether word times are needed. If they are `required` and missing, the dictation fails with
   * `word_times_unavailable`.
   */
  readonly words: 'none' | 'preferred' | 'required';
  /** Whether speakers are distinguished. */
  readonly speakers: boolean;
  /** Called with each part of the raw transcript while the rest is transcribed. */
  readonly onPiece?: (piece: Piece) => void;
}

/** How a dictation ended, for the caller that waits in this process. */
export interface DictationEnd {
  readonly outcome: DictationOutcome;
  readonly retryAfterSeconds: number | undefined;
}

/** One dictation's content. It exists only in the memory of the process that received it. */
export interface DictationContent {
  readonly request: DictationRequest;
  /** Aborts when the dictation is stopped. */
  readonly signal: AbortSignal;
  /** Stops the work, with the outcome of the dictation. Only the first call counts. */
  readonly stop: (outcome: DictationFailureCode) => void;
  /** The outcome that it was stopped with; undefined while it runs. */
  readonly stoppedWith: () => DictationFailureCode | undefined;
  readonly ended: Promise<DictationEnd>;
  readonly end: (end: DictationEnd) => void;
  transcript: Transcript | undefined;
  text: string | undefined;
  rewrite: string | undefined;
  formatMs: number | undefined;
  retryAfterSeconds: number | undefined;
}

/** The contents that this process holds, by content id. */
export type DictationContents = Map<string, DictationContent>;

/** The initial content of a dictation. */
export function createDictationContent(request: DictationRequest): DictationContent {
  const { promise, resolve } = Promise.withResolvers<DictationEnd>();
  const abort = new AbortController();
  let stoppedWith: DictationFailureCode | undefined;
  return {
    request,
    signal: abort.signal,
    stop: (outcome) => {
      stoppedWith ??= outcome;
      abort.abort(stoppedWith);
    },
    stoppedWith: () => stoppedWith,
    ended: promise,
    end: resolve,
    transcript: undefined,
    text: undefined,
    rewrite: undefined,
    formatMs: undefined,
    retryAfterSeconds: undefined,
  };
}

/** The transcript before formatting. */
export function rawTextOf(content: DictationContent): string {
  return content.transcript?.text ?? content.request.rawText ?? '';
}
