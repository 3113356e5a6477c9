/** A word as it is written, with its punctuation. `start` and `end` are seconds from the beginning of the recording. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of speech. `start` and `end` are seconds from the beginning of the recording. */
export interface Segment {
  readonly speaker: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Present when the request asked for words and the engine knows their times. */
  readonly words?: readonly Word[];
}

/** What is to be transcribed, and within which bounds. */
export interface TranscribeRequest {
  /** The recording as it was uploaded, in memory or in a local file; its format is told from its content. */
  readonly audio: { readonly bytes: Uint8Array } | { readonly path: string };
  /** Language code such as `en`, `eng` or `en-US`; undefined asks for detection. */
  readonly language: string | undefined;
  /** Names and terms that the speaker is likely to say. */
  readonly vocabulary: readonly string[];
  /** Longer audio fails with `audio_too_long`, counted while decoding. */
  readonly maxSeconds: number;
  /** True transcribes channels that carry different speech apart, as `speaker_0`, `speaker_1`. */
  readonly separateChannels: boolean;
  /** True asks for the times of words; false by default. See {@link SpeechCapabilities.wordTimes}. */
  readonly wantWords?: boolean;
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
  /** How loud the recording is over its length, 0 to 255: at most 1,000 values. */
  readonly peaks: readonly number[];
  readonly language: string | null;
  /** Name of the engine, such as `moonshine-tiny`; no address, no key. */
  readonly engine: string;
  readonly decodeMs: number;
  readonly inferenceMs: number;
}

/** Why speech could not be turned into text. A closed list: an engine's own messages never leave this module. */
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

/** The one error that this module throws. Its message is the code and holds no content. */
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

/** What an engine can do beyond text. */
export interface SpeechCapabilities {
  /** Whether segments carry words with times when the request asks for them; a remote server may still have none. */
  readonly wordTimes: boolean;
  /** Whether {@link SpeechEngine.openLive} works. */
  readonly live: boolean;
}

/** How the audio of a live session arrives. */
export interface LiveOptions {
  /** Samples a second of the PCM16 that is fed. */
  readonly sampleRate: 16_000 | 24_000;
  /** ISO 639-1 code such as `en`; undefined leaves it to the engine. */
  readonly language: string | undefined;
  /** Names and terms that the speaker is likely to say. */
  readonly vocabulary: readonly string[];
}

/** A part of a live session's audio that is to be decoded. */
export interface DecodeWindow {
  /** Seconds from the beginning of the session; audio older than the last 60 seconds is gone. */
  readonly from: number;
  /** At most 30 seconds after `from`; audio that was not fed yet is left out. */
  readonly to: number;
  /** Tokens that the text has to begin with: those of the words that are committed and begin at or after `from`. */
  readonly prefix: readonly number[];
}

/** A word of a live session, and the tokens that force it as part of a later prefix. */
export interface LiveWord extends Word {
  readonly tokens: readonly number[];
}

/** What was said in a window, after its prefix. */
export interface LiveHypothesis {
  /** True when the session named no language and the window is most likely in one that the engine does not speak. */
  readonly isForeign: boolean;
  /** In time order; empty when nobody spoke. Times are seconds from the beginning of the session. */
  readonly words: readonly LiveWord[];
}

/** Audio that arrives while it is spoken. One call at a time is answered; more wait in their order. */
export interface LiveSession {
  /**
   * Adds mono PCM16 (little-endian) at the session's rate. Awaiting it is the backpressure.
   * @returns how likely each frame of 32 ms that is complete now holds speech, from 0 to 1
   * @throws {SpeechError} `engine_unavailable` when the process died: open another session, and feed again what counts
   */
  feed(pcm: Uint8Array): Promise<readonly number[]>;
  /** @throws {SpeechError} `engine_failed`, `engine_unavailable`, `cancelled` */
  decode(window: DecodeWindow): Promise<LiveHypothesis>;
  /** Ends the session; later calls fail with `cancelled`. */
  close(): void;
}

/** Turns speech into text: the embedded engine or a remote server. */
export interface SpeechEngine {
  readonly name: string;
  /** Known once {@link ready} has resolved. */
  capabilities(): SpeechCapabilities;
  /** @throws {SpeechError} */
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  /**
   * Opens a live session. It counts as a job until it is closed.
   * @throws {SpeechError} `engine_busy`, `engine_unavailable`, `unsupported_language`; `engine_failed` when the engine
   * has no live mode
   */
  openLive(options: LiveOptions): Promise<LiveSession>;
  /** Resolves once the engine has loaded and can answer. */
  ready(): Promise<void>;
  /**
   * Resolves when the engine could take a recording now: a process of it is warm, and a remote server answers.
   * @throws {Error} when it could not
   */
  reachable(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
