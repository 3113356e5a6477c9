import type { Codec, Track } from './codec.ts';
import { readPcm, SAMPLE_BYTES, type SampleFormat } from './pcm.ts';

/** Decodes PCM in QuickTime, MP4 and Matroska; undefined for another track. */
export function createPcmCodec({ codec, sampleRate, channelCount }: Track): Codec | undefined {
  const littleEndian = !codec.endsWith('be');
  const format = codec.replace(/^pcm-/, '').replace(/be$/, '');
  if (!isSampleFormat(format)) return undefined;
  const frameBytes = SAMPLE_BYTES[format] * channelCount;
  return {
    sampleRate,
    async decode(packets) {
      return readPcm(Buffer.concat(packets), format, channelCount, frameBytes, littleEndian);
    },
    close: () => undefined,
  };
}

function isSampleFormat(name: string): name is SampleFormat {
  return Object.hasOwn(SAMPLE_BYTES, name);
}
