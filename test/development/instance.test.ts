import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Home, openHome } from '../../development/home.ts';
import { takeInstance } from '../../development/instance.ts';
import { identify, isAlive, type ProcessIdentity } from '../../platform/process-identity.ts';
import { eventually } from '../support/eventually.ts';

const deadSupervisor = { pid: 2 ** 22 + 1, startedAt: '1' }; // above the maximum process id of Linux

describe('takeInstance()', () => {
  let home: Home;
  let children: ChildProcess[];
  beforeEach(async () => {
    home = await openHome(await mkdtemp(join(tmpdir(), 'sotto-instance-')));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(home.folder, { recursive: true, force: true });
  });

  function startChild(command = 'sleep 60'): ProcessIdentity {
    const child = spawn('sh', ['-c', command], { detached: true, stdio: 'ignore' });
    children.push(child);
    const who = identify(child.pid ?? 0);
    if (!who) throw new Error('The child did not start');
    return who;
  }

  const leave = (supervisor: ProcessIdentity, ...left: (ProcessIdentity & { name: string })[]) =>
    writeFile(home.processes, JSON.stringify({ supervisor, children: left }));
  const untold = () => {
    throw new Error('There are no leftovers');
  };

  test('gives a home to one process at a time, and again after its release', async () => {
    const instance = await takeInstance(home, untold);
    await expect(takeInstance(home, untold)).rejects.toThrow(
      `Cannot start as Sotto runs already on '${home.folder}' (process ${process.pid}): stop it first`,
    );
    await instance.release();
    await (await takeInstance(home, untold)).release();
    expect(existsSync(home.processes)).toBe(false);
  });

  test('stops the children of a killed supervisor, last started first', async () => {
    const order = join(home.folder, 'order');
    const trap = (name: string) => `trap 'echo ${name} >> ${order}; exit 0' TERM; echo up >> ${order}; sleep 60 & wait`;
    const redis = startChild(trap('redis'));
    const api = startChild(trap('api'));
    const lines = async () => (await Bun.file(order).text()).trim().split('\n');
    await eventually('both children listen to signals', async () => (await lines()).length === 2);
    await leave(deadSupervisor, { name: 'Redis', ...redis }, { name: 'API', ...api });
    const told: string[][] = [];
    const instance = await takeInstance(home, (names) => told.push(names));
    expect(told).toEqual([['Redis', 'API']]);
    expect((await lines()).slice(2)).toEqual(['api', 'redis']);
    expect([redis, api].some(isAlive)).toBe(false);
    await instance.release();
  });

  test.each([
    ['deletes a temporary home', ['temporary'], false],
    ['keeps any other home', [], true],
  ])('the guard stops the children of a killed supervisor and %s', async (_, kind, isKept) => {
    const child = startChild();
    await leave(deadSupervisor, { name: 'Redis', ...child });
    const entry = fileURLToPath(new URL('../../development/guard.ts', import.meta.url));
    const guard = spawn(process.execPath, [entry, home.folder, ...kind], { stdio: ['pipe', 'ignore', 'ignore'] });
    guard.stdin.end();
    const [code] = await once(guard, 'exit');
    expect({ code, childIsAlive: isAlive(child) }).toEqual({ code: 0, childIsAlive: false });
    expect(existsSync(home.folder)).toBe(isKept);
  });

  test('does not stop an unrelated process that has the id of a former child', async () => {
    const { pid } = startChild();
    await leave(deadSupervisor, { name: 'Redis', pid, startedAt: 'long ago' });
    const instance = await takeInstance(home, untold);
    expect(identify(pid)).toBeDefined();
    await instance.release();
  });

  test('accepts a home whose record is damaged', async () => {
    await writeFile(home.processes, '{"supervisor":');
    await (await takeInstance(home, untold)).release();
  });
});
