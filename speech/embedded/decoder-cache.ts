import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { DecoderShape } from './shape.ts';

/** The keys and values of the tokens so far, by the names of the decoder's inputs. */
export type DecoderCache = Readonly<Record<string, Tensor>>;

/** The first step ignores the cache, but requires each entry. A dimension of zero needs no data. */
export function emptyCache({ caches, heads, headSize }: DecoderShape): DecoderCache {
  const empty = () => new Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]);
  return Object.fromEntries(caches.map((name) => [past(name), empty()]));
}

/**
 * The cache after a step. Cross-attention entries are computed by the first step only and kept, because later steps return
 * nothing useful for them.
 * @param length the number of tokens to keep
 */
export function nextCache(
  { caches }: DecoderShape,
  cache: DecoderCache,
  outputs: InferenceSession.ReturnType,
  length: number,
): DecoderCache {
  return Object.fromEntries(
    caches.map((name) => {
      const entry = tensor(outputs[`present.${name}`] ?? cache[past(name)]);
      return [past(name), name.includes('.decoder.') ? shortened(entry, length) : entry];
    }),
  );
}

/** The first tokens of an entry of shape 1 × heads × tokens × size. */
function shortened(entry: Tensor, length: number): Tensor {
  const [, heads = 0, tokens = 0, size = 0] = entry.dims;
  if (length >= tokens) return entry;
  const kept = new Float32Array(heads * length * size);
  for (let head = 0; head < heads; head++) {
    const from = head * tokens * size;
    kept.set(floats(entry).subarray(from, from + length * size), head * length * size);
  }
  return new Tensor('float32', kept, [1, heads, length, size]);
}

function past(name: string): string {
  return `past_key_values.${name}`;
}

/** @throws {TypeError} */
export function tensor(value: unknown): Tensor {
  if (value instanceof Tensor) return value;
  throw new TypeError('Cannot read the model: an output is missing');
}

/** @throws {TypeError} */
export function floats({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  throw new TypeError('Cannot read the model: its scores are not float32');
}
