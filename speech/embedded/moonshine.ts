import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { openSession } from '../inference.ts';
import { type AlignmentHead, alignmentHeads } from './alignment.ts';
import { exposeCrossAttention } from './onnx-graph.ts';
import { type DecoderShape, ModelError, readDecoderShape, readEncoderInputs } from './shape.ts';

const BEGIN = 1;
/** The token that ends a text. */
export const END = 2;

/** The model's output, before it is checked. */
export interface Hypothesis {
  /** The prefix and the tokens after it, without the end. */
  readonly tokens: readonly number[];
  /** Mean natural log-probability of the tokens after the prefix and of the end. */
  readonly confidence: number;
  /** Mean entropy of the choices of the tokens after the prefix and of the end, in nats, without any bias. */
  readonly entropy: number;
  /** False if the token budget ran out before the model ended the text, which is a sign of repetition. */
  readonly ended: boolean;
  /**
   * The model's attention for each token and the end: the weights of its alignment heads one after the other, one
   * weight per encoder frame. Empty unless requested and supported by the model.
   */
  readonly attention: readonly Float32Array[];
}

/** Changes the scores of the next token in place. `tokens` are the tokens so far. */
export type ScoreBias = (logits: Float32Array, tokens: readonly number[]) => void;

export interface DecodeOptions {
  /** Checked before each step. */
  readonly signal: AbortSignal;
  readonly bias?: ScoreBias | undefined;
  /** Tokens that the text must start with. */
  readonly prefix?: readonly number[];
  readonly wantAttention?: boolean;
  /** Awaited before each step, so that more urgent work can run first. */
  readonly pause?: () => Promise<void>;
}

/** The model, which stays loaded as long as its process. */
export interface Moonshine {
  /** The heads whose weights are returned as attention; none if they cannot show the times of tokens. */
  readonly heads: readonly AlignmentHead[];
  /**
   * Decodes a clip of mono 16 kHz samples in [-1, 1] to tokens, choosing the most likely one at each step.
   * @throws the signal's reason
   */
  transcribe(samples: Float32Array, options: DecodeOptions): Promise<Hypothesis>;
}

/** The paths of the model's prepared graphs. */
export interface PreparedMoonshine {
  readonly encoder: string;
  readonly decoder: string;
}

/**
 * Loads a Moonshine model (Useful Sensors, MIT): an encoder of raw samples and a merged decoder with a key-value cache.
 * Layers and heads are read from the graphs.
 * @param folder contains `encoder_model` and `decoder_model_merged`, as `.onnx` or in ONNX Runtime's format as `.ort`
 * @param prepared the prepared form of the same model, which is loaded instead
 * @throws {ModelError} if the folder contains another kind of model
 */
export async function loadMoonshine(folder: string, threads: number, prepared?: PreparedMoonshine): Promise<Moonshine> {
  const encoder = await openSession(prepared?.encoder ?? (await readModel(folder, 'encoder_model')), threads);
  const decoder = await openSession(prepared?.decoder ?? (await readDecoder(folder)), threads);
  const encoderInputs = readEncoderInputs(encoder);
  const shape = readDecoderShape(decoder);
  const heads = decoder.outputNames.includes('cross.0') ? alignmentHeads(shape) : [];
  const attentionNames = [...new Set(heads.map(({ layer }) => `cross.${layer}`))];
  const presents = shape.caches.map((name) => `present.${name}`);
  const selfPresents = presents.filter((name) => name.includes('.decoder.'));

  async function encode(samples: Float32Array): Promise<Tensor> {
    const feeds: Record<string, Tensor> = {
      [encoderInputs.audio]: new Tensor('float32', samples, [1, samples.length]),
    };
    if (encoderInputs.mask !== undefined) feeds[encoderInputs.mask] = ones(samples.length);
    const outputs = await encoder.run(feeds);
    return tensor(outputs[encoder.outputNames[0] ?? '']);
  }

  async function transcribe(samples: Float32Array, given: DecodeOptions): Promise<Hypothesis> {
    const { signal, bias, prefix = [], pause } = given;
    const wantsAttention = given.wantAttention === true && attentionNames.length > 0;
    const fetched = wantsAttention ? attentionNames : [];
    const encoded = await encode(samples);
    const mask = shape.maskInput === undefined ? {} : { [shape.maskInput]: ones(samples.length) };
    let cache = emptyCache(shape);
    const tokens: number[] = [...prefix];
    const attention: Float32Array[] = [];
    let total = 0;
    let entropy = 0;
    let steps = 0;
    const budget = Math.max(tokenBudget(samples.length), prefix.length + MIN_BUDGET);
    while (tokens.length < budget) {
      if (steps > 0) await pause?.();
      signal.throwIfAborted();
      const first = steps === 0;
      const inputs = first ? [BEGIN, ...tokens] : [tokens.at(-1) ?? BEGIN];
      const outputs = await decoder.run(
        {
          ...cache,
          ...mask,
          encoder_hidden_states: encoded,
          input_ids: new Tensor('int64', BigInt64Array.from(inputs, BigInt), [1, inputs.length]),
          use_cache_branch: new Tensor('bool', [!first], [1]),
        },
        ['logits', ...(first ? presents : selfPresents), ...fetched],
      );
      cache = nextCache(shape, cache, outputs);
      if (wantsAttention) attention.push(...attentionRows(heads, outputs));
      const choice = choose(lastLogits(tensor(outputs['logits'])), tokens, bias);
      total += choice.logProbability;
      entropy += choice.entropy;
      steps += 1;
      if (choice.token === END) {
        return { tokens, confidence: total / steps, entropy: entropy / steps, ended: true, attention };
      }
      tokens.push(choice.token);
    }
    return { tokens, confidence: total / steps, entropy: entropy / steps, ended: false, attention };
  }

  return { heads, transcribe };
}

