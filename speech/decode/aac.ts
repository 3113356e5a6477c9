import { SpeechError } from '../types.ts';

/** The fields of an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
export interface AacConfig {
  readonly frequencyIndex: number;
  readonly channelConfiguration: number;
}

const LOW_COMPLEXITY = 2;
const ESCAPE_FREQUENCY = 15;
/** Samples per channel in a frame. */
export const AAC_FRAME_SAMPLES = 1024;

/**
 * Reads the description of an AAC track.
 * @throws {SpeechError} `unsupported_codec` for all but AAC-LC: HE-AAC, AAC-LD and xHE-AAC need another decoder
 */
export function readAacConfig(description: Uint8Array): AacConfig {
  const [first = 0, second = 0] = description;
  const objectType = first >> 3;
  const frequencyIndex = ((first & 7) << 1) | (second >> 7);
  const channelConfiguration = (second >> 3) & 15;
  const adtsCanSay = frequencyIndex < 13 && channelConfiguration >= 1 && channelConfiguration <= 7;
  const plain = objectType === LOW_COMPLEXITY && frequencyIndex !== ESCAPE_FREQUENCY && adtsCanSay;
  if (!plain || announcesSbr(description)) throw new SpeechError('unsupported_codec');
  return { frequencyIndex, channelConfiguration };
}

/** The backward-compatible signal of HE-AAC: sync word 0x2b7, object type 5, then a flag. */
function announcesSbr(description: Uint8Array): boolean {
  const [, , third = 0, fourth = 0, fifth = 0] = description;
  const syncWord = (third << 3) | (fourth >> 5);
  return description.length >= 5 && syncWord === 0x2b7 && (fourth & 31) === 5 && (fifth & 0x80) !== 0;
}

/** Adds the header that makes a frame decodable on its own (ISO/IEC 13818-7, 6.2). */
export function toAdts(packet: Uint8Array, config: AacConfig): Uint8Array {
  const length = packet.length + 7;
  const frame = new Uint8Array(length);
  const { frequencyIndex, channelConfiguration } = config;
  frame.set([
    0xff,
    0xf1,
    ((LOW_COMPLEXITY - 1) << 6) | (frequencyIndex << 2) | (channelConfiguration >> 2),
    ((channelConfiguration & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  frame.set(packet, 7);
  return frame;
}

/** The object type in an ADTS frame's header, numbered as in {@link readAacConfig}. */
export function adtsObjectType(packet: Uint8Array): number {
  return ((packet[2] ?? 0) >> 6) + 1;
}
