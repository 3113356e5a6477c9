import type { ByteSource } from './byte-source.ts';
import { SAMPLE_RATE } from './decode/audio.ts';
import { type DecodedRecording, decodeVoices, type Survey, surveyRecording } from './decode/decode.ts';
import type { ClipsOfPiece, JobOptions, JobResult } from './process/messages.ts';
import type { Piece } from './types.ts';
import type { Detectors, VoiceActivity } from './voice/activity.ts';
import { suppressCrosstalk } from './voice/crosstalk.ts';
import { FRAME_SECONDS } from './voice/frame.ts';
import { cutWindows, type VoiceWindow, type Window, type WindowLengths } from './voice/split.ts';

/** Receives the pieces of a job. Each is awaited before the next one is made. */
export interface Handlers {
  readonly signal: AbortSignal;
  readonly onPiece: (piece: Piece) => Promise<void>;
  readonly onClips: (piece: ClipsOfPiece, samples: Int16Array) => Promise<void>;
}

/** Processes the windows of a recording. */
export interface Task {
  readonly windows: WindowLengths;
  /** Speech detection for a recording, in its turn among the other work of the process. By default, it waits for nothing. */
  readonly detectors?: (
    activity: Detectors,
    options: JobOptions,
    recordingSeconds: number,
    signal: AbortSignal,
  ) => Detectors;
  /**
   * Starts a recording.
   * @returns the handler of each window, which resolves to the milliseconds of inference
   */
  begin(options: JobOptions, handlers: Handlers): (window: PlacedWindow) => Promise<number>;
}

/** A window of a recording. */
export interface PlacedWindow {
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly end: number;
  /** The length of the whole recording. */
  readonly recordingSeconds: number;
  /** The voices, with names if the recording has several. */
  readonly voices: readonly { readonly voice: VoiceWindow; readonly speaker: string | null }[];
}

/** A recording, and its first pass, which may have begun before the job. */
export interface OpenedRecording {
  readonly source: ByteSource;
  readonly decoded: Promise<DecodedRecording>;
}

/**
 * Runs a job in the speech process: splits the recording at pauses, after all of it was decoded, and runs the task on
 * each window.
 * @throws {SpeechError}
 */
export async function runJob(
  { source, decoded }: OpenedRecording,
  options: JobOptions,
  handlers: Handlers,
  { task, activity }: { readonly task: Task; readonly activity: VoiceActivity },
): Promise<JobResult> {
  const started = performance.now();
  const survey = await surveyRecording(source, await decoded, options.separateChannels);
  const decodeMs = performance.now() - started;
  const handle = task.begin(options, handlers);
  const detectors = task.detectors?.(activity, options, survey.durationSeconds, handlers.signal) ?? activity;
  let inferenceMs = 0;
  for await (const window of cutWindows(voicesFrom(source, survey, options.from), detectors, task.windows)) {
    handlers.signal.throwIfAborted();
    const start = options.from + window.startFrame * FRAME_SECONDS;
    const end = Math.min(start + window.frameCount * FRAME_SECONDS, survey.durationSeconds);
    const voices = nameVoices(window, start, survey, options.separateChannels);
    const placed = { start, end, recordingSeconds: survey.durationSeconds, voices };
    inferenceMs += await handle(placed);
  }
  return { durationSeconds: survey.durationSeconds, peaks: survey.peaks, decodeMs, inferenceMs };
}

/**
 * Separates channels that carry different speech, so that each is transcribed only where it speaks. They are named if
 * the caller requested it.
 */
function nameVoices(
  window: Window,
  start: number,
  { layout, channels }: Survey,
  wantsNames: boolean,
): PlacedWindow['voices'] {
  if (layout.kind !== 'apart') return window.voices.map((voice) => ({ voice, speaker: null }));
  return window.voices.map((voice, index) => ({
    voice: suppressCrosstalk(voice, layout.channels[index] ?? 0, start, channels),
    speaker: wantsNames ? `speaker_${index}` : null,
  }));
}

/** The voices after the completed part, amplified to the level of the models. */
async function* voicesFrom(source: ByteSource, survey: Survey, from: number): AsyncGenerator<readonly Float32Array[]> {
  let toSkip = Math.round(from * SAMPLE_RATE);
  for await (const block of survey.kept === undefined ? decodeVoices(source, survey.layout) : [survey.kept]) {
    const skipped = Math.min(toSkip, block[0]?.length ?? 0);
    toSkip -= skipped;
    yield block.map((samples) => amplified(samples.subarray(skipped), survey.gain));
  }
}

/** Amplifies in place, because a recording is transcribed once, and a copy would double its memory. */
function amplified(samples: Float32Array, gain: number): Float32Array {
  if (gain === 1) return samples;
  for (let at = 0; at < samples.length; at++) samples[at] = Math.max(-1, Math.min(1, (samples[at] as number) * gain));
  return samples;
}
