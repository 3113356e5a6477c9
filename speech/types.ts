/** A stretch of speech. `start` and `end` are seconds from the beginning of the recording. */
export interface Segment {
  readonly speaker: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is to be transcribed, and within which bounds. */
export interface TranscribeRequest {
  /** The recording as it was uploaded, in memory or in a local file; its format is told from its content. */
  readonly audio: { readonly bytes: Uint8Array } | { readonly path: string };
  /** ISO 639-1 code such as `en`; undefined asks for detection. */
  readonly language: string | undefined;
  /** Names and terms that the speaker is likely to say. */
  readonly vocabulary: readonly string[];
  /** Longer audio fails with `audio_too_long`, counted while decoding. */
  readonly maxSeconds: number;
  /** True transcribes channels that carry different speech apart, as `speaker_0`, `speaker_1`. */
  readonly separateChannels: boolean;
  /** Pieces that a previous run finished; the engine goes on after the last one. */
  readonly finished?: readonly Piece[];
  /** Called with each finished piece in time order and awaited, so that long work can be resumed. */
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** Ends the work, also inside the engine. */
  readonly signal: AbortSignal;
}

/** A part of a long recording, cut at silence. `end` is where the next piece begins, in seconds. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly segments: readonly Segment[];
}

/** The words of a recording. */
export interface Transcript {
  /** Empty when nothing was said. */
  readonly text: string;
  readonly segments: readonly Segment[];
  /** True when `segments` carry speakers. */
  readonly diarized: boolean;
  readonly durationSeconds: number;
  readonly language: string | null;
  /** Name of the engine, such as `moonshine-tiny`; no address, no key. */
  readonly engine: string;
  readonly decodeMs: number;
  readonly inferenceMs: number;
}

/** Why speech could not be turned into text. A closed list: an engine's own words never leave the room. */
export const SPEECH_FAILURES = [
  'audio_empty',
  'audio_undecodable',
  'audio_truncated',
  'audio_encrypted',
  'unsupported_codec',
  'unsupported_language',
  'audio_too_long',
  'engine_unavailable',
  'engine_busy',
  'engine_timed_out',
  'engine_failed',
  'cancelled',
] as const;

export type SpeechFailureCode = (typeof SPEECH_FAILURES)[number];

/** The one error that the speech room throws. Its message is the code: nothing of the content. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly code: SpeechFailureCode;
  /** Seconds after which to try again, where the engine said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: SpeechFailureCode, retryAfterSeconds?: number) {
    super(code);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Turns speech into text: the embedded engine or a remote server. */
export interface SpeechEngine {
  readonly name: string;
  /** @throws {SpeechError} */
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  /** Resolves once the engine has loaded and can answer. */
  ready(): Promise<void>;
  /**
   * Resolves when the engine could take a recording now: a process of it is warm, and a remote server answers.
   * @throws {Error} when it could not
   */
  reachable(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
