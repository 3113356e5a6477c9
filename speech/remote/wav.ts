import { SAMPLE_RATE } from '../decode/audio.ts';

const HEADER_BYTES = 44;

/**
 * Writes mono PCM16 as a WAV file, the only format that every server supports.
 * @param samples samples, or their little-endian bytes
 */
export function encodeWav(samples: Int16Array | Uint8Array, sampleRate = SAMPLE_RATE): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength);
  const view = new DataView(file.buffer);
  const put = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  put(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  put(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER_BYTES);
  return file;
}
