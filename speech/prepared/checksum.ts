import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;

/** Size and CRC-32 of a file. They show damage, and whether a packaged file is another one; not an attack. */
export async function checksumOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let size = 0;
    let sum = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, size);
      if (bytesRead === 0) return `${size}-${sum.toString(16)}`;
      sum = crc32(chunk.subarray(0, bytesRead), sum);
      size += bytesRead;
    }
  } finally {
    await file.close();
  }
}
