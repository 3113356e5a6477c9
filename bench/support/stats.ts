/** The percentile of the samples, by the nearest rank. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** The duration of a call in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/** A ratio with the limits of its 90 % interval. */
interface Ratio {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/**
 * The ratio of the medians of two series that were measured in turn. Its interval is a bootstrap of the rounds: rounds are
 * drawn at random, with both of their times, because both were measured under the same load.
 */
export function ratioOfMedians(measured: readonly number[], compared: readonly number[]): Ratio {
  const rounds = Math.min(measured.length, compared.length);
  const ratio = (drawn: readonly number[]) =>
    median(drawn.map((round) => measured[round] ?? 0)) / median(drawn.map((round) => compared[round] ?? 0));
  const random = createRandom();
  const draw = () => Array.from({ length: rounds }, () => Math.floor(random() * rounds));
  const ratios = Array.from({ length: RESAMPLES }, () => ratio(draw()));
  const all = Array.from({ length: rounds }, (_, round) => round);
  return { value: ratio(all), low: percentile(ratios, 0.05), high: percentile(ratios, 0.95) };
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Numbers from 0 to 1, the same in each run (a linear congruential generator, Numerical Recipes 7.1). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
