import { InferenceSession, Tensor } from 'onnxruntime-node';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { sessionOptions } from '../inference.ts';

const BEGIN = 1;
/** The token that ends a text. */
export const END = 2;
const LAYERS = 6;
const HEADS = 8;
const HEAD_DIMENSION = 36;
const KEYS_AND_VALUES = Array.from({ length: LAYERS }, (_, layer) => layer).flatMap((layer) =>
  ['decoder', 'encoder'].flatMap((side) => ['key', 'value'].map((part) => `${layer}.${side}.${part}`)),
);
const STEP_OUTPUTS = ['logits', ...KEYS_AND_VALUES.filter((name) => name.includes('.decoder.')).map(present)];

/** What the model heard, before it is judged. */
export interface Hypothesis {
  readonly tokens: readonly number[];
  /** Mean natural log-probability of the tokens and of the end. */
  readonly confidence: number;
  /** False when the token budget ran out before the model ended the text: a sign of repetition. */
  readonly ended: boolean;
}

/** Changes the scores of the next token in place; `tokens` are those chosen so far. */
export type ScoreBias = (logits: Float32Array, tokens: readonly number[]) => void;

/** The model, for as long as its process lives. */
export interface Moonshine {
  /**
   * Turns one clip of mono 16 kHz samples in [-1, 1] into tokens; greedy. One call at a time.
   * @throws the signal's reason, checked between two tokens
   */
  transcribe(samples: Float32Array, signal: AbortSignal, bias?: ScoreBias): Promise<Hypothesis>;
}

/**
 * Loads Moonshine tiny (Useful Sensors, MIT): an encoder over raw samples and a merged decoder with a key-value cache.
 * @param folder holds `encoder_model.onnx` and `decoder_model_merged.onnx`
 */
export async function loadMoonshine(folder: string, threads: number): Promise<Moonshine> {
  const options = sessionOptions(threads);
  const encoder = await InferenceSession.create(`${folder}/encoder_model.onnx`, options);
  const decoder = await InferenceSession.create(`${folder}/decoder_model_merged.onnx`, options);

  async function transcribe(samples: Float32Array, signal: AbortSignal, bias?: ScoreBias): Promise<Hypothesis> {
    const encoded = await encode(encoder, samples);
    let cache = emptyCache();
    const tokens: number[] = [];
    let total = 0;
    const budget = tokenBudget(samples.length);
    for (let step = 0; step < budget; step++) {
      signal.throwIfAborted();
      const first = step === 0;
      const outputs = await decoder.run(
        {
          ...cache,
          encoder_hidden_states: encoded,
          input_ids: new Tensor('int64', [BigInt(first ? BEGIN : (tokens.at(-1) ?? BEGIN))], [1, 1]),
          use_cache_branch: new Tensor('bool', [!first], [1]),
        },
        first ? decoder.outputNames : STEP_OUTPUTS,
      );
      cache = nextCache(cache, outputs);
      const logits = floats(outputs['logits']);
      bias?.(logits, tokens);
      const { token, logProbability } = best(logits);
      total += logProbability;
      if (token === END) return { tokens, confidence: total / (step + 1), ended: true };
      tokens.push(token);
    }
    return { tokens, confidence: total / budget, ended: false };
  }

  return { transcribe };
}

/**
 * How many tokens a clip may have. The model was trained on about 6 a second; more is a loop.
 * The constant keeps short clips whole.
 */
export function tokenBudget(sampleCount: number): number {
  return Math.max(16, Math.ceil((6.5 * sampleCount) / SAMPLE_RATE) + 8);
}

async function encode(encoder: InferenceSession, samples: Float32Array): Promise<Tensor> {
  const outputs = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) });
  return tensor(outputs[encoder.outputNames[0] ?? '']);
}

/** The first step ignores the cache, yet each entry must be there: a zero dimension allows no data. */
function emptyCache(): Record<string, Tensor> {
  const empty = () => new Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_DIMENSION]);
  return Object.fromEntries(KEYS_AND_VALUES.map((name) => [past(name), empty()]));
}

/**
 * Cross-attention entries are computed by the first step alone and kept: later steps return nothing useful for them.
 */
function nextCache(cache: Record<string, Tensor>, outputs: InferenceSession.ReturnType): Record<string, Tensor> {
  const entries = KEYS_AND_VALUES.map((name) => [past(name), tensor(outputs[present(name)] ?? cache[past(name)])]);
  return Object.fromEntries(entries);
}

function past(name: string): string {
  return `past_key_values.${name}`;
}

function present(name: string): string {
  return `present.${name}`;
}

function tensor(value: unknown): Tensor {
  if (value instanceof Tensor) return value;
  throw new TypeError('Cannot read the model as an output is missing');
}

function floats(value: unknown): Float32Array {
  const { data } = tensor(value);
  if (data instanceof Float32Array) return data;
  throw new TypeError('Cannot read the model as its scores are not float32');
}

/** The most likely token with its log-probability (a numerically stable log-softmax). */
function best(logits: Float32Array): { token: number; logProbability: number } {
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
  for (let index = 0; index < logits.length; index++) sum += Math.exp((logits[index] as number) - highest);
  return { token, logProbability: -Math.log(sum) };
}
