import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { AAC_FRAME_SAMPLES } from './aac.ts';
import type { Packet, PacketSource, Track } from './codec.ts';
import { tagBytes } from './container.ts';

const HEADER_BYTES = 7;
const WINDOW_BYTES = 64 * 1024;
/** The length of a frame has 13 bits. */
const MAX_FRAME_BYTES = 0x1fff;
/** Smaller frames hold no audio: a frame of digital silence has 13 bytes. */
const MIN_MEAN_BYTES = 10;
/** A stream with fewer frames is not checked, because it costs little. */
const MIN_FRAMES = 10_000;
/** Sample rates by their index (ISO/IEC 14496-3, table 1.18). */
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
/** Channels by configuration. With 0, the frame itself describes them, which is not supported. */
const CHANNELS = [undefined, 1, 2, 3, 4, 5, 6, 8];

/**
 * Opens a stream of AAC frames. It has no index, and none is made: a small file can have a million frames.
 * @throws {SpeechError} `audio_truncated` without a complete frame, `audio_undecodable`
 */
export async function openAdts(source: ByteSource): Promise<{ track: Track; packets: PacketSource }> {
  const start = await tagBytes(source);
  const header = await source.read(start, start + HEADER_BYTES);
  const track = trackOf(header);
  const packets = () => readFrames(source, start, AAC_FRAME_SAMPLES / track.sampleRate);
  const getFirstPacket = async () => {
    const { value, done } = await packets().next();
    return done === true ? null : value;
  };
  return { track, packets: { getFirstPacket, packets } };
}

function trackOf(header: Uint8Array): Track {
  const [, , third = 0, fourth = 0] = header;
  const sampleRate = RATES[(third >> 2) & 15];
  const channelCount = CHANNELS[((third & 1) << 2) | (fourth >> 6)];
  if (sampleRate === undefined || channelCount === undefined) throw new SpeechError('audio_undecodable');
  return { codec: 'aac', sampleRate, channelCount, description: undefined };
}

/**
 * Reads frame by frame, up to the first bytes that are none: a tag, damage, or the end.
 * @throws {SpeechError} `audio_undecodable` for a stream of empty frames
 */
async function* readFrames(source: ByteSource, start: number, duration: number): AsyncGenerator<Packet, void, unknown> {
  let at = start;
  let windowStart = start;
  let window = await source.read(start, start + WINDOW_BYTES);
  for (let frames = 1; ; frames++) {
    const hasMore = window.length === WINDOW_BYTES;
    if (hasMore && at + MAX_FRAME_BYTES > windowStart + window.length) {
      windowStart = at;
      window = await source.read(at, at + WINDOW_BYTES);
    }
    const rest = window.subarray(at - windowStart);
    const length = frameLength(rest);
    if (length === undefined || length > rest.length) return;
    at += length;
    if (frames >= MIN_FRAMES && (at - start) / frames < MIN_MEAN_BYTES) throw new SpeechError('audio_undecodable');
    yield { data: rest.subarray(0, length), timestamp: (frames - 1) * duration, duration };
  }
}

/** The length of a frame according to its header (ISO/IEC 13818-7, 6.2); undefined for other bytes. */
function frameLength(header: Uint8Array): number | undefined {
  const [first = 0, second = 0, , third = 0, fourth = 0, fifth = 0] = header;
  if (header.length < HEADER_BYTES || first !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const length = ((third & 3) << 11) | (fourth << 3) | (fifth >> 5);
  return length < HEADER_BYTES ? undefined : length;
}
