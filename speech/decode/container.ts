import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { textOf } from './source.ts';

/** Supported file formats, recognized by their first bytes. */
export type Container = 'wav' | 'mp4' | 'matroska' | 'ogg' | 'flac' | 'mp3' | 'adts';

/** The number of bytes that {@link recognizeContainer} reads, after an ID3 tag. */
const SIGNATURE_BYTES = 16;

const ID3_HEADER_BYTES = 10;
/** Some programs write several ID3 tags at the start. */
const MAX_TAGS = 4;
const MP4_FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot']);
/**
 * Unsupported audio formats, so that the caller gets a specific error: AIFF, AMR, CAF, ASF (WMA), AC-3, AU, Musepack,
 * Monkey's Audio, WavPack.
 */
const UNSUPPORTED = ['FORM', '#!AMR', 'caff', '\x30\x26\xb2\x75', '\x0b\x77', '.snd', 'MPCK', 'MAC ', 'wvpk'];

/**
 * Identifies a recording's format by its content.
 * @throws {SpeechError} `audio_empty`, `audio_truncated`, `unsupported_codec`, `audio_undecodable`
 */
export async function identifyContainer(source: ByteSource): Promise<Container> {
  const head = await headBehindTags(source);
  if (head.length === 0) throw new SpeechError('audio_empty');
  const container = recognizeContainer(head);
  if (container === 'unsupported') throw new SpeechError('unsupported_codec');
  if (container === 'unknown') throw new SpeechError('audio_undecodable');
  return container;
}

async function headBehindTags(source: ByteSource): Promise<Uint8Array> {
  const start = await tagBytes(source);
  return source.read(start, start + SIGNATURE_BYTES);
}

/**
 * The length of the ID3 tags at the start of a recording, in bytes.
 * @throws {SpeechError} `audio_truncated` if nothing follows them
 */
export async function tagBytes(source: ByteSource): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const length = id3Bytes(await source.read(at, at + ID3_HEADER_BYTES));
    if (length === 0) break;
    at += length;
    if ((await source.read(at, at + 1)).length === 0) throw new SpeechError('audio_truncated');
  }
  return at;
}

/**
 * @param head the first {@link SIGNATURE_BYTES} or more, without an ID3 tag
 * @returns `unsupported` for other audio formats, `unknown` otherwise
 */
export function recognizeContainer(head: Uint8Array): Container | 'unsupported' | 'unknown' {
  const name = textOf(head, 0, 4);
  if (/^(RIFF|RIFX|RF64)$/.test(name)) return textOf(head, 8, 12) === 'WAVE' ? 'wav' : 'unknown';
  if (name === 'fLaC') return 'flac';
  if (name === 'OggS') return 'ogg';
  if (name === '\x1a\x45\xdf\xa3') return 'matroska';
  if (MP4_FIRST_BOXES.has(textOf(head, 4, 8))) return 'mp4';
  if (UNSUPPORTED.some((signature) => textOf(head, 0, signature.length) === signature)) return 'unsupported';
  return recognizeFrames(head);
}

/** The length of the ID3 tag at the start in bytes, or 0. It is encoded in 7-bit bytes (ID3v2.4, 3.1). */
function id3Bytes(head: Uint8Array): number {
  if (head.length < ID3_HEADER_BYTES || textOf(head, 0, 3) !== 'ID3') return 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ID3_HEADER_BYTES + size;
}

/** MPEG audio has no file header. Each frame starts with 11 or 12 set bits; layer 0 is AAC. */
function recognizeFrames(head: Uint8Array): Container | 'unknown' {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return 'unknown';
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? 'adts' : 'unknown';
  const version = (second >> 3) & 3;
  const bitrate = third >> 4;
  const sampleRate = (third >> 2) & 3;
  return version === 1 || bitrate === 15 || sampleRate === 3 ? 'unknown' : 'mp3';
}
