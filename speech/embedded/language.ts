import { frameLevels } from '../voice/cut.ts';
import { spokenSeconds } from '../voice/likelihood.ts';
import type { Utterance } from '../voice/split.ts';
import type { Hypothesis } from './moonshine.ts';

/** Detects from the model's uncertainty whether a recording is in the model's language. */
export interface LanguageCheck {
  /** Adds an utterance and the model's first text for it. */
  add(utterance: Spoken, hypothesis: Pick<Hypothesis, 'entropy'>): void;
  /** True if the recording so far is most likely in another language. */
  isForeign(): boolean;
}

type Spoken = Pick<Utterance, 'samples' | 'speech'>;

/** With less speech, nothing is decided. */
const MIN_SECONDS = 1.2;
/**
 * Mean entropy of the model's choices, in nats, above which speech is foreign. It stays below 1.95 for clear English of
 * people and of 14 synthetic voices, and is above 2.05 for five sixths of the sentences in 14 other languages.
 */
const FOREIGN_ENTROPY = 2.05;
/** The same limit in noise, which makes the model less certain. */
const FOREIGN_ENTROPY_IN_NOISE = 2.8;
/**
 * How far speech is above the background, in decibels: above the first value it is clear, below the second it is not
 * judged.
 */
const CLEAR_DB = 20;
const NOISY_DB = 11;
export function createLanguageCheck(): LanguageCheck {
  let seconds = 0;
  /** The entropy above the limit of each utterance, weighted by seconds. */
  let excess = 0;

  function add(utterance: Spoken, { entropy }: Pick<Hypothesis, 'entropy'>): void {
    const limit = limitFor(contrast(utterance.samples));
    if (limit === undefined) return;
    const spoken = spokenSeconds(utterance);
    seconds += spoken;
    excess += spoken * (entropy - limit);
  }

  return { add, isForeign: () => seconds >= MIN_SECONDS && excess > 0 };
}

function limitFor(decibels: number): number | undefined {
  if (decibels >= CLEAR_DB) return FOREIGN_ENTROPY;
  return decibels >= NOISY_DB ? FOREIGN_ENTROPY_IN_NOISE : undefined;
}

/** How far the loud frames are above the quiet ones, in decibels. Pauses show the background. */
export function contrast(samples: Float32Array): number {
  const levels = frameLevels(samples).sort();
  const at = (part: number) => levels[Math.floor(part * (levels.length - 1))] ?? 0;
  return 20 * Math.log10((at(0.75) + 1e-6) / (at(0.05) + 1e-6));
}
