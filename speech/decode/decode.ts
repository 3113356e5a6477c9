import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { assertFramesHoldAudio } from './adts-frames.ts';
import type { Audio } from './audio.ts';
import { assertComplete } from './complete.ts';
import { type Container, id3Bytes, recognizeContainer, SIGNATURE_BYTES } from './container.ts';
import { openPackets } from './packets.ts';
import { openWav } from './wav.ts';

/**
 * The containers that are decoded while they arrive. The index of an MP4 may be at its end, and ADTS is checked as a
 * whole before the demuxer reads it.
 */
const STREAMABLE: ReadonlySet<Container> = new Set(['matroska', 'ogg', 'flac', 'mp3']);

/** Some programs write several ID3 tags at the start. */
const MAX_TAGS = 4;

/**
 * Opens a recording in any supported format, recognized by its content: WAV, MP4/M4A, WebM/Matroska, Ogg, FLAC, MP3 or
 * ADTS. Errors that only decoding shows are thrown by `blocks()`.
 * @throws {SpeechError} `audio_undecodable`, `audio_truncated`, `audio_encrypted`, `audio_empty`, `unsupported_codec`
 */
export async function openAudio(source: ByteSource): Promise<Audio> {
  const head = await headBehindTags(source);
  if (head.length === 0) throw new SpeechError('audio_empty');
  const container = recognizeContainer(head);
  if (container === 'unsupported') throw new SpeechError('unsupported_codec');
  if (container === 'unknown') throw new SpeechError('audio_undecodable');
  if (container === 'wav') return openWav(source);
  if (source.knownSize() === undefined && STREAMABLE.has(container)) return openArriving(source, container);
  await assertComplete(source, container);
  if (container === 'adts') await assertFramesHoldAudio(source);
  return openPackets(source, container);
}

/** Opens a recording that is still arriving. Its end is checked after its last block. */
async function openArriving(source: ByteSource, container: Exclude<Container, 'wav'>): Promise<Audio> {
  const { sampleRate, blocks } = await openPackets(source, container);
  return {
    sampleRate,
    async *blocks() {
      yield* blocks();
      await assertComplete(source, container);
    },
  };
}

async function headBehindTags(source: ByteSource): Promise<Uint8Array> {
  let at = 0;
  for (let tags = 0; ; tags++) {
    const head = await source.read(at, at + SIGNATURE_BYTES);
    const tagBytes = id3Bytes(head);
    if (tagBytes === 0 || tags === MAX_TAGS) return head;
    at += tagBytes;
    if ((await source.read(at, at + 1)).length === 0) throw new SpeechError('audio_truncated');
  }
}
