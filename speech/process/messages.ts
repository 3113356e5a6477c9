import type { DecodeWindow, LiveHypothesis, LiveOptions, Piece, SpeechFailureCode } from '../types.ts';

/** What Sotto sends to a speech process. `id` names a call: one transcription, or one live session. */
export type ToProcess =
  | ({ readonly type: 'transcribe'; readonly id: number } & JobOptions)
  /** The next bytes of the recording, as payload. */
  | { readonly type: 'audio'; readonly id: number }
  /** The piece or the clips were stored: send the next ones. */
  | { readonly type: 'continue'; readonly id: number }
  | ({ readonly type: 'live'; readonly id: number } & LiveOptions)
  /** The next PCM16 samples of a live session, as payload; answered by `activity`. */
  | { readonly type: 'feed'; readonly id: number }
  /** Answered by `decoded`. */
  | ({ readonly type: 'decode'; readonly id: number } & DecodeWindow)
  /** Ends a call, whatever it does. */
  | { readonly type: 'cancel'; readonly id: number };

/** What the speech process answers. */
export type FromProcess =
  | { readonly type: 'ready' }
  /** The configured model does not fit; the process ends. The reason names the file and the rule. */
  | { readonly type: 'unloadable'; readonly reason: string }
  /** Sent once a second while there are calls. A process that is silent for longer hangs. */
  | { readonly type: 'alive' }
  | CallMessage
  | { readonly type: 'done'; readonly id: number; readonly result: JobResult }
  | { readonly type: 'failed'; readonly id: number; readonly code: SpeechFailureCode };

/** What the process says about a call before its end. */
export type CallMessage =
  | { readonly type: 'piece'; readonly id: number; readonly piece: Piece }
  /** A piece that an engine elsewhere transcribes. The payload holds the clips' samples: mono, 16 kHz, 16 bit. */
  | ({ readonly type: 'clips'; readonly id: number } & ClipsOfPiece)
  /** How likely each new frame of a live session holds speech. */
  | { readonly type: 'activity'; readonly id: number; readonly speech: readonly number[] }
  | { readonly type: 'decoded'; readonly id: number; readonly hypothesis: LiveHypothesis };

/** A piece of the recording, and the clips of it that hold speech: none, one, or one for each channel. */
export interface ClipsOfPiece {
  readonly start: number;
  readonly end: number;
  readonly clips: readonly ClipPlace[];
}

/** Where a clip stands in the recording. */
export interface ClipPlace {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly sampleCount: number;
  /** `speaker_0` where channels are transcribed apart, otherwise null. */
  readonly speaker: string | null;
}

export interface JobOptions {
  /** Bytes that follow in `audio` messages, or the file to read. */
  readonly source: { readonly byteLength: number } | { readonly path: string };
  readonly maxSeconds: number;
  readonly separateChannels: boolean;
  readonly vocabulary: readonly string[];
  /** Whether segments carry the times of their words. */
  readonly wantWords: boolean;
  /** Whether speech in another language than the engine's fails with `unsupported_language`. */
  readonly detectLanguage: boolean;
  /** Seconds that previous pieces cover already. */
  readonly from: number;
}

/** How a speech process is set up: JSON in its first argument. */
export interface ProcessSettings {
  /** True answers `piece` messages; false loads no speech model and answers `clips`. */
  readonly transcribes: boolean;
  /** Processor threads that one inference may use. */
  readonly threads: number;
  /** Folder of another Moonshine model, absolute. */
  readonly modelDir?: string | undefined;
}

export interface JobResult {
  readonly durationSeconds: number;
  /** How loud the recording is over its length, 0 to 255: at most 1,000 values. */
  readonly peaks: readonly number[];
  readonly decodeMs: number;
  readonly inferenceMs: number;
}
