import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { readDecoderShape, readEncoderInputs } from '../../../speech/embedded/shape.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf, fixture, request } from '../support.ts';

/** The inputs of a decoder's session with these layers and heads. */
function decoder(layers: number, heads: number, headSize: number, more: readonly string[] = []) {
  const caches = Array.from({ length: layers }, (_, layer) =>
    ['decoder', 'encoder'].flatMap((side) => ['key', 'value'].map((part) => `${layer}.${side}.${part}`)),
  ).flat();
  const pasts = caches.map((name) => `past_key_values.${name}`);
  const metadata = (name: string) => ({
    name,
    isTensor: true as const,
    type: 'float32' as const,
    shape: ['batch', heads, 'tokens', headSize],
  });
  return {
    inputNames: ['input_ids', 'encoder_hidden_states', ...pasts, 'use_cache_branch', ...more],
    outputNames: ['logits', ...caches.map((name) => `present.${name}`)],
    inputMetadata: pasts.map(metadata),
  };
}

describe('readDecoderShape()', () => {
  test.each([
    [6, 8, 36],
    [8, 8, 52],
    [1, 2, 4],
  ])('reads %d layers, %d heads of %d', (layers, heads, headSize) => {
    const shape = readDecoderShape(decoder(layers, heads, headSize));
    expect(shape).toMatchObject({ layers, heads, headSize, maskInput: undefined });
    expect(shape.caches.length).toBe(4 * layers);
  });

  test('finds the mask of the audio', () => {
    expect(readDecoderShape(decoder(6, 8, 36, ['encoder_attention_mask'])).maskInput).toBe('encoder_attention_mask');
  });

  test.each<[string, (shape: ReturnType<typeof decoder>) => object]>([
    ['the input use_cache_branch is missing', (shape) => ({ inputNames: shape.inputNames.slice(0, -1) })],
    [
      'each layer needs',
      (shape) => ({ inputNames: shape.inputNames.filter((name) => !name.endsWith('0.decoder.key')) }),
    ],
    ['unknown input position_ids', (shape) => ({ inputNames: [...shape.inputNames, 'position_ids'] })],
    ['the output logits is missing', (shape) => ({ outputNames: shape.outputNames.slice(1) })],
    ['does not tell the number of heads', () => ({ inputMetadata: [] })],
  ])('says of another model: %s', (message, change) => {
    const shape = decoder(6, 8, 36);
    expect(() => readDecoderShape({ ...shape, ...change(shape) })).toThrow(message);
    expect(() => readDecoderShape({ ...shape, ...change(shape) })).toThrow('decoder_model_merged.onnx');
  });
});

test('readEncoderInputs() takes raw audio with or without a mask, and nothing else', () => {
  expect(readEncoderInputs({ inputNames: ['input_values'] }).mask).toBeUndefined();
  expect(readEncoderInputs({ inputNames: ['input_values', 'attention_mask'] }).mask).toBe('attention_mask');
  expect(() => readEncoderInputs({ inputNames: ['input_features'] })).toThrow('input_values is missing');
  expect(() => readEncoderInputs({ inputNames: ['input_values', 'language'] })).toThrow('unknown input language');
});

describe('createSpeechEngine() with a modelDir', () => {
  test('transcribes with the model of the folder, whose files end in .onnx or .ort', async () => {
    const packaged = fileURLToPath(new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js')));
    const modelDir = await mkdtemp(join(tmpdir(), 'sotto-model-'));
    await symlink(join(packaged, 'encoder_model.onnx'), join(modelDir, 'encoder_model.ort'));
    await symlink(join(packaged, 'decoder_model_merged.onnx'), join(modelDir, 'decoder_model_merged.onnx'));
    const engine = createSpeechEngine({ processes: 1, threads: 1, modelDir, log: pino({ level: 'silent' }) });
    try {
      await engine.ready();
      const transcript = await engine.transcribe(request(fixture('yes.flac'), { wantWords: true }));
      expect(transcript).toMatchObject({ text: expect.stringMatching(/yes/i), engine: basename(modelDir) });
      expect(engine.capabilities()).toEqual({ wordTimes: false, live: false });
    } finally {
      await engine.close();
      await rm(modelDir, { recursive: true });
    }
  }, 120_000);

  test('logs what is wrong with a folder, and is not ready', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error', base: null }, { write: (line: string) => void lines.push(line) });
    const engine = createSpeechEngine({ processes: 1, threads: 1, modelDir: '/nowhere', log });
    try {
      expect(await failureOf(engine.ready())).toBe('engine_unavailable');
      await eventually('the reason', () =>
        lines.some((line) => line.includes('encoder_model.onnx: the file is missing')),
      );
    } finally {
      await engine.close();
    }
  }, 120_000);
});
