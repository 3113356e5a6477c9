import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * A part of a file as a response body, read while it is sent. Bun sends a stream without Content-Length
 * (oven-sh/bun#10507) but sends a file's Blob from disk. Other runtimes read such a Blob into memory, and keep the
 * length of a stream.
 * @param first the first byte
 * @param last the last byte, inclusive
 */
export async function fileBody(path: string, first: number, last: number): Promise<BodyInit> {
  if ('Bun' in globalThis) return (await openAsBlob(path)).slice(first, last + 1);
  return Readable.toWeb(createReadStream(path, { start: first, end: last })) as unknown as ReadableStream;
}
