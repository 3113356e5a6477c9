import { wordsAfter } from './agreement.ts';
import { failureOf } from './failures.ts';
import { type FinalDeps, type Finalized, finalize } from './finalize.ts';
import type { Tally } from './tally.ts';
import type { LiveEvent, LiveSettings } from './types.ts';
import type { Utterance } from './utterance.ts';

/** Decodes complete utterances concurrently. Their events are emitted in the order of the utterances. */
export interface Finals {
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

interface FinalAudio {
  readonly pcm: Uint8Array;
  readonly sampleRate: number;
}

const MAX_WAITING = 2;

export function createFinals(
  deps: FinalDeps,
  tally: Tally,
  tell: (event: LiveEvent) => void,
  signal: AbortSignal,
): Finals {
  let waiting: Promise<void>[] = [];

  async function tellFinal({ id, from, agreement }: Utterance, to: number, words: Promise<Finalized>): Promise<void> {
    try {
      const done = await words;
      tally.finished(done);
      const committed = agreement.committed.map(({ text }) => text);
      const rest = wordsAfter(
        committed,
        done.rawText.split(/\s+/).filter((word) => word !== ''),
      );
      const placed = done.words.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
      tell({ type: 'final', utterance: id, from, to, text: done.text, rawText: done.rawText, words: placed, rest });
    } catch (error) {
      tell({ type: 'failed', utterance: id, code: failureOf(error) });
    }
  }

  return {
    add: (utterance, to, audio, settings) => {
      const before = waiting.at(-1);
      const words = finalize(deps, settings, audio, signal);
      words.catch(() => undefined); // awaited after those before it
      const told = Promise.resolve(before).then(() => tellFinal(utterance, to, words));
      waiting.push(told);
      void told.then(() => {
        waiting = waiting.filter((other) => other !== told);
      });
    },
    room: async () => {
      if (waiting.length > MAX_WAITING) await waiting[0];
    },
    settled: async () => void (await Promise.all(waiting)),
  };
}
