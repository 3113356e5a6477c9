import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slim } from '../../development/slim.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const INFERENCE = join('onnxruntime-node', 'bin', 'napi-v6');
const BRIDGE = join('@temporalio', 'core-bridge', 'releases');

async function emptyModules(): Promise<string> {
  const modules = join(await mkdtemp(join(tmpdir(), 'sotto-slim-')), 'node_modules');
  await mkdir(modules);
  return modules;
}

/** Folders as the real packages have them, without what is in them. */
async function outlined(): Promise<string> {
  const modules = await emptyModules();
  for (const packaged of [INFERENCE, BRIDGE]) {
    const folders = await readdir(join(MODULES, packaged), { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of folders.filter((entry) => entry.isDirectory())) {
      await mkdir(join(modules, packaged, join(parentPath, name).slice(join(MODULES, packaged).length)), {
        recursive: true,
      });
    }
  }
  return modules;
}

describe('slim() keeps', () => {
  test.each([
    ['linux', 'x64', 'x86_64-unknown-linux-gnu'],
    ['linux', 'arm64', 'aarch64-unknown-linux-gnu'],
    ['darwin', 'arm64', 'aarch64-apple-darwin'],
  ])('the binaries of %s on %s alone', async (platform, arch, target) => {
    const modules = await outlined();
    try {
      expect((await slim(modules, { platform, arch })).length).toBeGreaterThan(5);
      expect(await readdir(join(modules, INFERENCE))).toEqual([platform]);
      expect(await readdir(join(modules, INFERENCE, platform))).toEqual([arch]);
      expect(await readdir(join(modules, BRIDGE))).toEqual([target]);
      expect(await slim(modules, { platform, arch })).toEqual([]);
    } finally {
      await rm(dirname(modules), { recursive: true });
    }
  });

  test('what this machine runs on', async () => {
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
