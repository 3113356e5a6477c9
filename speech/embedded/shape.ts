import type { InferenceSession } from 'onnxruntime-node';

/** Thrown if a folder contains another model than Moonshine. The message names the file and the rule. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** The inputs and outputs of a merged Moonshine decoder. */
export interface DecoderShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
  /** Names of the cache entries after `past_key_values.` and `present.`, such as `0.decoder.key`. */
  readonly caches: readonly string[];
  /** The name of the input for the audio mask, if the graph has one. */
  readonly maskInput: string | undefined;
}

const ENCODER = 'encoder_model.onnx';
const DECODER = 'decoder_model_merged.onnx';
const REQUIRED = ['input_ids', 'encoder_hidden_states', 'use_cache_branch'];
const CACHE = /^past_key_values\.(\d+)\.(?:decoder|encoder)\.(?:key|value)$/;

/** @throws {ModelError} */
export function readEncoderInputs({ inputNames }: Pick<InferenceSession, 'inputNames'>): {
  readonly audio: string;
  readonly mask: string | undefined;
} {
  if (!inputNames.includes('input_values')) throw new ModelError(`${ENCODER}: the input input_values is missing`);
  const mask = inputNames.find((name) => name === 'attention_mask');
  const others = inputNames.filter((name) => name !== 'input_values' && name !== mask);
  if (others.length > 0) throw new ModelError(`${ENCODER}: unknown input ${others[0]}`);
  return { audio: 'input_values', mask };
}

/** @throws {ModelError} */
export function readDecoderShape(
  session: Pick<InferenceSession, 'inputNames' | 'outputNames' | 'inputMetadata'>,
): DecoderShape {
  const { inputNames, outputNames } = session;
  const missing = REQUIRED.find((name) => !inputNames.includes(name));
  if (missing !== undefined) throw new ModelError(`${DECODER}: the input ${missing} is missing`);
  const pasts = inputNames.filter((name) => CACHE.test(name));
  const caches = pasts.map((name) => name.replace('past_key_values.', ''));
  const layers = new Set(pasts.map((name) => CACHE.exec(name)?.[1])).size;
  if (layers === 0 || pasts.length !== 4 * layers) {
    throw new ModelError(`${DECODER}: each layer needs a decoder and an encoder cache with a key and a value`);
  }
  const maskInput = inputNames.find((name) => name === 'encoder_attention_mask');
  const unknown = inputNames.find((name) => !REQUIRED.includes(name) && !pasts.includes(name) && name !== maskInput);
  if (unknown !== undefined) throw new ModelError(`${DECODER}: unknown input ${unknown}`);
  const absent = ['logits', ...caches.map((name) => `present.${name}`)].find((name) => !outputNames.includes(name));
  if (absent !== undefined) throw new ModelError(`${DECODER}: the output ${absent} is missing`);
  return { layers, ...headsOf(session, pasts[0] ?? ''), caches, maskInput };
}

/** Cache entries are batch × heads × tokens × head size. */
function headsOf(
  { inputMetadata }: Pick<InferenceSession, 'inputMetadata'>,
  cache: string,
): { heads: number; headSize: number } {
  const metadata = inputMetadata.find(({ name }) => name === cache);
  const [, heads, , headSize] = metadata?.isTensor === true ? metadata.shape : [];
  if (typeof heads !== 'number' || typeof headSize !== 'number') {
    throw new ModelError(`${DECODER}: the shape of ${cache} does not tell the number of heads and their size`);
  }
  return { heads, headSize };
}
