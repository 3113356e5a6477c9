import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import type { Container } from './container.ts';
import { textOf, viewOf } from './source.ts';

/**
 * Rejects truncated and encrypted files, as far as their structure shows, before decoding. For MP3 and ADTS, which
 * consist of frames only, see frame-end.ts.
 * @throws {SpeechError} `audio_truncated`, `audio_encrypted`
 */
export async function assertComplete(source: ByteSource, container: Container): Promise<void> {
  if (container === 'mp4') await checkMp4(source);
  if (container === 'matroska') await checkMatroska(source);
  if (container === 'ogg') await checkOgg(source);
}

/** Boxes that contain the description of a track's samples (ISO/IEC 14496-12). */
const MP4_PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Boxes at the top level. Other bytes after the movie are a tag of some program. */
const MP4_TOP = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'free',
  'skip',
  'wide',
  'sidx',
  'mfra',
  'uuid',
  'meta',
]);
/** Full box header and the count of entries. */
const STSD_HEADER_BYTES = 8;
const MAX_BOXES = 100_000;

async function checkMp4(source: ByteSource): Promise<void> {
  const found = { boxes: 0, movie: false };
  const fileSize = await source.size();
  await walkBoxes(0, fileSize);
  if (!found.movie) throw new SpeechError('audio_truncated');

  async function walkBoxes(from: number, to: number): Promise<void> {
    let at = from;
    while (at + 8 <= to) {
      found.boxes += 1;
      if (found.boxes > MAX_BOXES) throw new SpeechError('audio_undecodable');
      const head = await source.read(at, at + 16);
      const name = textOf(head, 4, 8);
      const { headerBytes, size } = boxSize(head, to - at);
      if (size < headerBytes) throw new SpeechError('audio_undecodable');
      if (at + size > to && found.movie && to === fileSize && !MP4_TOP.has(name)) return;
      if (at + size > to) throw new SpeechError(to === fileSize ? 'audio_truncated' : 'audio_undecodable');
      if (name === 'moov') found.movie = true;
      if (name === 'enca' || name === 'encv') throw new SpeechError('audio_encrypted');
      if (MP4_PARENTS.has(name)) await walkBoxes(at + headerBytes, at + size);
      if (name === 'stsd') await walkBoxes(at + headerBytes + STSD_HEADER_BYTES, at + size);
      at += size;
    }
  }
}

/** 0 means "until the end", 1 that the size follows as 64 bits. */
function boxSize(head: Uint8Array, rest: number): { headerBytes: number; size: number } {
  const view = viewOf(head);
  const size = view.getUint32(0);
  if (size === 0) return { headerBytes: 8, size: rest };
  if (size === 1 && head.length === 16) return { headerBytes: 16, size: Number(view.getBigUint64(8)) };
  return { headerBytes: 8, size };
}

const EBML = { segment: 0x18538067, cluster: 0x1f43b675, tracks: 0x1654ae6b, track: 0xae } as const;
const EBML_ENCRYPTION = 0x5035;
const EBML_ENCODINGS = [0x6d80, 0x6240];
const EBML_PARENTS = new Set<number>([EBML.segment, EBML.cluster, EBML.tracks, EBML.track, ...EBML_ENCODINGS]);
/** The maximum number of elements: 50 blocks a second for a day. */
const MAX_ELEMENTS = 10_000_000;

/** Reads all elements (RFC 8794). The last one shows whether the file ends where it should. */
async function checkMatroska(source: ByteSource): Promise<void> {
  const reader = buffered(source);
  const fileSize = await source.size();
  let at = 0;
  for (let elements = 0; at < fileSize; elements++) {
    const head = await reader(at, 12);
    const element = readElement(head);
    if (element === undefined) throw new SpeechError('audio_truncated');
    if (element.id === EBML_ENCRYPTION) throw new SpeechError('audio_encrypted');
    if (elements > MAX_ELEMENTS) throw new SpeechError('audio_undecodable');
    const { headerBytes, size } = element;
    if (size !== undefined && at + headerBytes + size > fileSize) throw new SpeechError('audio_truncated');
    at += EBML_PARENTS.has(element.id) || size === undefined ? headerBytes : headerBytes + size;
  }
}

/** An element's id and size. The size is undefined if it is unknown, as in the files of live recorders. */
function readElement(head: Uint8Array): { id: number; headerBytes: number; size: number | undefined } | undefined {
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined;
  const id = head.subarray(0, idBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const bytes = head.subarray(idBytes, idBytes + sizeBytes);
  const marker = 2 ** (8 - sizeBytes);
  const size = bytes.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (marker - 1) : byte), 0);
  const unknown = size >= 2 ** (7 * sizeBytes) - 1;
  return { id, headerBytes: idBytes + sizeBytes, size: unknown ? undefined : size };
}

/** The largest page that Ogg allows (RFC 3533): 27 bytes, 255 lengths, 255 × 255 bytes. */
const OGG_PAGE_BYTES = 27 + 255 + 255 * 255;

/** The last page must be complete. Its end flag is not required, because live recorders do not always write it. */
async function checkOgg(source: ByteSource): Promise<void> {
  const fileSize = await source.size();
  const tail = await source.read(fileSize - 2 * OGG_PAGE_BYTES, fileSize);
  const last = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('OggS');
  if (last < 0) throw new SpeechError('audio_undecodable');
  const lengths = tail[last + 26] ?? 0;
  const dataStart = last + 27 + lengths;
  const data = tail.subarray(last + 27, dataStart).reduce((sum, length) => sum + length, 0);
  if (dataStart + data > tail.length || last + 27 > tail.length) throw new SpeechError('audio_truncated');
}

const WINDOW_BYTES = 64 * 1024;

/** Buffers small reads. */
function buffered(source: ByteSource): (at: number, length: number) => Promise<Uint8Array> {
  let start = 0;
  let window: Uint8Array = new Uint8Array(0);
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      start = at;
      window = await source.read(at, at + WINDOW_BYTES);
    }
    return window.subarray(at - start, at - start + length);
  };
}
