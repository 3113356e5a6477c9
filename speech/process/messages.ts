import type { Piece, SpeechFailureCode } from '../types.ts';

/** What Sotto asks of its speech process. `id` names the job. */
export type ToProcess =
  | ({ readonly type: 'start'; readonly id: number } & JobOptions)
  /** The next bytes of the recording, as payload. */
  | { readonly type: 'audio'; readonly id: number }
  /** The piece or clip was taken over: send the next one. */
  | { readonly type: 'continue'; readonly id: number }
  | { readonly type: 'cancel'; readonly id: number };

/** What the speech process answers. */
export type FromProcess =
  | { readonly type: 'ready' }
  /** Once a second while there are jobs: what is silent for longer hangs in one of them. */
  | { readonly type: 'alive' }
  | { readonly type: 'piece'; readonly id: number; readonly piece: Piece }
  /** A piece to be transcribed elsewhere; the clips' samples one after the other as payload: mono, 16 kHz, 16 bit. */
  | ({ readonly type: 'clips'; readonly id: number } & ClipsOfPiece)
  | { readonly type: 'done'; readonly id: number; readonly result: JobResult }
  | { readonly type: 'failed'; readonly id: number; readonly code: SpeechFailureCode };

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
  /** `speaker_0` when the channels are told apart, else null. */
  readonly speaker: string | null;
}

export interface JobOptions {
  /** Bytes that follow in `audio` messages, or the file to read. */
  readonly source: { readonly byteLength: number } | { readonly path: string };
  readonly maxSeconds: number;
  readonly separateChannels: boolean;
  readonly vocabulary: readonly string[];
  /** Seconds that previous pieces cover already. */
  readonly from: number;
}

/** How a speech process is set up: JSON in its first argument. */
export interface ProcessSettings {
  /** True answers `piece` messages; false loads no engine and answers `clips`. */
  readonly transcribes: boolean;
  /** Processor threads that one inference may use. */
  readonly threads: number;
}

export interface JobResult {
  readonly durationSeconds: number;
  readonly decodeMs: number;
  readonly inferenceMs: number;
}
