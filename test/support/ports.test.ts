import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort, freePort } from './ports.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-ports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('claimPort()', () => {
  test('gives a port once, to this process and to others', async () => {
    expect([claimPort(1, folder), claimPort(1, folder)]).toEqual([true, false]);
    const program = `const { claimPort } = await import(${JSON.stringify(join(import.meta.dir, 'ports.ts'))});
      console.log(claimPort(1, ${JSON.stringify(folder)}), claimPort(2, ${JSON.stringify(folder)}));`;
    const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('false true');
  });

  test('gives the port of a process that has ended again, and not one whose claim is being written', async () => {
    const { pid } = spawnSync('true');
    await writeFile(join(folder, '3'), String(pid));
    await writeFile(join(folder, '4'), '');
    expect([claimPort(3, folder), claimPort(4, folder)]).toEqual([true, false]);
  });
});

test('freePort() never gives a port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
});