async function readDecoder(folder: string): Promise<Uint8Array> {
  const model = await readModel(folder, 'decoder_model_merged');
  return (isRuntimeFormat(model) ? undefined : exposeCrossAttention(model)?.model) ?? model;
}

async function readModel(folder: string, name: string): Promise<Uint8Array> {
  return readFile(join(folder, `${name}.onnx`))
    .catch(() => readFile(join(folder, `${name}.ort`)))
    .catch(() => {
      throw new ModelError(`${name}.onnx: the file is missing or cannot be read, and so is ${name}.ort`);
    });
}

/** Whether a model is in ONNX Runtime's own format, a FlatBuffer with this identifier. Its graph cannot be edited. */
function isRuntimeFormat(model: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(model.subarray(4, 8)) === 'ORTM';
}

const MIN_BUDGET = 16;

/**
 * The maximum number of tokens of a clip. The model was trained on about 6 a second; more is a loop. The constant keeps
 * short clips complete.
 */
export function tokenBudget(sampleCount: number): number {
  return Math.max(MIN_BUDGET, Math.ceil((6.5 * sampleCount) / SAMPLE_RATE) + 8);
}

/** The first step ignores the cache, but requires each entry. A dimension of zero needs no data. */
function emptyCache({ caches, heads, headSize }: DecoderShape): Record<string, Tensor> {
  const empty = () => new Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]);
  return Object.fromEntries(caches.map((name) => [past(name), empty()]));
}

/**
 * Cross-attention entries are computed by the first step only and kept, because later steps return nothing useful for
 * them.
 */
function nextCache(
  { caches }: DecoderShape,
  cache: Record<string, Tensor>,
  outputs: InferenceSession.ReturnType,
): Record<string, Tensor> {
  return Object.fromEntries(
    caches.map((name) => [past(name), tensor(outputs[`present.${name}`] ?? cache[past(name)])]),
  );
}

function past(name: string): string {
  return `past_key_values.${name}`;
}

function ones(length: number): Tensor {
  return new Tensor('int64', new BigInt64Array(length).fill(1n), [1, length]);
}

/** One row per token of a step: the weights of all heads, one after the other. */
function attentionRows(heads: readonly AlignmentHead[], outputs: InferenceSession.ReturnType): Float32Array[] {
  const layers = heads.map(({ layer }) => tensor(outputs[`cross.${layer}`]));
  const [, , rows = 0, frames = 0] = layers[0]?.dims ?? [];
  return Array.from({ length: rows }, (_, row) => {
    const weights = new Float32Array(heads.length * frames);
    heads.forEach(({ head }, index) => {
      const at = (head * rows + row) * frames;
      weights.set(floats(layers[index] as Tensor).subarray(at, at + frames), index * frames);
    });
    return weights;
  });
}

/** The scores after the last token of a step. */
function lastLogits(logits: Tensor): Float32Array {
  const vocabulary = logits.dims.at(-1) ?? 0;
  return floats(logits).subarray(-vocabulary);
}

function tensor(value: unknown): Tensor {
  if (value instanceof Tensor) return value;
  throw new TypeError('Cannot read the model: an output is missing');
}

function floats({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  throw new TypeError('Cannot read the model: its scores are not float32');
}

interface Choice {
  readonly token: number;
  readonly logProbability: number;
  readonly entropy: number;
}

/** The most likely token. A bias changes the choice, but not the entropy. */
function choose(logits: Float32Array, tokens: readonly number[], bias: ScoreBias | undefined): Choice {
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
