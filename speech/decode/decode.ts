import { SpeechError } from '../types.ts';
import { assertFramesHoldAudio } from './adts-frames.ts';
import type { Audio } from './audio.ts';
import { assertComplete } from './complete.ts';
import { id3Bytes, recognizeContainer, SIGNATURE_BYTES } from './container.ts';
import { openPackets } from './packets.ts';
import type { ByteSource } from './source.ts';
import { openWav } from './wav.ts';

/** Some programs write several ID3 tags at the start. */
const MAX_TAGS = 4;

/**
 * Opens a recording in any supported format, recognized by its content: WAV, MP4/M4A, WebM/Matroska, Ogg, FLAC, MP3 or
 * ADTS. Errors that only decoding shows are thrown by `blocks()`.
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
