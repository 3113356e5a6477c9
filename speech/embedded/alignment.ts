import { SAMPLE_RATE } from '../decode/audio.ts';
import type { DecoderShape } from './shape.ts';

/** A head of the decoder's attention, by its layer and its place in the layer. */
export interface AlignmentHead {
  readonly layer: number;
  readonly head: number;
  /** True looks at a token's sound when the token was read, so one row later than when it is chosen. */
  readonly isLate: boolean;
}

/**
 * The heads of Moonshine tiny that look at the sound of a token, found by comparing all heads with the phone times of
 * synthetic speech: at least 94 % of their highest weights lie within the word.
 */
const TINY_HEADS: readonly AlignmentHead[] = [
  { layer: 1, head: 3, isLate: true },
  { layer: 2, head: 1, isLate: true },
  { layer: 3, head: 0, isLate: false },
  { layer: 3, head: 5, isLate: false },
  { layer: 3, head: 6, isLate: false },
  { layer: 4, head: 3, isLate: false },
  { layer: 4, head: 6, isLate: false },
  { layer: 4, head: 7, isLate: false },
  { layer: 5, head: 6, isLate: false },
];

/** The heads that tell where tokens stand; none for a model whose heads nobody has compared. */
export function alignmentHeads({ layers, heads, headSize }: DecoderShape): readonly AlignmentHead[] {
  return layers === 6 && heads === 8 && headSize === 36 ? TINY_HEADS : [];
}

/** Samples from one encoder frame to the next: the product of the strides of its convolutions. */
const FRAME_SAMPLES = 384;
/** Attention moves on to a token this much before its sound begins; measured together with the choice of heads. */
const LEAD_SECONDS = 0.03;
/** Keeps a weight of 0 from outvoting all other heads. */
const FLOOR = 0.01;

/**
 * When each token begins: the path through the attention of all tokens that has the highest weights and never goes
 * back (dynamic time warping).
 * @param attention for each token the weights of its heads, one head after the other
 * @returns seconds from the beginning of the clip, one for each token
 */
export function alignTokens(attention: readonly Float32Array[], heads: readonly AlignmentHead[]): number[] {
  const chosen = attention.map((weights) => scoreFrames(weights, heads, false));
  const read = attention.map((weights) => scoreFrames(weights, heads, true));
  const rows = chosen.map((scores, row) => mean(scores, read[row + 1] ?? scores));
  return bestPath(rows).map((frame) => (frame === 0 ? 0 : (frame * FRAME_SAMPLES) / SAMPLE_RATE + LEAD_SECONDS));
}

/**
 * The mean over the heads that are late, or that are not, of the logarithm of each weight relative to the highest
 * weight of its head.
 */
function scoreFrames(weights: Float32Array, heads: readonly AlignmentHead[], late: boolean): Float32Array {
  const frames = weights.length / heads.length;
  const scores = new Float32Array(frames);
  const count = heads.filter(({ isLate }) => isLate === late).length;
  for (const [head, { isLate }] of heads.entries()) {
    if (isLate !== late) continue;
    const own = weights.subarray(head * frames, (head + 1) * frames);
    const highest = own.reduce((most, weight) => Math.max(most, weight), Number.MIN_VALUE);
    for (let frame = 0; frame < frames; frame++) {
      scores[frame] = (scores[frame] ?? 0) + Math.log((own[frame] ?? 0) / highest + FLOOR) / count;
    }
  }
  return scores;
}

function mean(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((score, frame) => (score + (other[frame] ?? score)) / 2);
}

/** The frame at which the path enters each row. Each row has at least one frame while there are enough. */
function bestPath(rows: readonly Float32Array[]): number[] {
  const frames = rows[0]?.length ?? 0;
  let totals = new Float32Array(frames).fill(Number.NEGATIVE_INFINITY);
  const entered = rows.map((scores, row) => {
    const next = new Float32Array(frames).fill(Number.NEGATIVE_INFINITY);
    const enters = new Uint8Array(frames);
    for (let frame = 0; frame < frames; frame++) {
      const stay = frame === 0 ? Number.NEGATIVE_INFINITY : (next[frame - 1] as number);
      const move = frame === 0 ? (row === 0 ? 0 : Number.NEGATIVE_INFINITY) : (totals[frame - 1] as number);
      enters[frame] = move > stay ? 1 : 0;
      next[frame] = Math.max(move, stay) + (scores[frame] as number);
    }
    totals = next;
    return enters;
  });
  const starts = new Array<number>(rows.length).fill(0);
  for (let row = rows.length - 1, frame = frames - 1; row > 0 && frame > 0; frame--) {
    if (entered[row]?.[frame] !== 1) continue;
    starts[row] = frame;
    row--;
  }
  return starts;
}
