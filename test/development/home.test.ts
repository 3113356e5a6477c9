import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecret, openHome, writeWhole } from '../../development/home.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-home-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('openHome()', () => {
  test('creates folders with owner-only permissions', async () => {
    const home = await openHome(join(folder, 'a', 'b'));
    for (const path of [home.folder, home.redis, home.logs, join(home.folder, 'temporal')]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
    expect((await readdir(home.folder)).sort()).toEqual(['logs', 'redis', 'temporal']);
  });

  test('names the folder and SOTTO_HOME when it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openHome(join(folder, 'file', 'home'))).rejects.toThrow(
      /^Cannot start as '.*file\/home' cannot be written: a part of the path is a file \(set SOTTO_HOME/,
    );
    await expect(openHome(join(folder, 'file'))).rejects.toThrow(/cannot be written: it is a file/);
  });

  test('reports the free space when the disk is full', async () => {
    const full = openHome(folder, { freeBytes: 1024 ** 6 });
    await expect(full).rejects.toThrow(/^Cannot start as the disk of '.*' is full: \d+ MiB are free, at least/);
  });
});

describe('keepSecret()', () => {
  test('creates a secret once, with owner-only permissions', async () => {
    const home = await openHome(folder);
    const secret = await keepSecret(home);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await keepSecret(home)).toBe(secret);
    expect((await stat(home.secret)).mode & 0o777).toBe(0o600);
  });

  test('refuses a damaged secret instead of replacing it', async () => {
    const home = await openHome(folder);
    await writeFile(home.secret, 'short');
    await expect(keepSecret(home)).rejects.toThrow(/secret' is damaged: restore it, or delete it/);
    expect(await readFile(home.secret, 'utf8')).toBe('short');
  });
});

describe('writeWhole()', () => {
  test('keeps the old file and no partial one when it fails', async () => {
    await expect(writeWhole(join(folder, 'none', 'x'), 'new')).rejects.toThrow();
    await writeWhole(join(folder, 'x'), 'old');
    await expect(writeWhole(join(folder, 'x', 'y'), 'new')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['x']);
    expect(await readFile(join(folder, 'x'), 'utf8')).toBe('old');
  });
});
