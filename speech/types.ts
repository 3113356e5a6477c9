import type { ByteSource } from './byte-source.ts';

/** A word as written, with its punctuation. `start` and `end` are seconds from the start of the recording. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A segment of speech. `start` and `end` are seconds from the start of the recording. */
export interface Segment {
  readonly speaker: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Present if the request asked for words and the engine has their times. */
  readonly words?: readonly Word[];
}

/** A request to transcribe a recording. */
export interface TranscribeRequest {
  /** The recording as uploaded: in memory, in a local file, or opened. Its format is recognized by its content. */
  readonly audio: { readonly bytes: Uint8Array } | { readonly path: string } | Recording;
  /** Language code such as `en`, `eng` or `en-US`; undefined requests detection. */
  readonly language: string | undefined;
  /** Names and terms that the speaker is likely to say. */
  readonly vocabulary: readonly string[];
  /** Longer audio fails with `audio_too_long`, counted while decoding. An opened recording has its own limit. */
  readonly maxSeconds: number;
  /** Whether channels that carry different speech are transcribed separately, as `speaker_0`, `speaker_1`. */
  readonly separateChannels: boolean;
  /**
   * Whether the times of words are requested. See {@link SpeechCapabilities.wordTimes}.
   * @default false
   */
  readonly wantWords?: boolean;
  /**
   * Whether this runs before all other work, such as the last decode of an utterance whose speaker waits for its text.
   * @default false
   */
  readonly isUrgent?: boolean;
  /** Pieces that a previous run finished. The engine continues after the last one. */
  readonly finished?: readonly Piece[];
  /** Called with each finished piece in time order, and awaited, so that long work can be resumed. */
  readonly onPiece?: (piece: Piece) => Promise<void>;
  /** Aborts the work, also inside the engine. */
  readonly signal: AbortSignal;
}

/** A part of a long recording, cut at silence. `end` is the start of the next piece, in seconds. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly segments: readonly Segment[];
}

/** The words of a recording. */
export interface Transcript {
  /** Empty if nothing was said. */
  readonly text: string;
  readonly segments: readonly Segment[];
  /** True if `segments` have speakers. */
  readonly diarized: boolean;
  readonly durationSeconds: number;
  /** The loudness over the recording, 0 to 255: at most 1,000 values. */
  readonly peaks: readonly number[];
  readonly language: string | null;
  /** The name of the engine, such as `moonshine-tiny`, without address or key. */
  readonly engine: string;
  readonly decodeMs: number;
  readonly inferenceMs: number;
}

/** The reason why speech could not be transcribed. A closed list: an engine's own messages are never exposed. */
export const SPEECH_FAILURES = [
  'audio_empty',
  'audio_undecodable',
  'audio_truncated',
  'audio_encrypted',
  'unsupported_codec',
  'unsupported_language',
  'audio_too_long',
  'engine_unavailable',
  'engine_misconfigured',
  'engine_busy',
  'engine_timed_out',
  'engine_failed',
  'cancelled',
] as const;

export type SpeechFailureCode = (typeof SPEECH_FAILURES)[number];

/** The only error that this module throws. Its message is the code and contains no content. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly code: SpeechFailureCode;
  /** The delay before a retry in seconds, if the engine named one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: SpeechFailureCode, retryAfterSeconds?: number) {
    super(code);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The optional capabilities of an engine. */
export interface SpeechCapabilities {
  /** Whether segments have words with times if requested. A remote server may still have none. */
  readonly wordTimes: boolean;
  /** Whether {@link SpeechEngine.openLive} works. */
  readonly live: boolean;
}

/** The audio format and language of a live session. */
export interface LiveOptions {
  /** The sample rate of the PCM16 in Hz. */
  readonly sampleRate: 16_000 | 24_000;
  /** ISO 639-1 code such as `en`; if undefined, the engine decides. */
  readonly language: string | undefined;
  /** Names and terms that the speaker is likely to say. */
  readonly vocabulary: readonly string[];
}

/** A part of a live session's audio to decode. */
export interface DecodeWindow {
  /** Seconds from the start of the session. Audio older than the last 60 seconds is discarded. */
  readonly from: number;
  /** At most 30 seconds after `from`. Audio that has not arrived is not included. */
  readonly to: number;
  /** Tokens that the text must start with: those of the committed words that start at or after `from`. */
  readonly prefix: readonly number[];
  /** Tokens that probably follow: those of the provisional words. They make the decode faster and do not change its words. */
  readonly draft?: readonly number[];
}

/** A word of a live session, and the tokens that force it as part of a later prefix. */
export interface LiveWord extends Word {
  readonly tokens: readonly number[];
}

/** The text of a window, after its prefix. */
export interface LiveHypothesis {
  /** True if the session named no language and the window is most likely in one that the engine does not support. */
  readonly isForeign: boolean;
  /** In time order; empty if nobody spoke. Times are seconds from the start of the session. */
  readonly words: readonly LiveWord[];
}

/** A session for live audio. Calls of `feed` are answered in order, those of `decode` too. */
export interface LiveSession {
  /**
   * Adds mono PCM16 (little-endian) at the session's rate. Awaiting it applies backpressure.
   * @returns the probability of speech in each new complete frame of 32 ms, from 0 to 1
   * @throws {SpeechError} `engine_unavailable` if the process died: open another session and send the needed audio
   * again
   */
  feed(pcm: Uint8Array): Promise<readonly number[]>;
  /**
   * @param signal drops this decode and earlier ones that run, which then fail with `cancelled`
   * @throws {SpeechError} `engine_failed`, `engine_unavailable`, `cancelled`
   */
  decode(window: DecodeWindow, signal?: AbortSignal): Promise<LiveHypothesis>;
  /** Ends the session. Later calls fail with `cancelled`. */
  close(): void;
}

/** A recording that an engine opened. It gives no access to the bytes, which the engine requests as it needs them. */
export interface Recording {
  /**
   * Decodes what has arrived and what follows, so that the transcription needs less time afterwards. It does not count as
   * a job before {@link SpeechEngine.transcribe}.
   */
  decodeEarly(): void;
  /** Ends an early decoding, unless the recording is being transcribed. */
  close(): void;
}

/** Transcribes speech, with the embedded engine or a remote server. */
export interface SpeechEngine {
  readonly name: string;
  /** Available once {@link ready} has resolved. */
  capabilities(): SpeechCapabilities;
  /**
   * Opens a recording that may still be arriving.
   * @param maxSeconds longer audio fails with `audio_too_long`
   */
  open(audio: ByteSource, maxSeconds: number): Recording;
  /** @throws {SpeechError} */
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  /**
   * Opens a live session. It counts as a job until it is closed.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`, `unsupported_language`; `engine_failed` if the engine
   * has no live mode
   */
  openLive(options: LiveOptions): Promise<LiveSession>;
  /** Resolves once the engine has loaded and can answer. */
  ready(): Promise<void>;
  /**
   * Resolves if the engine can accept a recording now: a process has loaded its models, and a remote server answers and
   * did not refuse its configuration.
   * @throws {SpeechError} `engine_misconfigured` if the server refused it; another `Error` otherwise
   */
  reachable(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
