import { BITMAP_BYTES, BLOCK_NOTES, LIST_BYTES } from './index-layout.ts';

/** Reads a posting list: the offsets of notes in a block, in ascending order. `lua/README.md` describes the format. */
export function decodeList(list: Buffer): number[] {
  const offsets: number[] = [];
  if (!isBitmap(list)) {
    for (let at = 0; at < list.length; at += 2) offsets.push(list.readUInt16BE(at));
    return offsets;
  }
  const end = Math.min(list.length * 8, BLOCK_NOTES);
  for (let offset = 0; offset < end; offset += 1) {
    if (((list[offset >> 3] ?? 0) >> (offset & 7)) & 1) offsets.push(offset);
  }
  return offsets;
}

/** @param offsets in ascending order, each once */
export function encodeList(offsets: readonly number[]): Buffer {
  const bytes = bitmapBytes(offsets.at(-1) ?? 0);
  if (offsets.length * 2 >= LIST_BYTES && offsets.length * 2 >= bytes) return withBits(Buffer.alloc(bytes), offsets);
  const list = Buffer.alloc(offsets.length * 2);
  offsets.forEach((offset, index) => {
    list.writeUInt16BE(offset, index * 2);
  });
  return list;
}

/** The list with more offsets. */
export function extendList(list: Buffer, offsets: readonly number[]): Buffer {
  if (!isBitmap(list)) return encodeList(union(decodeList(list), offsets));
  const bitmap = Buffer.alloc(Math.max(list.length & ~3, ...offsets.map(bitmapBytes)));
  list.copy(bitmap);
  return withBits(bitmap, offsets);
}

function union(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((a, b) => a - b);
}

const isBitmap = (list: Buffer) => list.length % 2 === 1 || list.length === BITMAP_BYTES;

const bitmapBytes = (offset: number) => (offset >> 5) * 4 + 4;

/** Sets bits in place. The extra byte distinguishes a bitmap that is not full from offsets. */
function withBits(bitmap: Buffer, offsets: readonly number[]): Buffer {
  for (const offset of offsets) bitmap[offset >> 3] = (bitmap[offset >> 3] ?? 0) | (1 << (offset & 7));
  return bitmap.length === BITMAP_BYTES ? bitmap : Buffer.concat([bitmap, Buffer.alloc(1)]);
}
