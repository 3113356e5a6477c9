/** Changes the scores of the next token in place. `tokens` are the tokens so far. */
export type ScoreBias = (logits: Float32Array, tokens: readonly number[]) => void;

/** The next token. */
export interface Choice {
  readonly token: number;
  readonly logProbability: number;
  readonly entropy: number;
}

/** The most likely token. A bias changes the choice, but not the entropy. */
export function choose(logits: Float32Array, tokens: readonly number[], bias: ScoreBias | undefined): Choice {
  const unbiased = best(logits);
  if (bias === undefined) return unbiased;
  bias(logits, tokens);
  return { ...best(logits), entropy: unbiased.entropy };
}

/** The most likely token with its log-probability, and the entropy of all (a numerically stable softmax). */
function best(logits: Float32Array): Choice {
  let token = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < logits.length; index++) {
    const score = logits[index] as number;
    if (score > highest) {
      highest = score;
      token = index;
    }
  }
  let sum = 0;
  let weighted = 0;
  for (let index = 0; index < logits.length; index++) {
    const difference = (logits[index] as number) - highest;
    const weight = Math.exp(difference);
    sum += weight;
    // A token excluded by a bias has no weight.
    if (weight > 0) weighted += weight * difference;
  }
  return { token, logProbability: -Math.log(sum), entropy: Math.log(sum) - weighted / sum };
}
