import { open } from 'node:fs/promises';
import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';

/** @throws {SpeechError} `engine_failed` if the file cannot be read */
export async function openSource(
  audio: { readonly bytes: Uint8Array } | { readonly path: string },
): Promise<ByteSource> {
  if ('bytes' in audio) return inMemory(audio.bytes);
  return inFile(audio.path).catch(() => {
    throw new SpeechError('engine_failed');
  });
}

function inMemory(bytes: Uint8Array): ByteSource {
  return {
    knownSize: () => bytes.length,
    size: async () => bytes.length,
    read: async (start, end) => bytes.subarray(Math.max(0, start), Math.max(0, end)),
    close: async () => undefined,
  };
}

async function inFile(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    knownSize: () => size,
    size: async () => size,
    async read(from, end) {
      const start = Math.max(0, from);
      const wanted = Math.max(0, Math.min(end, size) - start);
      const bytes = new Uint8Array(wanted);
      let filled = 0;
      while (filled < wanted) {
        const { bytesRead } = await file.read(bytes, filled, wanted - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => file.close(),
  };
}

/** A view for reading numbers from bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Latin-1 text, such as a chunk's name. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
