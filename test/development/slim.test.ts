import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slim } from '../../development/slim.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const INFERENCE = join('onnxruntime-node', 'bin', 'napi-v6');
const AUDIO = 'node-web-audio-api';
const BRIDGE = join('@temporalio', 'core-bridge', 'releases');

async function emptyModules(): Promise<string> {
  const modules = join(await mkdtemp(join(tmpdir(), 'sotto-slim-')), 'node_modules');
  await mkdir(modules);
  return modules;
}

/** The native binaries of the published packages, for all machines. */
const PUBLISHED = [
  ...['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64'].map((machine) =>
    join(INFERENCE, machine, 'onnxruntime_binding.node'),
  ),
  ...['aarch64-apple-darwin', 'aarch64-unknown-linux-gnu', 'x86_64-apple-darwin'].map((target) =>
    join(BRIDGE, target, 'index.node'),
  ),
  ...['x86_64-pc-windows-msvc', 'x86_64-unknown-linux-gnu'].map((target) => join(BRIDGE, target, 'index.node')),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf', 'linux-arm64-gnu', 'linux-x64-gnu', 'win32-x64-msvc'].map(
    (target) => join(AUDIO, `node-web-audio-api.${target}.node`),
  ),
];

/** A folder of packages with these empty files. */
async function modulesWith(files: readonly string[]): Promise<string> {
  const modules = await emptyModules();
  for (const file of files) {
    await mkdir(dirname(join(modules, file)), { recursive: true });
    await writeFile(join(modules, file), '');
  }
  return modules;
}

describe('slim() keeps', () => {
  test("every file of a linked folder, whose files are not the packages' own", async () => {
    const modules = await modulesWith(['package/source.ts']);
    const linked = await modulesWith(['index.ts', 'README.md', 'LICENSE', 'dist/bundles/all.js']);
    try {
      await symlink(linked, join(modules, 'mediabunny'));
      await symlink(linked, join(modules, 'package', 'other'));
      const machine = { platform: 'linux', arch: 'x64' };
      expect(await slim(modules, machine)).toEqual([join(modules, 'package', 'source.ts')]);
      expect((await readdir(linked)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'index.ts']);
      expect(await readdir(join(linked, 'dist', 'bundles'))).toEqual(['all.js']);
    } finally {
      for (const folder of [modules, linked]) await rm(dirname(folder), { recursive: true });
    }
  });

  test.each([
    ['linux', 'x64', 'x86_64-unknown-linux-gnu'],
    ['linux', 'arm64', 'aarch64-unknown-linux-gnu'],
    ['darwin', 'arm64', 'aarch64-apple-darwin'],
  ])('the binaries of %s on %s alone', async (platform, arch, target) => {
    const modules = await modulesWith(PUBLISHED);
    try {
      expect((await slim(modules, { platform, arch })).length).toBeGreaterThan(5);
      expect(await readdir(join(modules, INFERENCE))).toEqual([platform]);
      expect(await readdir(join(modules, INFERENCE, platform))).toEqual([arch]);
      expect(await readdir(join(modules, BRIDGE))).toEqual([target]);
      expect(await readdir(join(modules, AUDIO))).toEqual([expect.stringContaining(`.${platform}-${arch}`)]);
      expect(await slim(modules, { platform, arch })).toEqual([]);
    } finally {
      await rm(dirname(modules), { recursive: true });
    }
  });

  test('types, except in an image, and a README without a licence beside it', async () => {
    const kept = ['a/index.js', 'a/LICENSE.md', 'a/package.json', 'b/README.md'];
    const read = ['a/index.d.ts', 'a/index.d.mts'];
    const unread = ['a/index.js.map', 'a/src/index.ts', 'a/src/index.mts', 'a/README.md', 'bintrees/test/data.js'];
    const modules = await modulesWith([...kept, ...read, ...unread, 'typescript/lib/tsc.js']);
    const filesLeft = async () => {
      const entries = await readdir(modules, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => relative(modules, join(parentPath, name))).sort();
    };
    try {
      await slim(modules, process);
      expect(await filesLeft()).toEqual([...kept, ...read, 'typescript/lib/tsc.js'].sort());
      await slim(modules, process, { image: true });
      expect(await filesLeft()).toEqual(kept.sort());
    } finally {
      await rm(dirname(modules), { recursive: true });
    }
  });

  test('the binaries of this machine', async () => {
    const modules = await emptyModules();
    try {
      for (const name of ['onnxruntime-node', 'onnxruntime-common', join('@temporalio', 'core-bridge')]) {
        await cp(join(MODULES, name), join(modules, name), { recursive: true });
      }
      await slim(modules, process);
      const load = "console.log(typeof require('onnxruntime-node').InferenceSession.create)";
      const { stdout, stderr } = spawnSync(process.execPath, ['-e', load], { cwd: dirname(modules), encoding: 'utf8' });
      expect({ stdout, stderr }).toEqual({ stdout: 'function\n', stderr: '' });
    } finally {
      await rm(dirname(modules), { recursive: true });
    }
  });
});
