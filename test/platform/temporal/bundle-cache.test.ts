import { beforeEach, expect, test } from 'bun:test';
import { chmod, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedBundle } from '../../../platform/temporal/bundle-cache.ts';

let root: string;
let builds: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-bundle-'));
  builds = 0;
  await writeFile(join(root, 'entry.ts'), "import { a } from './a.ts';\n");
  await writeFile(join(root, 'a.ts'), "export { b as a } from './b.ts';\n");
  await writeFile(join(root, 'b.ts'), 'export const b = 1;\n');
  await writeFile(join(root, 'lock'), 'packages 1');
});

const bundle = (folder = join(root, 'cache')) =>
  cachedBundle({
    entries: [join(root, 'entry.ts')],
    manifests: [join(root, 'lock'), join(root, 'absent')],
    folder,
    build: async () => {
      builds += 1;
      return `bundle ${builds}`;
    },
  });

test('cachedBundle() builds once for the same sources', async () => {
  expect(await Promise.all([bundle(), bundle()])).toContain('bundle 1');
  const first = await bundle();
  const before = builds;
  expect(await bundle()).toBe(first);
  expect(builds).toBe(before);
});

test.each([
  ['the entry', 'entry.ts', "import { a } from './a.ts'; // changed\n"],
  ['a file that an imported file imports', 'b.ts', 'export const b = 2;\n'],
  ['the lockfile', 'lock', 'packages 2'],
])('cachedBundle() builds again after a change of %s', async (_, name, content) => {
  expect(await bundle()).toBe('bundle 1');
  await writeFile(join(root, name), content);
  expect(await bundle()).toBe('bundle 2');
});

test('cachedBundle() uses a cache that was moved with its sources', async () => {
  expect(await bundle()).toBe('bundle 1');
  const moved = `${root}-moved`;
  await rename(root, moved);
  root = moved;
  expect(await bundle()).toBe('bundle 1');
});

test('cachedBundle() builds again after a manifest was added', async () => {
  expect(await bundle()).toBe('bundle 1');
  await writeFile(join(root, 'absent'), 'now present');
  expect(await bundle()).toBe('bundle 2');
});

test('cachedBundle() returns the bundle when the cache cannot be written', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  await chmod(file, 0o400);
  expect(await bundle(join(file, 'cache'))).toBe('bundle 1');
});

test('cachedBundle() fails when a source is missing', async () => {
  await rm(join(root, 'b.ts'));
  expect(bundle()).rejects.toThrow('b.ts');
  expect(builds).toBe(0);
});

test('cachedBundle() removes bundles of old sources and partial files after a week', async () => {
  await bundle();
  const [old = ''] = await readdir(join(root, 'cache'));
  const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await utimes(join(root, 'cache', old), weekAgo, weekAgo);
  await writeFile(join(root, 'b.ts'), 'export const b = 2;\n');
  await bundle();
  expect(await readdir(join(root, 'cache'))).not.toContain(old);
  expect(await readdir(join(root, 'cache'))).toHaveLength(1);
});
