import { type Container, recognizeContainer } from './container.ts';
import { textOf } from './source.ts';

/** The number of bytes that {@link mediaTypeOf} reads. */
export const MEDIA_TYPE_BYTES = 64;

const TYPES: Readonly<Record<Container, string>> = {
  wav: 'audio/wav',
  mp4: 'audio/mp4',
  matroska: 'audio/webm',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  adts: 'audio/aac',
};

/**
 * The MIME type of a recording, by its first bytes, because many programs upload all files as
 * `application/octet-stream`.
 * @returns null for an unsupported format
 */
export function mediaTypeOf(head: Uint8Array): string | null {
  // The content after the tag may be beyond the read bytes. With rare exceptions it is MP3.
  if (textOf(head, 0, 3) === 'ID3') return TYPES.mp3;
  const container = recognizeContainer(head);
  if (container === 'unknown' || container === 'unsupported') return null;
  const isMatroska = container === 'matroska' && textOf(head, 0, MEDIA_TYPE_BYTES).includes('matroska');
  return isMatroska ? 'audio/x-matroska' : TYPES[container];
}
