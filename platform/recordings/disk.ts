import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetching, reaching, storing } from './guard.ts';
import type { LinkSigner } from './links.ts';
import { RecordingMissingError, type Recordings } from './types.ts';

export interface DiskOptions {
  readonly folder: string;
  /** Creates links that the service itself serves. */
  readonly links: LinkSigner;
}

/** A recording that exists. */
export interface FoundRecording {
  readonly path: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** The additional methods for serving links. */
export interface DiskRecordings extends Recordings {
  /** Null when there is no such recording. */
  find(object: string): Promise<FoundRecording | null>;
}

const READ_BYTES = 256 * 1024;

/** Stores recordings as files in one folder. */
export function createDiskRecordings({ folder, links }: DiskOptions): DiskRecordings {
  return {
    async put(stream, { object }) {
      const path = pathOf(folder, object);
      return storing(stream, (bytes, signal) => write(bytes, path, signal));
    },
    async download(object, path, signal) {
      signal.throwIfAborted();
      const recording = pathOf(folder, object);
      // If the file system supports it, both share blocks until one is written.
      await reaching(() => copyFile(recording, path, constants.COPYFILE_FICLONE).catch(refuseMissing));
    },
    read: (object) => chunksOf(pathOf(folder, object)),
    async delete(object) {
      const path = pathOf(folder, object);
      await reaching(() => remove(path));
    },
    async signedUrl(object, options) {
      return links.sign(object, options);
    },
    async find(object) {
      const path = pathOf(folder, object);
      const found = await reaching(() => stat(path).catch(nullIfMissing));
      return found?.isFile() ? { path, bytes: found.size, modifiedAt: Math.floor(found.mtimeMs) } : null;
    },
  };
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const chunks = fetching(createReadStream(path, { highWaterMark: READ_BYTES }));
  try {
    yield* chunks;
  } catch (error) {
    await reaching(() => refuseMissing(error as NodeJS.ErrnoException));
  }
}

/** Also removes the partial file that a killed process left. */
async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(partOf(path), { force: true });
}

/**
 * The path of a file while it is written. It is derived from the name, because a folder may contain millions of files.
 */
function partOf(path: string): string {
  return `${path}.part`;
}

/** Writes a file completely or not at all. */
async function write(chunks: AsyncIterable<Uint8Array>, path: string, signal: AbortSignal): Promise<{ bytes: number }> {
  const temporary = partOf(path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = createWriteStream(temporary, { mode: 0o600 });
    await pipeline(chunks, file, { signal });
    await persist(temporary);
    await rename(temporary, path);
    await persist(dirname(path));
    return { bytes: file.bytesWritten };
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * The file of an object.
 * @throws {RangeError} when the name points outside the folder
 */
export function pathOf(folder: string, object: string): string {
  const root = resolve(folder);
  const path = resolve(join(root, object));
  if (object === '' || object.includes('\0') || !path.startsWith(root + sep)) {
    throw new RangeError('Cannot use the object as its name leaves the folder');
  }
  return path;
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (isMissing(error)) return null;
  throw error;
}

function refuseMissing(error: NodeJS.ErrnoException): never {
  throw isMissing(error) ? new RecordingMissingError('The recording is not there') : error;
}

/** Makes a rename durable: the file is synced before, and the folder after it. */
async function persist(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
