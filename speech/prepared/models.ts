import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exposeCrossAttention } from '../embedded/onnx-graph.ts';

/** The folder of the bundled Moonshine model, next to its package's entry. */
export const BUNDLED_MOONSHINE = fileURLToPath(
  new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js')),
);

/** The bundled models, by the name of their prepared form. */
export const BUNDLED_MODELS = {
  encoder: join(BUNDLED_MOONSHINE, 'encoder_model.onnx'),
  decoder: join(BUNDLED_MOONSHINE, 'decoder_model_merged.onnx'),
  activity: fileURLToPath(new URL('silero_vad_v6.onnx', import.meta.resolve('@ricky0123/vad-web'))),
} as const;

export type ModelName = keyof typeof BUNDLED_MODELS;
export const MODEL_NAMES = Object.keys(BUNDLED_MODELS) as ModelName[];

/** A bundled model as it is loaded: the decoder with its cross-attention as outputs. */
export async function readBundledModel(name: ModelName): Promise<Uint8Array> {
  const model = await readFile(BUNDLED_MODELS[name]);
  return name === 'decoder' ? (exposeCrossAttention(model)?.model ?? model) : model;
}
