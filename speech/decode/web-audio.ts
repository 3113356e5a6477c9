import { OfflineAudioContext } from 'node-web-audio-api';
import { SpeechError } from '../types.ts';
import { AAC_FRAME_SAMPLES, adtsObjectType, readAacConfig, toAdts } from './aac.ts';
import type { Codec, Track } from './codec.ts';
import { packOgg } from './vorbis.ts';

/** Symphonia supports no AAC with more channels. */
const MAX_AAC_CHANNELS = 2;

/** How a codec's packets are written as a small file for the decoder. */
interface Packing {
  file(packets: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
  /**
   * The number of packets before a group that the decoder needs: the overlap of the transform and the bit reservoir.
   */
  readonly warmUp: number;
  /** Samples per packet, or undefined if they differ. */
  readonly packetSamples: number | undefined;
}

/**
 * Decodes AAC-LC, MP3, FLAC and Vorbis with node-web-audio-api (Symphonia). It only decodes complete files, so each
 * group of packets becomes a small file that starts with some packets of the previous group.
 * @throws {SpeechError} `unsupported_codec`
 */
export function createWebAudioCodec(track: Track, firstPacket: Uint8Array): Codec {
  const packing = packingOf(track, firstPacket);
  const sampleRate = decodedRate(track.sampleRate);
  const context = contextFor(sampleRate);
  let before: readonly Uint8Array[] = [];

  async function decode(packets: readonly Uint8Array[]): Promise<readonly Float32Array[]> {
    const file = await packing.file([...before, ...packets]);
    const audio = await context.decodeAudioData(file.buffer).catch(() => {
      throw new SpeechError('audio_undecodable');
    });
    const { packetSamples, warmUp } = packing;
    // Counted from the end, because a decoder may omit the first packets.
    const isOverlapping = before.length > 0 && packetSamples !== undefined;
    const skip = isOverlapping ? Math.max(0, audio.length - packets.length * packetSamples) : 0;
    before = warmUp === 0 ? [] : [...before, ...packets].slice(-warmUp);
    return Array.from({ length: audio.numberOfChannels }, (_, index) => {
      // Not getChannelData(): its memory is freed with the buffer, even if a view still uses it.
      const samples = new Float32Array(audio.length - skip);
      audio.copyFromChannel(samples, index, skip);
      return samples;
    });
  }

  return { sampleRate, decode, close: () => undefined };
}

/** The sample rates of MPEG audio, and the common ones of the others. */
const RATES: ReadonlySet<number> = new Set([
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
]);
const OTHER_RATE = 48_000;
const contexts = new Map<number, OfflineAudioContext>();

/** The decoding rate of a track: its own if it is common. */
export function decodedRate(trackRate: number): number {
  return RATES.has(trackRate) ? trackRate : OTHER_RATE;
}

/**
 * One context per rate, kept permanently: its 100 KB are never freed. At a track's own rate nothing is resampled, so
 * groups fit together. Uncommon rates share one context.
 */
function contextFor(rate: number): OfflineAudioContext {
  const context = contexts.get(rate) ?? new OfflineAudioContext(1, 1, rate);
  contexts.set(rate, context);
  return context;
}

function packingOf(track: Track, firstPacket: Uint8Array): Packing {
  if (track.codec === 'aac') return aacPacking(track, firstPacket);
  if (track.codec === 'mp3') return mp3Packing(firstPacket);
  if (track.codec === 'flac') return flacPacking(track);
  // Vorbis outputs nothing for the first packet of a file, so each group starts with the last packet of the previous
  // one.
  if (track.codec === 'vorbis')
    return { file: (packets) => packOgg(track, packets), warmUp: 1, packetSamples: undefined };
  throw new SpeechError('unsupported_codec');
}

function aacPacking({ description, channelCount }: Track, firstPacket: Uint8Array): Packing {
  if (channelCount > MAX_AAC_CHANNELS) throw new SpeechError('unsupported_codec');
  const shared = { warmUp: 2, packetSamples: AAC_FRAME_SAMPLES };
  if (description === undefined) {
    if (adtsObjectType(firstPacket) !== 2) throw new SpeechError('unsupported_codec');
    return { ...shared, file: concat };
  }
  const config = readAacConfig(description);
  return { ...shared, file: (packets) => concat(packets.map((packet) => toAdts(packet, config))) };
}

/**
 * MPEG-1 layer III frames have 1152 samples, those of MPEG-2 and 2.5 half as many. Ten frames fill any bit reservoir.
 */
function mp3Packing(firstPacket: Uint8Array): Packing {
  const second = firstPacket[1] ?? 0;
  const layer = 4 - ((second >> 1) & 3);
  const isMpeg1 = ((second >> 3) & 3) === 3;
  const packetSamples = layer === 1 ? 384 : layer === 3 && !isMpeg1 ? 576 : 1152;
  return { file: concat, warmUp: 10, packetSamples };
}

/** The stream's header with an unknown length and no checksum, because a group is only a part (RFC 9639, 8.2). */
function flacPacking({ description }: Track): Packing {
  if (description === undefined || description.length < 42) throw new SpeechError('audio_undecodable');
  const header = description.slice(0, 42);
  header[4] = 0x80;
  header[21] = (header[21] ?? 0) & 0xf0;
  header.fill(0, 22, 42);
  return { file: (packets) => concat([header, ...packets]), warmUp: 0, packetSamples: undefined };
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
