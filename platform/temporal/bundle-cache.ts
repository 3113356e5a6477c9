import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

export interface BundleCacheOptions {
  /** Entry modules of the bundle. Their relative imports are part of the cache key. */
  readonly entries: readonly string[];
  /** Files that stand for everything else that the bundle depends on, such as the lockfile. A missing file is allowed. */
  readonly manifests: readonly string[];
  /** Folder of the cache. Bundling also works when it cannot be written. */
  readonly folder: string;
  readonly build: () => Promise<string>;
}

const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const RELATIVE_IMPORT = /(?:from |import |import\()['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Returns the code of a bundle: from the cache when a bundle of exactly the same sources is there, otherwise from
 * `build`. The key is a hash of the sources' content, so that an outdated bundle is never used.
 */
export async function cachedBundle({ entries, manifests, folder, build }: BundleCacheOptions): Promise<string> {
  const path = join(folder, `bundle-${await sourcesHash(entries, manifests)}.js`);
  const cached = await readOptional(path);
  if (cached !== undefined) return cached;
  const code = await build();
  await store(folder, path, code).catch(() => {}); // a read-only image has no cache to write
  return code;
}

async function sourcesHash(entries: readonly string[], manifests: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  // Relative names, because an image is assembled in another folder than it runs in.
  const nameOf = (path: string) => relative(dirname(entries[0] ?? ''), path);
  const pending = [...entries];
  const seen = new Set(pending);
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    const source = await readFile(path, 'utf8');
    hash.update(JSON.stringify([nameOf(path), source]));
    for (const [, specifier = ''] of source.matchAll(RELATIVE_IMPORT)) {
      const imported = resolve(dirname(path), specifier);
      if (!seen.has(imported)) pending.push(imported);
      seen.add(imported);
    }
  }
  for (const path of manifests) hash.update(JSON.stringify([nameOf(path), await readOptional(path)]));
  return hash.digest('hex').slice(0, 32);
}

/** Writes the bundle in one step, so that no other process reads half of it, and removes bundles of old sources. */
async function store(folder: string, path: string, code: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${randomUUID()}`);
  await writeFile(partial, code);
  await rename(partial, path);
  for (const name of await readdir(folder)) {
    const old = join(folder, name);
    if (Date.now() - (await stat(old)).mtimeMs > MAX_AGE_MS) await rm(old, { force: true });
  }
}

/** The file's text; undefined when the file does not exist. */
async function readOptional(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
