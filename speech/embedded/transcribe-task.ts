import { isEcho } from '../hallucinations.ts';
import type { Handlers, PlacedWindow, Task } from '../pipeline.ts';
import type { JobOptions } from '../process/messages.ts';
import { type Segment, SpeechError } from '../types.ts';
import type { Detectors, SpeechDetector } from '../voice/activity.ts';
import { FRAME_SAMPLES, FRAME_SECONDS } from '../voice/frame.ts';
import { frames } from '../voice/regions.ts';
import { findUtterances, type Utterance } from '../voice/split.ts';
import type { ScoreBias } from './choice.ts';
import { createLanguageCheck, type LanguageCheck } from './language.ts';
import type { Recognized, Recognizer } from './recognizer.ts';
import { PRIORITY, type Scheduler } from './scheduler.ts';
import { createVocabularyBias } from './vocabulary-bias.ts';

/** The length of a piece. Only a few utterances are lost if a piece is repeated. */
const WINDOWS = { minSeconds: 20, maxSeconds: 60 } as const;
/** Recordings up to this length have priority. */
const SHORT_SECONDS = 30;
/** The frames in which speech is detected without a pause: a second. */
const DETECTED_FRAMES = frames(1);

interface PlacedUtterance extends Pick<Segment, 'speaker' | 'start' | 'end'> {
  readonly utterance: Utterance;
}

/** Transcribes with the embedded model. Jobs share it utterance by utterance, those of short recordings first. */
export function createTranscribeTask(recognizer: Recognizer, scheduler: Scheduler): Task {
  function begin(options: JobOptions, handlers: Handlers): (window: PlacedWindow) => Promise<number> {
    const bias = createVocabularyBias(options.vocabulary);
    // The previous run checked the language of everything before the resumed part.
    const language = options.detectLanguage && options.from === 0 ? createLanguageCheck() : undefined;
    return (window) => handle(window, options, handlers, bias, language);
  }

  async function handle(
    window: PlacedWindow,
    { wantWords, isUrgent, vocabulary }: JobOptions,
    handlers: Handlers,
    bias: ScoreBias | undefined,
    language: LanguageCheck | undefined,
  ): Promise<number> {
    const { signal } = handlers;
    const priority = priorityOf(isUrgent, window.recordingSeconds);
    const placed = placeUtterances(window);
    const segments: Segment[] = [];
    let inferenceMs = 0;
    let failures = 0;
    for (const { utterance, ...place } of placed) {
      const recognizeNext = async (pause: () => Promise<void>) => {
        const clock = createStopwatch(pause);
        const recognized = await recognizeOrSkip(utterance, { signal, bias, wantWords, pause: clock.pause });
        inferenceMs += clock.elapsedMs();
        if (recognized === undefined) failures += 1;
        else language?.add(utterance, recognized);
        if (recognized && recognized.text !== '' && !isEcho(recognized.text, vocabulary)) {
          segments.push(toSegment(place, recognized, window.start + utterance.startFrame * FRAME_SECONDS));
        }
      };
      await scheduler.run(priority, recognizeNext, signal);
    }
    if (failures > 0 && failures === placed.length) throw new SpeechError('engine_failed');
    if (language?.isForeign() === true) throw new SpeechError('unsupported_language');
    const { start, end } = window;
    await handlers.onPiece({ start, end, segments });
    return inferenceMs;
  }

  /** Recognizes an utterance; undefined if that fails, so that the others are kept. */
  async function recognizeOrSkip(utterance: Utterance, options: Parameters<Recognizer['recognize']>[1]) {
    try {
      return await recognizer.recognize(utterance, options);
    } catch {
      options.signal.throwIfAborted();
      return undefined;
    }
  }

  /**
   * Detects the speech of a short recording as one task per second of it. Otherwise, each of its frames would wait for a
   * step of another job's decode.
   */
  function detectors(
    activity: Detectors,
    { isUrgent }: JobOptions,
    recordingSeconds: number,
    signal: AbortSignal,
  ): Detectors {
    const priority = priorityOf(isUrgent, recordingSeconds);
    if (priority === PRIORITY.long) return activity;
    return {
      createDetector: () => {
        const detector = activity.createDetector();
        const detect = (samples: Float32Array) =>
          scheduler.run(priority, (pause) => detectSteadily(detector, samples, pause), signal);
        return { detect };
      },
    };
  }

  return { windows: WINDOWS, begin, detectors };
}

/** Detects speech, with a pause after each second of audio. */
async function detectSteadily(
  detector: SpeechDetector,
  samples: Float32Array,
  pause: () => Promise<void>,
): Promise<Float32Array> {
  const speech = new Float32Array(Math.ceil(samples.length / FRAME_SAMPLES));
  const size = DETECTED_FRAMES * FRAME_SAMPLES;
  for (let at = 0; at < samples.length; at += size) {
    if (at > 0) await pause();
    speech.set(await detector.detect(samples.subarray(at, at + size)), at / FRAME_SAMPLES);
  }
  return speech;
}

function priorityOf(isUrgent: boolean, recordingSeconds: number): number {
  if (isUrgent) return PRIORITY.urgent;
  return recordingSeconds <= SHORT_SECONDS ? PRIORITY.short : PRIORITY.long;
}

/** Measures the time of work without its pauses. */
function createStopwatch(pause: () => Promise<void>) {
  const started = performance.now();
  let pausedMs = 0;
  return {
    pause: async () => {
      const before = performance.now();
      await pause();
      pausedMs += performance.now() - before;
    },
    elapsedMs: () => performance.now() - started - pausedMs,
  };
}

/** @param offset the start of the utterance's samples, in seconds */
function toSegment(place: Omit<PlacedUtterance, 'utterance'>, { text, words }: Recognized, offset: number): Segment {
  if (words.length === 0) return { ...place, text };
  return { ...place, text, words: words.map((word) => ({ text: word.text, ...within(place, word, offset) })) };
}

/** Clamps the times of words in the padding to the segment. */
function within(place: { start: number; end: number }, word: { start: number; end: number }, offset: number) {
  const clamp = (seconds: number) => Math.min(place.end, Math.max(place.start, offset + seconds));
  return { start: clamp(word.start), end: clamp(word.end) };
}

/** The utterances of all voices of a window, in time order. */
function placeUtterances({ voices, start, end }: PlacedWindow): PlacedUtterance[] {
  return voices
    .flatMap(({ voice, speaker }) =>
      findUtterances(voice).map((utterance) => ({
        utterance,
        speaker,
        start: start + utterance.region.start * FRAME_SECONDS,
        end: Math.min(start + utterance.region.end * FRAME_SECONDS, end),
      })),
    )
    .sort((one, other) => one.start - other.start);
}
