import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import { type BareMachine, bareMachine } from './tools-fixture.ts';

const launcher = fileURLToPath(new URL('../../development/launcher.mjs', import.meta.url));
const slim = fileURLToPath(new URL('../../development/slim.ts', import.meta.url));
const node = Bun.which('node') ?? process.execPath;

describe('launcher.mjs', () => {
  let machine: BareMachine;
  let clone: string;
  beforeEach(async () => {
    machine = await bareMachine();
    clone = join(machine.folder, 'clone');
    await mkdir(join(clone, 'development'), { recursive: true });
    await copyFile(launcher, join(clone, 'development', 'launcher.mjs'));
    await copyFile(slim, join(clone, 'development', 'slim.ts'));
    for (const name of ['used', 'tested']) {
      await mkdir(join(clone, name));
      await writeFile(join(clone, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      await writeFile(join(clone, name, 'index.js.map'), '{}');
    }
    const packages = { dependencies: { used: 'file:./used' }, devDependencies: { tested: 'file:./tested' } };
    const manifest = { name: 'clone', packageManager: `bun@${Bun.version}`, ...packages };
    await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
    Bun.spawnSync([process.execPath, 'install', '--lockfile-only'], { cwd: clone, stderr: 'ignore' });
    await writeFile(
      join(clone, 'entry.ts'),
      `console.log(Bun.version, process.argv.slice(2).join(' ')); process.exitCode = 7 as number;`,
    );
  });
  afterEach(() => machine.remove());

  /** An npm that records its arguments and installs the Bun that runs this test. */
  const installNpm = () =>
    machine.install(
      'npm',
      `echo "$*" >> "${machine.folder}/npm.log"
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/.bin" && ln -s "${process.execPath}" "$2/node_modules/.bin/bun"`,
    );
  const asked = async () => (await readFile(join(machine.folder, 'npm.log'), 'utf8')).trim().split('\n');

  async function launch(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = run(...args);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }

  function run(...args: string[]): ChildProcess {
    return spawn(node, [join(clone, 'development', 'launcher.mjs'), ...args], {
      env: machine.env,
      cwd: machine.folder,
    });
  }

  test('gets the pinned Bun from npm, installs the packages and runs the entry with its arguments and exit code', async () => {
    await installNpm();
    const { code, output } = await launch('entry.ts', 'a', 'b');
    expect(output).toContain(`Getting Bun ${Bun.version} from npm …\nInstalling packages …\n`);
    expect(output).toContain(`${Bun.version} a b\n`);
    expect(code).toBe(7);
    expect(await asked()).toEqual([expect.stringMatching(new RegExp(`^install --prefix .* bun@${Bun.version}$`))]);
  });

  test('installs nothing the second time, and installs again after the lockfile changed', async () => {
    await installNpm();
    await launch('entry.ts');
    expect((await launch('entry.ts', 'again')).output).toBe(`${Bun.version} again\n`);
    const later = new Date(Date.now() + 60_000);
    await utimes(join(clone, 'bun.lock'), later, later);
    expect((await launch('entry.ts')).output).toContain('Installing packages …');
    expect(await asked()).toHaveLength(1);
  });

  test('installs the development packages only for tests, and keeps them', async () => {
    await installNpm();
    const installed = () => readdir(join(clone, 'node_modules'));
    await launch('entry.ts');
    expect(await installed()).not.toContain('tested');
    await mkdir(join(clone, 'test'));
    await copyFile(join(clone, 'entry.ts'), join(clone, 'test', 'entry.ts'));
    expect((await launch('test/entry.ts')).output).toContain('Installing packages …');
    expect(await installed()).toContain('tested');
    expect((await launch('entry.ts')).output).not.toContain('Installing packages …');
    expect(await readdir(join(clone, 'node_modules', 'tested'))).not.toContain('index.js.map');
  });

  test('does not use another version of Bun', async () => {
    await installNpm();
    await machine.install('bun', 'echo 1.0.0');
    expect((await launch('entry.ts')).output).toContain(`Getting Bun ${Bun.version}`);
  });

  test('reports that Bun cannot be downloaded, and leaves no partial files', async () => {
    await machine.install('npm', 'echo "npm error network" >&2; exit 1');
    const { code, output } = await launch('entry.ts');
    expect(code).toBe(1);
    expect(output).toContain(`Cannot start as Bun ${Bun.version} could not be got from npm`);
    expect(await readdir(join(machine.folder, 'cache', 'sotto'))).toEqual([]);
  });

  test('reports that the packages cannot be installed, and tries again the next time', async () => {
    await symlink(process.execPath, join(machine.folder, 'bin', 'bun'));
    await writeFile(join(clone, 'bun.lock'), 'not a lockfile');
    for (const _ of ['first', 'second']) {
      const { code, output } = await launch('entry.ts');
      expect(code).toBe(1);
      expect(output).toContain('Cannot start as the packages could not be installed');
    }
  });

  test('passes SIGTERM on and exits like the entry', async () => {
    await symlink(process.execPath, join(machine.folder, 'bin', 'bun'));
    await writeFile(
      join(clone, 'entry.ts'),
      `process.on('SIGTERM', () => { console.log('ended'); process.exit(3); }); console.log('up'); setInterval(() => {}, 1000);`,
    );
    const child = run('entry.ts');
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await eventually('the entry runs', () => output.includes('up'));
    child.kill('SIGTERM');
    expect(await ended).toBe(3);
    expect(output).toContain('ended');
  });
});
