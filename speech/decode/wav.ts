import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { type Audio, BLOCK_SECONDS, MAX_CHANNELS, SAMPLE_RATES } from './audio.ts';
import { readPcm, SAMPLE_BYTES, type SampleFormat } from './pcm.ts';
import { textOf, viewOf } from './source.ts';

interface Format {
  readonly sampleFormat: SampleFormat;
  readonly channelCount: number;
  readonly sampleRate: number;
  readonly frameBytes: number;
}

const EXTENSIBLE = 0xfffe;
const FORMAT_BYTES = 40;
const CHUNK_HEADER_BYTES = 8;
const FIRST_CHUNK = 12;
/** Programs that cannot seek write 0 or a length near these values for "until the end". */
const OPEN_ENDED = [0x7fff_0000, 0x8000_0000 - 0x1_0000, 0xffff_0000];
/**
 * The maximum length of a block, whatever the header states. Decoding needs many times as much memory, for each recording
 * that is decoded at the same time.
 */
const MAX_BLOCK_BYTES = 64 * 1024;
/** More chunks than any real file has, to limit the time for a malicious one. */
const MAX_CHUNKS = 1_000;

/**
 * Opens RIFF, RIFX and RF64 WAVE files: PCM of 8 to 32 bits, float, A-law, µ-law.
 * @throws {SpeechError} `audio_undecodable`, `unsupported_codec`, `audio_empty`, `audio_truncated`
 */
export async function openWav(source: ByteSource): Promise<Audio> {
  const head = await source.read(0, FIRST_CHUNK);
  const littleEndian = textOf(head, 0, 4) !== 'RIFX';
  const isRf64 = textOf(head, 0, 4) === 'RF64';
  let format: Format | undefined;
  let at = FIRST_CHUNK;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const header = await source.read(at, at + CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) break;
    const name = textOf(header, 0, 4);
    const size = viewOf(header).getUint32(4, littleEndian);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === 'fmt ') {
      format = readFormat(await source.read(start, start + Math.min(size, FORMAT_BYTES)), littleEndian);
    }
    if (name === 'data') {
      if (format === undefined) throw new SpeechError('audio_undecodable');
      return pcmAudio(source, format, dataRange(source, start, size, isRf64), littleEndian);
    }
    at = start + size + (size & 1);
  }
  throw new SpeechError(at > (await source.size()) || format !== undefined ? 'audio_truncated' : 'audio_undecodable');
}

function readFormat(bytes: Uint8Array, littleEndian: boolean): Format {
  if (bytes.length < 14) throw new SpeechError('audio_undecodable');
  const view = viewOf(bytes);
  const tag = view.getUint16(0, littleEndian);
  const channelCount = view.getUint16(2, littleEndian);
  const sampleRate = view.getUint32(4, littleEndian);
  const bits = bytes.length >= 16 ? view.getUint16(14, littleEndian) : 8;
  // In an extensible format, the tag is the start of the GUID.
  const encoding = tag === EXTENSIBLE && bytes.length >= 26 ? view.getUint16(24, littleEndian) : tag;
  const sampleFormat = sampleFormatOf(encoding, bits);
  if (channelCount === 0 || sampleRate === 0) throw new SpeechError('audio_undecodable');
  const known = channelCount <= MAX_CHANNELS && sampleRate >= SAMPLE_RATES.least && sampleRate <= SAMPLE_RATES.most;
  if (sampleFormat === undefined || !known) throw new SpeechError('unsupported_codec');
  const packed = channelCount * SAMPLE_BYTES[sampleFormat];
  return { sampleFormat, channelCount, sampleRate, frameBytes: Math.max(packed, view.getUint16(12, littleEndian)) };
}

function sampleFormatOf(encoding: number, bits: number): SampleFormat | undefined {
  if (encoding === 6) return 'alaw';
  if (encoding === 7) return 'ulaw';
  if (encoding === 3) return ({ 32: 'f32', 64: 'f64' } as const)[bits];
  if (encoding === 1) return ({ 8: 'u8', 16: 's16', 24: 's24', 32: 's32' } as const)[bits];
  return undefined;
}

/** Where the samples are. A program that cannot seek states no length, so they end with the file. */
interface DataRange {
  readonly start: number;
  readonly end: number;
  /** Whether the file may end before `end`. */
  readonly mayEndEarly: boolean;
}

function dataRange(source: ByteSource, start: number, size: number, isRf64: boolean): DataRange {
  const mayEndEarly = size === 0 || isRf64 || OPEN_ENDED.some((length) => size >= length && size < length + 0x2_0000);
  const end = size === 0 ? Number.POSITIVE_INFINITY : start + size;
  const fileSize = source.knownSize();
  if (fileSize === undefined || end <= fileSize) return { start, end, mayEndEarly };
  if (!mayEndEarly) throw new SpeechError('audio_truncated');
  return { start, end: fileSize, mayEndEarly };
}

function pcmAudio(
  source: ByteSource,
  format: Format,
  { start, end, mayEndEarly }: DataRange,
  littleEndian: boolean,
): Audio {
  const { sampleFormat, channelCount, sampleRate, frameBytes } = format;
  if (end - start < frameBytes) throw new SpeechError('audio_empty');
  const blockFrames = Math.min(sampleRate * BLOCK_SECONDS, Math.floor(MAX_BLOCK_BYTES / frameBytes));
  const blockBytes = frameBytes * blockFrames;
  return {
    sampleRate,
    async *blocks() {
      const buffers = Array.from({ length: channelCount }, () => new Float32Array(blockFrames));
      for (let at = start; at < end; at += blockBytes) {
        const wanted = Math.min(blockBytes, end - at);
        const bytes = await source.read(at, at + wanted);
        if (bytes.length < wanted && !mayEndEarly) throw new SpeechError('audio_truncated');
        if (bytes.length > 0) yield readPcm(bytes, sampleFormat, channelCount, frameBytes, littleEndian, buffers);
        if (bytes.length < wanted) return;
      }
    },
  };
}
