import type { DecodeWindow, LiveHypothesis, LiveOptions, Piece, SpeechFailureCode } from '../types.ts';

/** Messages to a speech process. `id` identifies a call: a transcription or a live session. */
export type ToProcess =
  /** Opens a recording, which the process starts to decode. The size is not known while the recording arrives. */
  | { readonly type: 'open'; readonly id: number; readonly maxSeconds: number; readonly byteLength?: number }
  /** All bytes of the recording have arrived. */
  | { readonly type: 'complete'; readonly id: number; readonly byteLength: number }
  /** The bytes that a `read` requested, as payload: fewer than requested only at the end. */
  | { readonly type: 'bytes'; readonly id: number }
  /** Transcribes the opened recording. */
  | ({ readonly type: 'transcribe'; readonly id: number } & JobOptions)
  /** The piece or the clips were stored: send the next ones. */
  | { readonly type: 'continue'; readonly id: number }
  | ({ readonly type: 'live'; readonly id: number } & LiveOptions)
  /** The next PCM16 samples of a live session, as payload; answered by `activity`. */
  | { readonly type: 'feed'; readonly id: number }
  /** Requests a decoding, answered by `decoded`. */
  | ({ readonly type: 'decode'; readonly id: number } & DecodeWindow)
  /** Drops the decodings that were requested and are not answered. Each is answered without a hypothesis. */
  | { readonly type: 'drop'; readonly id: number }
  /** Ends a call. */
  | { readonly type: 'cancel'; readonly id: number };

/** A message that opens a call. */
export type FirstMessage = Extract<ToProcess, { readonly type: 'open' | 'live' }>;

/** Messages from a speech process. */
export type FromProcess =
  | { readonly type: 'ready' }
  /** The configured model is not supported, and the process ends. The reason names the file and the rule. */
  | { readonly type: 'unloadable'; readonly reason: string }
  /** Sent once a second while there are calls. A process that is silent for longer is stuck. */
  | { readonly type: 'alive' }
  | CallMessage
  | { readonly type: 'done'; readonly id: number; readonly result: JobResult }
  | { readonly type: 'failed'; readonly id: number; readonly code: SpeechFailureCode };

/** A message about a call before its end. */
export type CallMessage =
  /** Requests bytes of the recording from `start` to `end` (exclusive). There is one request at a time. */
  | { readonly type: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly type: 'piece'; readonly id: number; readonly piece: Piece }
  /** A piece for a remote engine. The payload contains the clips' samples: mono, 16 kHz, 16 bit. */
  | ({ readonly type: 'clips'; readonly id: number } & ClipsOfPiece)
  /** The probability of speech in each new frame of a live session. */
  | { readonly type: 'activity'; readonly id: number; readonly speech: readonly number[] }
  | { readonly type: 'decoded'; readonly id: number; readonly hypothesis: LiveHypothesis | null };

/** A piece of the recording, and its clips with speech: none, one, or one per channel. */
export interface ClipsOfPiece {
  readonly start: number;
  readonly end: number;
  readonly clips: readonly ClipPlace[];
}

/** The position of a clip in the recording. */
export interface ClipPlace {
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly sampleCount: number;
  /** `speaker_0` and so on if channels are transcribed separately, otherwise null. */
  readonly speaker: string | null;
}

export interface JobOptions {
  readonly separateChannels: boolean;
  readonly vocabulary: readonly string[];
  /** Whether segments have the times of their words. */
  readonly wantWords: boolean;
  /** Whether the job runs before all other work. */
  readonly isUrgent: boolean;
  /** Whether speech in a language that the engine does not support fails with `unsupported_language`. */
  readonly detectLanguage: boolean;
  /** The end of the previous pieces, in seconds. */
  readonly from: number;
}

/** The settings of a speech process: JSON in its first argument. */
export interface ProcessSettings {
  /** True: the process answers with `piece` messages. False: it loads no speech model and answers with `clips`. */
  readonly transcribes: boolean;
  /** The number of threads of one inference. */
  readonly threads: number;
  /** The absolute path of another Moonshine model. */
  readonly modelDir?: string | undefined;
  /** The absolute path of the folder with prepared models. */
  readonly preparedCache?: string | undefined;
}

export interface JobResult {
  readonly durationSeconds: number;
  /** The loudness over the recording, 0 to 255: at most 1,000 values. */
  readonly peaks: readonly number[];
  readonly decodeMs: number;
  readonly inferenceMs: number;
}
