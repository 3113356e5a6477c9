import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { writingOptions } from '../inference.ts';
import { TRANSPILED } from './cache.ts';
import { checksumOf } from './checksum.ts';
import { CHECKSUMS, findPreparedModels, preparedFolder } from './find.ts';
import { MODEL_NAMES, readBundledModel } from './models.ts';

/** A partial folder that is older was left by a process that was killed. */
const PARTIAL_FOR_MS = 60 * 60 * 1000;
/** Models of other versions that no set-up asked for in this time are deleted. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Prepares the bundled models for this machine, unless that was done, and deletes those of versions that are no longer
 * used. Several processes may do this at once: each moves a complete folder to its place.
 * @returns the folder of the prepared models
 */
export async function prepareModels(cache: string): Promise<string> {
  const folder = await preparedFolder(cache);
  if ((await findPreparedModels(cache)) !== undefined) {
    await utimes(folder, new Date(), new Date()).catch(() => undefined); // it is in use; the folder may be read-only
    return folder;
  }
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, '.partial-'));
  try {
    const checksums: Record<string, string> = {};
    for (const name of MODEL_NAMES) {
      const path = join(partial, `${name}.ort`);
      const session = await InferenceSession.create(await readBundledModel(name), writingOptions(path));
      await session.release();
      checksums[name] = await checksumOf(path);
    }
    await writeFile(join(partial, CHECKSUMS), JSON.stringify(checksums));
    await chmod(partial, 0o755);
    await rm(folder, { recursive: true, force: true }); // damaged
    await rename(partial, folder).catch(async (error: unknown) => {
      if ((await findPreparedModels(cache)) === undefined) throw error; // otherwise, another process was faster
    });
    await removeOld(cache);
    return folder;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const maxAgeMs = name.startsWith('.partial-') ? PARTIAL_FOR_MS : KEPT_FOR_MS;
    const path = join(cache, name);
    const found = await stat(path).catch(() => undefined); // another process may delete it meanwhile
    const isOld = found !== undefined && Date.now() - found.mtimeMs > maxAgeMs;
    if (isOld && name !== TRANSPILED) await rm(path, { recursive: true, force: true });
  }
}
