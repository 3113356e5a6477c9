import { SpeechError } from '../types.ts';
import { assertFramesHoldAudio } from './adts-frames.ts';
import type { Audio } from './audio.ts';
import { assertComplete } from './complete.ts';
import { id3Bytes, recognizeContainer, SIGNATURE_BYTES } from './container.ts';
import { openPackets } from './packets.ts';
import type { ByteSource } from './source.ts';
import { openWav } from './wav.ts';

/** Some taggers put more than one ID3 tag at the beginning. */
const MAX_TAGS = 4;

/**
 * Opens a recording whatever its format: WAV, MP4/M4A, WebM/Matroska, Ogg, FLAC, MP3 or ADTS, told by its content.
 * Damage that only shows while decoding is thrown by `blocks()`.
 * @throws {SpeechError} `audio_undecodable`, `audio_truncated`, `audio_encrypted`, `audio_empty`, `unsupported_codec`
 */
export async function openAudio(source: ByteSource): Promise<Audio> {
  const head = await headBehindTags(source);
  const container = recognizeContainer(head);
  if (container === 'unsupported') throw new SpeechError('unsupported_codec');
  if (container === 'unknown') throw new SpeechError('audio_undecodable');
  if (container === 'wav') return openWav(source);
  await assertComplete(source, container);
  if (container === 'adts') await assertFramesHoldAudio(source);
  return openPackets(source, container);
}

async function headBehindTags(source: ByteSource): Promise<Uint8Array> {
  let at = 0;
  for (let tags = 0; ; tags++) {
    const head = await source.read(at, at + SIGNATURE_BYTES);
    const tagBytes = id3Bytes(head);
    if (tagBytes === 0 || tags === MAX_TAGS) return head;
    at += tagBytes;
    if (at >= source.size) throw new SpeechError('audio_truncated');
  }
}
