import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeVoices } from '../../speech/decode/decode.ts';
import { openSource } from '../../speech/decode/source.ts';
import { SpeechError, type TranscribeRequest } from '../../speech/types.ts';

export const SAMPLE_PATH = fileURLToPath(new URL('../../speech/samples/jfk.flac', import.meta.url));

/** "And so, my fellow Americans, ask not …", 11 seconds. */
export const SAMPLE = new Uint8Array(readFileSync(SAMPLE_PATH));

/** Path of a fixture; all `ask*` files hold the sample's last three seconds. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fixturePath(name)));
}

/** A request with defaults for every field that a test does not set. */
export function request(
  audio: Uint8Array | { readonly path: string },
  given: Partial<TranscribeRequest> = {},
): TranscribeRequest {
  return {
    audio: audio instanceof Uint8Array ? { bytes: audio } : audio,
    language: undefined,
    vocabulary: [],
    maxSeconds: 3_600,
    separateChannels: false,
    signal: new AbortController().signal,
    ...given,
  };
}

/** The error code of a rejected promise, or `none` if it is fulfilled. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof SpeechError) return error.code;
    throw error;
  }
}

/** All samples of a recording at 16 kHz, with its channels mixed. */
export async function samplesOf(bytes: Uint8Array): Promise<Float32Array> {
  const source = await openSource({ bytes });
  const parts: Float32Array[] = [];
  for await (const [samples] of decodeVoices(source, { kind: 'mixed' })) if (samples !== undefined) parts.push(samples);
  return join(...parts);
}

export function join(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function silence(seconds: number, rate = 16_000): Float32Array {
  return new Float32Array(Math.round(seconds * rate));
}

/** A repeatable source of numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface WavOptions {
  readonly rate?: number;
  readonly format?: 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';
  /** Writes WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean;
  /** The length that the `data` chunk has, instead of the real length. */
  readonly claimedBytes?: number;
}

const WIDTHS = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 } as const;

/** A WAV file of some channels. */
export function wav(channels: readonly Float32Array[], options: WavOptions = {}): Uint8Array {
  const { rate = 16_000, format = 's16', extensible = false } = options;
  const width = WIDTHS[format];
  const frames = channels[0]?.length ?? 0;
  const dataBytes = frames * channels.length * width;
  const formatBytes = extensible ? 40 : 16;
  const bytes = new Uint8Array(28 + formatBytes + dataBytes);
  const view = new DataView(bytes.buffer);
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  const tag = format.startsWith('f') ? 3 : 1;
  put(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, formatBytes, true);
  view.setUint16(20, extensible ? 0xfffe : tag, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels.length * width, true);
  view.setUint16(32, channels.length * width, true);
  view.setUint16(34, width * 8, true);
  if (extensible) {
    view.setUint16(36, 22, true);
    view.setUint16(44, tag, true);
  }
  const data = 20 + formatBytes;
  put(data, 'data');
  view.setUint32(data + 4, options.claimedBytes ?? dataBytes, true);
  for (let frame = 0, at = data + 8; frame < frames; frame++) {
    for (const channel of channels) {
      writeSample(view, at, channel[frame] ?? 0, format);
      at += width;
    }
  }
  return bytes;
}

function writeSample(view: DataView, at: number, sample: number, format: keyof typeof WIDTHS): void {
  const clipped = Math.max(-1, Math.min(1, sample));
  if (format === 'u8') view.setUint8(at, Math.round(clipped * 127) + 128);
  else if (format === 's16') view.setInt16(at, Math.round(clipped * 32_767), true);
  else if (format === 's32') view.setInt32(at, Math.round(clipped * 2_147_483_647), true);
  else if (format === 'f32') view.setFloat32(at, clipped, true);
  else if (format === 'f64') view.setFloat64(at, clipped, true);
  else {
    const value = Math.round(clipped * 8_388_607);
    view.setUint16(at, value & 0xffff, true);
    view.setInt8(at + 2, value >> 16);
  }
}
