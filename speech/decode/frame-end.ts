import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import type { Track } from './codec.ts';
import type { Container } from './container.ts';
import { textOf, viewOf } from './source.ts';

/** The number of bytes at the end in which the last frame is searched. Tags after it are smaller. */
const TAIL_BYTES = 256 * 1024;
const TAGS = ['TAG', 'APETAGEX', 'ID3', 'LYRICSBEGIN'];

/**
 * Checks that a stream of frames is complete: only tags follow the last complete frame, and a FLAC stream has the
 * length that its header states.
 * @throws {SpeechError} `audio_truncated`
 */
export async function checkFrameEnd(
  source: ByteSource,
  container: Container,
  track: Track,
  lastPacket: Uint8Array,
  seconds: number,
): Promise<void> {
  if (container === 'flac') checkFlacLength(track, seconds);
  if (container !== 'mp3' && container !== 'adts') return;
  const fileSize = await source.size();
  const tail = await source.read(fileSize - TAIL_BYTES, fileSize);
  const at = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf(lastPacket);
  const rest = at < 0 ? tail.subarray(0, 0) : tail.subarray(at + lastPacket.length);
  const [first = 0, second = 0xff] = rest;
  const beginsFrame = first === 0xff && (second & 0xe0) === 0xe0;
  const isTag = TAGS.some((tag) => textOf(rest, 0, tag.length) === tag);
  const unread = container === 'adts' && rest.length > 0 && !isTag && rest.some((byte) => byte !== 0);
  if (beginsFrame || unread) throw new SpeechError('audio_truncated');
}

/** STREAMINFO has the number of samples in 36 bits, or 0 if unknown (RFC 9639, 8.2). One frame may be missing. */
function checkFlacLength({ description, sampleRate }: Track, seconds: number): void {
  if (description === undefined || description.length < 26) return;
  const view = viewOf(description);
  const samples = (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22);
  const largestBlock = view.getUint16(10);
  if (samples > seconds * sampleRate + largestBlock) throw new SpeechError('audio_truncated');
}
