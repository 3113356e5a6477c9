import { SAMPLE_RATE } from '../decode/audio.ts';
import type { DecoderShape } from './shape.ts';

/** An attention head of the decoder, by layer and index. */
export interface AlignmentHead {
  readonly layer: number;
  readonly head: number;
  /** True if the head attends to a token's sound one step later, when the token is read. */
  readonly isLate: boolean;
}

/**
 * The heads of Moonshine tiny that attend to the sound of a token. They were found by comparing all heads with the
 * phone times of synthetic speech: at least 94 % of their highest weights are within the word.
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

/** The heads that show the times of tokens; none for a model whose heads were not examined. */
export function alignmentHeads({ layers, heads, headSize }: DecoderShape): readonly AlignmentHead[] {
  return layers === 6 && heads === 8 && headSize === 36 ? TINY_HEADS : [];
}

/** Samples from one encoder frame to the next: the product of the strides of its convolutions. */
const FRAME_SAMPLES = 384;
/** Attention moves to a token this long before its sound starts. Measured together with the choice of heads. */
const LEAD_SECONDS = 0.03;
/** Keeps a weight of 0 from dominating all other heads. */
const FLOOR = 0.01;

/**
 * The start of each token: the path with the highest attention weights that never goes back (dynamic time warping).
 * @param attention per token, the weights of its heads, one after the other
 * @returns seconds from the start of the clip, one per token
 */
export function alignTokens(attention: readonly Float32Array[], heads: readonly AlignmentHead[]): number[] {
  const chosen = attention.map((weights) => scoreFrames(weights, heads, false));
  const read = attention.map((weights) => scoreFrames(weights, heads, true));
  const rows = chosen.map((scores, row) => mean(scores, read[row + 1] ?? scores));
  return bestPath(rows).map((frame) => (frame === 0 ? 0 : (frame * FRAME_SAMPLES) / SAMPLE_RATE + LEAD_SECONDS));
}

/**
 * The mean, over the late or the other heads, of the logarithm of each weight relative to the highest weight of its
 * head.
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

/** The frame at which the path enters each row. Each row has at least one frame, if there are enough. */
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
