import { SAMPLE_RATE } from '../decode/audio.ts';
import type { Word } from '../types.ts';
import { type AlignmentHead, alignTokens } from './alignment.ts';
import type { Hypothesis } from './moonshine.ts';
import type { TokenWord } from './tokenizer.ts';

/** Levels are measured every hundredth of a second. */
const HOP_SAMPLES = 160;
const HOP_SECONDS = HOP_SAMPLES / SAMPLE_RATE;
const LEVEL_SAMPLES = 400;
/** The level of a pause, relative to the loudest sound. */
const PAUSE_LEVEL = 0.02;
/** The minimum length of a pause. Stops inside words are shorter. */
const MIN_PAUSE_HOPS = 4;
/** The maximum distance of a pause between two words from the attention's transition. */
const NEAR_HOPS = 15;

/**
 * The start and end of words: the transition of the attention from one word to the next, or the pause near it.
 * @param words in the order of the tokens
 * @returns times in seconds from the start of the samples, in order, within the samples
 */
export function timeWords(
  words: readonly TokenWord[],
  { attention, tokens }: Hypothesis,
  heads: readonly AlignmentHead[],
  samples: Float32Array,
): Word[] {
  const seconds = samples.length / SAMPLE_RATE;
  const starts = alignTokens(attention, heads);
  const isQuiet = quietHops(samples);
  // Each word ends at the start of the next one, or at the end of the text.
  const passages = [...words.map(({ first }) => first), words.at(-1)?.end ?? tokens.length].map((token) =>
    widen(starts[token] ?? seconds, isQuiet),
  );
  let earliest = 0;
  return words.map(({ text }, index) => {
    const start = Math.min(Math.max(earliest, passages[index]?.end ?? 0), seconds);
    const end = Math.min(Math.max(start, passages[index + 1]?.start ?? seconds), seconds);
    earliest = end;
    return { text, start, end };
  });
}

function quietHops(samples: Float32Array): readonly boolean[] {
  const count = Math.max(1, Math.floor((samples.length - LEVEL_SAMPLES) / HOP_SAMPLES) + 1);
  const levels = Array.from({ length: count }, (_, hop) => {
    const part = samples.subarray(hop * HOP_SAMPLES, hop * HOP_SAMPLES + LEVEL_SAMPLES);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
  });
  const loudest = Math.max(...levels);
  return levels.map((level) => level < loudest * PAUSE_LEVEL);
}

/** The pause at or near a time, or the time itself. */
function widen(seconds: number, isQuiet: readonly boolean[]): { start: number; end: number } {
  const middle = LEVEL_SAMPLES / SAMPLE_RATE / 2;
  const hop = Math.round((seconds - middle) / HOP_SECONDS);
  const distances = Array.from(
    { length: 2 * NEAR_HOPS + 1 },
    (_, index) => Math.ceil(index / 2) * (index % 2 ? 1 : -1),
  );
  const near = distances.map((distance) => hop + distance).find((candidate) => isQuiet[candidate]);
  if (near === undefined) return { start: seconds, end: seconds };
  let [first, last] = [near, near];
  while (isQuiet[first - 1]) first--;
  while (isQuiet[last + 1]) last++;
  if (last - first < MIN_PAUSE_HOPS) return { start: seconds, end: seconds };
  return { start: first * HOP_SECONDS + middle, end: last * HOP_SECONDS + middle };
}
