import { type Container, recognizeContainer } from './container.ts';
import { textOf } from './source.ts';

/** How many first bytes {@link mediaTypeOf} looks at. */
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
 * The MIME type of a recording by its first bytes, as many programs upload all files as `application/octet-stream`.
 * @returns null for what is no format that Sotto reads
 */
export function mediaTypeOf(head: Uint8Array): string | null {
  // What follows the tag may be further on than anyone looks: it is MP3 but for the rarest files.
  if (textOf(head, 0, 3) === 'ID3') return TYPES.mp3;
  const container = recognizeContainer(head);
  if (container === 'unknown' || container === 'unsupported') return null;
  const isMatroska = container === 'matroska' && textOf(head, 0, MEDIA_TYPE_BYTES).includes('matroska');
  return isMatroska ? 'audio/x-matroska' : TYPES[container];
}
