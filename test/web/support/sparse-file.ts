import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a file of `bytes` zeros, which takes no space on the disk. @returns its path */
export async function sparseFile(folder: string, name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '');
  await truncate(path, bytes);
  return path;
}
