import { createResampler } from '../../speech/decode/resample.ts';

/** The audio encodings of a live session. All are mono. */
export const ENCODINGS = ['pcm16', 'mulaw', 'alaw'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The audio format of a live session. */
export interface AudioFormat {
  readonly encoding: Encoding;
  /** The sample rate in Hz, from 8,000 to 48,000. */
  readonly sampleRate: number;
}

/** Converts bytes as they arrive to PCM16 at a rate that the engine accepts. */
export interface AudioIntake {
  readonly sampleRate: 16_000 | 24_000;
  /** @returns complete samples; a partial one waits for its other byte */
  push(bytes: Uint8Array): Uint8Array;
}

export function createAudioIntake({ encoding, sampleRate }: AudioFormat): AudioIntake {
  const toSamples = encoding === 'pcm16' ? wholeSamples() : companded(encoding);
  if (sampleRate === 16_000 || sampleRate === 24_000) return { sampleRate, push: toSamples };
  const resampler = createResampler(sampleRate, 16_000);
  return {
    sampleRate: 16_000,
    push: (bytes) => toPcm16(resampler.push(toFloats(toSamples(bytes)))),
  };
}

/** The number of bytes per second of a format. */
export function bytesPerSecond({ encoding, sampleRate }: AudioFormat): number {
  return encoding === 'pcm16' ? 2 * sampleRate : sampleRate;
}

function wholeSamples(): (bytes: Uint8Array) => Uint8Array {
  let half = new Uint8Array(0);
  return (bytes) => {
    const joined = half.length === 0 ? bytes : Buffer.concat([half, bytes]);
    const whole = joined.length - (joined.length % 2);
    half = joined.slice(whole);
    return joined.subarray(0, whole);
  };
}

function companded(encoding: 'mulaw' | 'alaw'): (bytes: Uint8Array) => Uint8Array {
  const table = Int16Array.from({ length: 256 }, (_, code) =>
    encoding === 'mulaw' ? fromMulaw(code) : fromAlaw(code),
  );
  return (bytes) => bytesOf(Int16Array.from(bytes, (code) => table[code] ?? 0));
}

/** ITU-T G.711, section 3.2. */
function fromMulaw(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
}

/** ITU-T G.711, section 3.1. */
function fromAlaw(code: number): number {
  const toggled = code ^ 0x55;
  const segment = (toggled & 0x70) >> 4;
  const step = ((toggled & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return toggled & 0x80 ? magnitude : -magnitude;
}

function toFloats(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from({ length: pcm.length / 2 }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}

function toPcm16(samples: Float32Array): Uint8Array {
  return bytesOf(Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(0.999_97, sample)) * 32_768)));
}

/** Supported CPUs are little-endian, and so is PCM16. */
function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
