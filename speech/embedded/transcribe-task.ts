import { isEcho } from '../phantoms.ts';
import type { Handlers, PlacedWindow, Task } from '../pipeline.ts';
import type { JobOptions } from '../process/messages.ts';
import { type Segment, SpeechError } from '../types.ts';
import { FRAME_SECONDS } from '../voice/activity.ts';
import { findUtterances, type Utterance } from '../voice/utterances.ts';
import type { ScoreBias } from './moonshine.ts';
import type { Recognizer } from './recognizer.ts';
import { createVocabularyBias } from './vocabulary-bias.ts';

/** Some utterances at most are lost when a piece is done again. */
const WINDOWS = { leastSeconds: 20, mostSeconds: 60 } as const;

interface Spoken extends Pick<Segment, 'speaker' | 'start' | 'end'> {
  readonly utterance: Utterance;
}

/** Transcribes with the embedded model. Jobs share it: one utterance at a time, in the order of asking. */
export function createTranscribeTask(recognizer: Recognizer): Task {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function handle(window: PlacedWindow, options: JobOptions, handlers: Handlers): Promise<number> {
    const bias = createVocabularyBias(options.vocabulary);
    const spoken = findSpoken(window);
    const segments: Segment[] = [];
    let inferenceMs = 0;
    let failures = 0;
    for (const { utterance, ...place } of spoken) {
      await inTurn(async () => {
        const started = performance.now();
        const text = await recognizeOrSkip(utterance, handlers.signal, bias);
        inferenceMs += performance.now() - started;
        if (text === undefined) failures += 1;
        else if (text !== '' && !isEcho(text, options.vocabulary)) segments.push({ ...place, text });
      });
    }
    if (failures > 0 && failures === spoken.length) throw new SpeechError('engine_failed');
    const { start, end } = window;
    await handlers.onPiece({ start, end, segments });
    return inferenceMs;
  }

  /** Trouble with one utterance costs that utterance: undefined. */
  async function recognizeOrSkip(utterance: Utterance, signal: AbortSignal, bias: ScoreBias | undefined) {
    try {
      return await recognizer.recognize(utterance, signal, bias);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  return { windows: WINDOWS, handle };
}

/** What all voices of a window say, in time order. */
function findSpoken({ voices, start, end }: PlacedWindow): Spoken[] {
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
