import { SpeechError } from '../../speech/types.ts';
import { wordsAfter } from './agreement.ts';
import { failureOf } from './failures.ts';
import { type FinalDeps, type Finalized, finalize } from './finalize.ts';
import type { LiveEvent, LiveSettings } from './types.ts';
import type { UsageCounts } from './usage-counts.ts';
import type { Utterance } from './utterance.ts';

/**
 * Decodes complete utterances concurrently. Their events are emitted in the order of the utterances. During a pause that may
 * be the end of an utterance it is decoded early, so that its text is ready when the pause is long enough.
 */
export interface Finals {
  /**
   * Decodes an utterance that may have ended. {@link add} uses the result if nothing was spoken since.
   * @param pcm its audio so far
   * @returns its words
   */
  prepare(utterance: Utterance, audio: FinalAudio, settings: LiveSettings): Promise<readonly string[]>;
  /** Ends the early decode of an utterance whose speaker continues. */
  discard(utterance: Utterance): void;
  /**
   * @param to the end of the utterance
   * @param pcm its audio
   */
  add(utterance: Utterance, to: number, audio: FinalAudio, settings: LiveSettings): void;
  /** Resolves when few enough utterances are waiting. */
  room(): Promise<void>;
  /** Resolves when none waits. */
  settled(): Promise<void>;
}

/** The decode of an utterance before its end. */
interface EarlyFinal {
  readonly utterance: Utterance;
  readonly spokenUntil: number;
  readonly settings: LiveSettings;
  readonly words: Promise<Finalized>;
  readonly abort: AbortController;
}

/** The audio of an utterance as mono PCM16. */
export interface FinalAudio {
  readonly pcm: Uint8Array;
  readonly sampleRate: number;
}

const MAX_WAITING = 2;

export function createFinals(
  deps: FinalDeps,
  counts: UsageCounts,
  tell: (event: LiveEvent) => void,
  signal: AbortSignal,
): Finals {
  let waiting: Promise<void>[] = [];
  let early: EarlyFinal | undefined;

  function prepare(utterance: Utterance, audio: FinalAudio, settings: LiveSettings): Promise<readonly string[]> {
    discard(utterance);
    const abort = new AbortController();
    const words = finalize(deps, settings, audio, AbortSignal.any([signal, abort.signal]));
    early = { utterance, spokenUntil: utterance.spokenUntil, settings, words, abort };
    return words.then(({ rawText }) => wordsOf(rawText));
  }

  function discard(utterance: Utterance): void {
    if (early?.utterance !== utterance) return;
    early.abort.abort(new SpeechError('cancelled'));
    early = undefined;
  }

  /** The result of the early decode, if it has all the speech of the utterance; otherwise of a new one. */
  function decode(utterance: Utterance, audio: FinalAudio, settings: LiveSettings): Promise<Finalized> {
    const again = () => finalize(deps, settings, audio, signal);
    const fits =
      early?.utterance === utterance && early.spokenUntil === utterance.spokenUntil && early.settings === settings;
    if (!fits) discard(utterance);
    const words = fits ? early?.words.catch(again) : undefined;
    early = undefined;
    return words ?? again();
  }

  async function tellFinal({ id, from, agreement }: Utterance, to: number, words: Promise<Finalized>): Promise<void> {
    try {
      const done = await words;
      counts.finished(done);
      const committed = agreement.committed.map(({ text }) => text);
      const rest = wordsAfter(committed, wordsOf(done.rawText));
      const placed = done.words.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
      tell({ type: 'final', utterance: id, from, to, text: done.text, rawText: done.rawText, words: placed, rest });
    } catch (error) {
      tell({ type: 'failed', utterance: id, code: failureOf(error) });
    }
  }

  return {
    prepare,
    discard,
    add: (utterance, to, audio, settings) => {
      const before = waiting.at(-1);
      const words = decode(utterance, audio, settings);
      words.catch(() => undefined); // awaited after those before it
      const reported = Promise.resolve(before).then(() => tellFinal(utterance, to, words));
      waiting.push(reported);
      void reported.then(() => {
        waiting = waiting.filter((other) => other !== reported);
      });
    },
    room: async () => {
      if (waiting.length > MAX_WAITING) await waiting[0];
    },
    settled: async () => void (await Promise.all(waiting)),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
