import { OpusDecoder } from 'opus-decoder';
import { SpeechError } from '../types.ts';
import { SAMPLE_RATE } from './audio.ts';
import type { Codec, Track } from './codec.ts';
import { viewOf } from './source.ts';

/** OpusHead counts in samples of 48 kHz (RFC 7845, 5.1). */
const HEAD_RATE = 48_000;

/**
 * Decodes Opus to the models' sample rate.
 * @throws {SpeechError} `audio_undecodable`
 */
export async function createOpusCodec(track: Track): Promise<Codec> {
  const head = readHead(track);
  const decoder = new OpusDecoder({ ...head.mapping, channels: head.channelCount, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  let toSkip = Math.round((head.preSkip * SAMPLE_RATE) / HEAD_RATE);

  async function decode(packets: readonly Uint8Array[]): Promise<readonly Float32Array[]> {
    const { channelData, samplesDecoded, errors } = decoder.decodeFrames([...packets]);
    if (samplesDecoded === 0 && errors.length > 0) throw new SpeechError('audio_undecodable');
    const skipped = Math.min(toSkip, samplesDecoded);
    toSkip -= skipped;
    return channelData.map((samples) => samples.subarray(skipped, samplesDecoded));
  }

  return { sampleRate: SAMPLE_RATE, decode, close: () => decoder.free() };
}

interface Head {
  readonly channelCount: number;
  readonly preSkip: number;
  readonly mapping: { streamCount?: number; coupledStreamCount?: number; channelMappingTable?: number[] };
}

/** Reads OpusHead, the description in Ogg and Matroska. The demuxer converts that of MP4 to it. */
function readHead({ description, channelCount }: Track): Head {
  if (description === undefined || description.length < 19) return { channelCount, preSkip: 0, mapping: {} };
  const channels = description[9] ?? channelCount;
  const preSkip = viewOf(description).getUint16(10, true);
  const family = description[18] ?? 0;
  if (channels === 0 || (family === 0 && channels > 2)) throw new SpeechError('audio_undecodable');
  if (family === 0) return { channelCount: channels, preSkip, mapping: {} };
  if (description.length < 21 + channels) throw new SpeechError('audio_undecodable');
  return {
    channelCount: channels,
    preSkip,
    mapping: {
      streamCount: description[19] ?? 1,
      coupledStreamCount: description[20] ?? 0,
      channelMappingTable: [...description.subarray(21, 21 + channels)],
    },
  };
}
