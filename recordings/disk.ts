import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LinkSigner } from './links.ts';
import type { Recordings } from './types.ts';

export interface DiskOptions {
  readonly folder: string;
  /** Makes the links that the service itself answers. */
  readonly links: LinkSigner;
}

/** Keeps recordings as files below one folder. */
export function createDiskRecordings({ folder, links }: DiskOptions): Recordings {
  return {
    async put(stream, { object }) {
      const path = pathOf(folder, object);
      const temporary = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        const file = createWriteStream(temporary, { mode: 0o600 });
        await pipeline(stream, file);
        await persist(temporary);
        await rename(temporary, path);
        return { bytes: file.bytesWritten };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async download(object, path, signal) {
      signal.throwIfAborted();
      await copyFile(pathOf(folder, object), path);
    },
    async delete(object) {
      await rm(pathOf(folder, object), { force: true });
    },
    async signedUrl(object, options) {
      return links.sign(object, options);
    },
  };
}

/**
 * The file of an object.
 * @throws {RangeError} when the name would leave the folder
 */
export function pathOf(folder: string, object: string): string {
  const root = resolve(folder);
  const path = resolve(join(root, object));
  if (object === '' || object.includes('\0') || !path.startsWith(root + sep)) {
    throw new RangeError('Cannot use the object as its name leaves the folder');
  }
  return path;
}

/** A rename is only as safe as what it renames. */
async function persist(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
