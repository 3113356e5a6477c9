import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * A part of a file as a response body, read as it is sent. Bun gives a stream no Content-Length (oven-sh/bun#10507)
 * but sends a file's Blob from disk; elsewhere such a Blob is read whole into memory and a stream keeps its length.
 * @param first the first byte
 * @param last the last byte, included
 */
export async function fileBody(path: string, first: number, last: number): Promise<BodyInit> {
  if ('Bun' in globalThis) return (await openAsBlob(path)).slice(first, last + 1);
  return Readable.toWeb(createReadStream(path, { start: first, end: last })) as unknown as ReadableStream;
}
