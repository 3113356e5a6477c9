import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { openSession } from '../inference.ts';
import { type AlignmentHead, alignmentHeads } from './alignment.ts';
import { choose, type ScoreBias } from './choice.ts';
import { type DecoderCache, emptyCache, floats, nextCache, tensor } from './decoder-cache.ts';
import { exposeCrossAttention } from './onnx-graph.ts';
import { ModelError, readDecoderShape, readEncoderInputs } from './shape.ts';

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

export interface DecodeOptions {
  /** Checked before the encoder and before each step of the decoder. */
  readonly signal: AbortSignal;
  readonly bias?: ScoreBias | undefined;
  /** Tokens that the text must start with. */
  readonly prefix?: readonly number[];
  /**
   * Tokens that probably follow the prefix. One step checks all of them, which saves a step for each that is right. The text
   * is the same except for rounding: the model computes with 8 bits, and its scale depends on the tokens of a step.
   */
  readonly draft?: readonly number[] | undefined;
  readonly wantAttention?: boolean;
  /** Awaited before each step of the decoder, so that more urgent work can run first. */
  readonly pause?: () => Promise<void>;
}

/** An encoded clip, for the steps of the decoder. */
interface Clip {
  readonly encoded: Tensor;
  readonly mask: Readonly<Record<string, Tensor>>;
  /** The outputs with attention that are read. */
  readonly fetched: readonly string[];
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

  /** Runs the decoder on tokens after those of the cache. */
  async function advance(
    { encoded, mask, fetched }: Clip,
    cache: DecoderCache,
    inputs: readonly number[],
    first: boolean,
  ) {
    return decoder.run(
      {
        ...cache,
        ...mask,
        encoder_hidden_states: encoded,
        input_ids: new Tensor('int64', BigInt64Array.from(inputs, BigInt), [1, inputs.length]),
        use_cache_branch: new Tensor('bool', [!first], [1]),
      },
      ['logits', ...(first ? presents : selfPresents), ...fetched],
    );
  }

  async function transcribe(samples: Float32Array, given: DecodeOptions): Promise<Hypothesis> {
    const { signal, bias, prefix = [], draft = [], pause } = given;
    signal.throwIfAborted();
    const clip: Clip = {
      encoded: await encode(samples),
      mask: shape.maskInput === undefined ? {} : { [shape.maskInput]: ones(samples.length) },
      fetched: given.wantAttention === true ? attentionNames : [],
    };
    const tokens: number[] = [...prefix];
    const attention: Float32Array[] = [];
    const sums = { logProbability: 0, entropy: 0, count: 0 };
    const result = (ended: boolean): Hypothesis => ({
      ...{ tokens, ended, attention },
      confidence: sums.logProbability / sums.count,
      entropy: sums.entropy / sums.count,
    });
    const budget = Math.max(tokenBudget(samples.length), prefix.length + MIN_BUDGET);
    let cache = emptyCache(shape);
    let inputs: readonly number[] = [BEGIN, ...prefix, ...draft];
    while (tokens.length < budget) {
      await pause?.();
      signal.throwIfAborted();
      const outputs = await advance(clip, cache, inputs, sums.count === 0);
      const scores = tensor(outputs['logits']);
      const drafted = sums.count === 0 ? draft : [];
      const added: number[] = [];
      // Each score depends on the tokens before it. The first that is not the drafted one makes the later ones useless.
      do {
        const row = inputs.length - 1 - drafted.length + added.length;
        const choice = choose(scoresAt(scores, row), tokens, bias);
        sums.logProbability += choice.logProbability;
        sums.entropy += choice.entropy;
        sums.count += 1;
        added.push(choice.token);
        if (choice.token !== END) tokens.push(choice.token);
      } while (added.at(-1) !== END && added.at(-1) === drafted[added.length - 1] && tokens.length < budget);
      const used = inputs.length - drafted.length + added.length - 1;
      if (clip.fetched.length > 0) attention.push(...attentionRows(heads, outputs).slice(0, used));
      if (added.at(-1) === END) return result(true);
      cache = nextCache(shape, cache, outputs, tokens.length);
      inputs = tokens.slice(-1);
    }
    return result(false);
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

/** The scores of the token after an input of a step. */
function scoresAt(logits: Tensor, row: number): Float32Array {
  const vocabulary = logits.dims.at(-1) ?? 0;
  return floats(logits).subarray(row * vocabulary, (row + 1) * vocabulary);
}
