import { afterAll, beforeAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { identify } from '../../platform/process-identity.ts';
import { openWorkFolder } from '../../worker/work-folder.ts';

const HOUR = 60 * 60 * 1000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-work-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function leave(name: string): Promise<void> {
  await mkdir(join(folder, name, 'note-1'), { recursive: true });
  await writeFile(join(folder, name, 'note-1', 'recording'), 'audio');
}

test("openWorkFolder() returns this process's folder with its existing files", async () => {
  const own = await openWorkFolder(folder, Date.now());
  expect(dirname(own)).toBe(folder);
  await leave(basename(own));
  expect(await openWorkFolder(folder, Date.now())).toBe(own);
  expect(await readdir(own)).toEqual(['note-1']);
});

test('openWorkFolder() removes the folder of a dead process, and keeps that of a living one', async () => {
  const child = spawn('sleep', ['60']);
  const living = `${hostname()}_${child.pid}_${identify(child.pid ?? 0)?.startedAt}`;
  // The id of a running process with a different start time.
  const killed = `${hostname()}_${child.pid}_1`;
  await Promise.all([leave(living), leave(killed)]);
  await openWorkFolder(folder, Date.now());
  expect(await readdir(folder)).toContain(living);
  expect(await readdir(folder)).not.toContain(killed);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  await openWorkFolder(folder, Date.now());
  expect(await readdir(folder)).not.toContain(living);
});

test('openWorkFolder() removes the folder of another machine after a day', async () => {
  await Promise.all([leave('elsewhere_1_1'), leave('note-abc')]);
  const now = Date.now();
  await openWorkFolder(folder, now + 23 * HOUR);
  expect(await readdir(folder)).toContain('elsewhere_1_1');
  await openWorkFolder(folder, now + 25 * HOUR);
  for (const name of ['elsewhere_1_1', 'note-abc']) expect(await readdir(folder)).not.toContain(name);
});
