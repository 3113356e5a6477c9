import { viewOf } from './source.ts';

/** The format of a sample in a WAV file. Integers of 8 bits are unsigned, all others signed (WAVE format). */
export type SampleFormat = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'alaw' | 'ulaw';

export const SAMPLE_BYTES: Readonly<Record<SampleFormat, number>> = {
  u8: 1,
  s16: 2,
  s24: 3,
  s32: 4,
  f32: 4,
  f64: 8,
  alaw: 1,
  ulaw: 1,
};

type Reader = (view: DataView, at: number, littleEndian: boolean) => number;

const READERS: Readonly<Record<SampleFormat, Reader>> = {
  u8: (view, at) => (view.getUint8(at) - 128) / 128,
  s16: (view, at, littleEndian) => view.getInt16(at, littleEndian) / 32_768,
  s24: (view, at, littleEndian) => readInt24(view, at, littleEndian) / 8_388_608,
  s32: (view, at, littleEndian) => view.getInt32(at, littleEndian) / 2_147_483_648,
  f32: (view, at, littleEndian) => finite(view.getFloat32(at, littleEndian)),
  f64: (view, at, littleEndian) => finite(view.getFloat64(at, littleEndian)),
  alaw: (view, at) => expandALaw(view.getUint8(at)) / 32_768,
  ulaw: (view, at) => expandULaw(view.getUint8(at)) / 32_768,
};

/**
 * Converts interleaved samples to one array in [-1, 1] per channel. A partial last frame is omitted.
 * @param frameBytes bytes from one frame to the next
 * @param into arrays that are reused, one per channel, with room for all frames
 */
export function readPcm(
  bytes: Uint8Array,
  format: SampleFormat,
  channelCount: number,
  frameBytes: number,
  littleEndian: boolean,
  into: readonly Float32Array[] = [],
): Float32Array[] {
  const view = viewOf(bytes);
  const frames = Math.floor(bytes.length / frameBytes);
  const sampleBytes = SAMPLE_BYTES[format];
  const read = READERS[format];
  return Array.from({ length: channelCount }, (_, channel) => {
    const samples = into[channel]?.subarray(0, frames) ?? new Float32Array(frames);
    for (let frame = 0, at = channel * sampleBytes; frame < frames; frame++, at += frameBytes) {
      samples[frame] = read(view, at, littleEndian);
    }
    return samples;
  });
}

function readInt24(view: DataView, at: number, littleEndian: boolean): number {
  const [high, middle, low] = littleEndian ? [at + 2, at + 1, at] : [at, at + 1, at + 2];
  return (view.getInt8(high) << 16) | (view.getUint8(middle) << 8) | view.getUint8(low);
}

/** Replaces NaN, which would affect every result of a model. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
}

/** ITU-T G.711. */
function expandALaw(byte: number): number {
  const value = byte ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (value & 0x80) !== 0 ? magnitude : -magnitude;
}

/** ITU-T G.711. */
function expandULaw(byte: number): number {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return (value & 0x80) !== 0 ? -magnitude : magnitude;
}
