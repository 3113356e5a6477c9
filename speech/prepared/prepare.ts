import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { writingOptions } from '../inference.ts';
import { checksumOf } from './checksum.ts';
import { CHECKSUMS, findPreparedModels, PREPARED_CACHE, preparedFolder } from './find.ts';
import { MODEL_NAMES, readBundledModel } from './models.ts';

/** A partial folder that is older was left by a process that was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Prepares the bundled models for this machine, unless that was done, and deletes those of other versions. Several
 * processes may do this at once: each moves a complete folder to its place.
 */
export async function prepareModels(cache = PREPARED_CACHE): Promise<void> {
  const folder = await preparedFolder(cache);
  if ((await findPreparedModels(cache)) !== undefined) {
    await utimes(folder, new Date(), new Date()); // its age tells the launcher that nothing is to be done
    return;
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
    await removeOthers(cache, basename(folder));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function removeOthers(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const isPartial = name.startsWith('.partial-');
    const goes = isPartial ? await isAbandoned(path) : name.startsWith('speech-') && name !== current;
    if (goes) await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // another process may delete it meanwhile
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}
