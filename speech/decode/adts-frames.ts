import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';

const HEADER_BYTES = 7;
const WINDOW_BYTES = 256 * 1024;
/** Smaller frames hold no audio: a frame of digital silence has 13 bytes. */
const MIN_MEAN_BYTES = 10;
/** A stream with fewer frames is not checked, because it costs little. */
const MIN_FRAMES = 10_000;

/**
 * Rejects a stream of empty frames. Each costs the demuxer memory, and a small file can have a million.
 * @throws {SpeechError} `audio_undecodable`
 */
export async function assertFramesHoldAudio(source: ByteSource): Promise<void> {
  let frames = 0;
  let at = 0;
  let start = 0;
  let window = await source.read(0, WINDOW_BYTES);
  for (;;) {
    if (at + HEADER_BYTES > start + window.length) {
      start = at;
      window = await source.read(start, start + WINDOW_BYTES);
    }
    const length = frameLength(window.subarray(at - start, at - start + HEADER_BYTES));
    // The demuxer handles tags, damage and the end.
    if (length === undefined) break;
    frames += 1;
    at += length;
  }
  if (frames >= MIN_FRAMES && at / frames < MIN_MEAN_BYTES) throw new SpeechError('audio_undecodable');
}

/** The length of a frame according to its header (ISO/IEC 13818-7, 6.2); undefined for other bytes. */
function frameLength(header: Uint8Array): number | undefined {
  const [first = 0, second = 0, , third = 0, fourth = 0, fifth = 0] = header;
  if (header.length < HEADER_BYTES || first !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const length = ((third & 3) << 11) | (fourth << 3) | (fifth >> 5);
  return length < HEADER_BYTES ? undefined : length;
}
