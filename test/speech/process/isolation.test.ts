import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { createSpeechEngine } from '../../../speech/engine.ts';
import { preparedCache } from '../../../speech/prepared/cache.ts';
import { findPreparedModels } from '../../../speech/prepared/find.ts';
import { enterRoot } from '../../../speech/process/isolated-root.ts';
import { availableIsolation, type Isolation, isolated } from '../../../speech/process/isolation.ts';
import { modelPaths } from '../../../speech/process/launch.ts';
import { request, SAMPLE_PATH } from '../support.ts';

setDefaultTimeout(60_000);

let server: Server;
beforeAll(async () => {
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Runs a script in a separate process. @returns its output */
async function outputOf(script: string, isolation: Isolation, readable: readonly string[] = []): Promise<string> {
  const { command, args } = isolated({ command: process.execPath, args: ['-e', script] }, isolation, readable);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { SECRET: 'x' } });
  const [said] = await once(child.stdout, 'data');
  return String(said).trim();
}

const NONE = { network: false, files: false };

test('isolated() leaves a process no network, where the system allows it', async () => {
  const { port } = server.address() as AddressInfo;
  const script = `require('node:net').connect(${port}, '127.0.0.1')
    .once('connect', () => { console.log('connected'); process.exit(); })
    .once('error', () => { console.log('refused'); process.exit(); })`;
  expect(await outputOf(script, NONE)).toBe('connected');
  const expected = availableIsolation().network ? 'refused' : 'connected';
  expect(await outputOf(script, availableIsolation())).toBe(expected);
});

const OUTSIDE = [
  '/etc/passwd',
  `/proc/${process.pid}/environ`,
  fileURLToPath(new URL('isolation.test.ts', import.meta.url)),
];
const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url));
const CODE = fileURLToPath(new URL('../../../speech/process/isolation.ts', import.meta.url));

test('isolated() leaves a process its own files, read-only, and no capability, where the system allows it', async () => {
  const script = `const fs = require('node:fs');
    const may = (work) => { try { work(); return true; } catch { return false; } };
    const reads = ${JSON.stringify([...OUTSIDE, CODE])}.map((path) => may(() => fs.readFileSync(path)));
    const writes = ${JSON.stringify([PACKAGE, `${CODE}.written`, '/written'])}.map((path) => may(() => fs.openSync(path, 'a')));
    const capabilities = /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
    console.log(JSON.stringify({ reads, writes, capabilities: Number('0x' + capabilities) }));`;
  const isolation = availableIsolation();
  if (isolation.files) {
    expect(JSON.parse(await outputOf(script, isolation))).toEqual({
      reads: [false, false, false, true],
      writes: [false, false, false],
      capabilities: 0,
    });
  }
  // Without a namespace, the script works: it reads all of these files.
  const open = JSON.parse(await outputOf(script.replace(/writes = \[.*?\]/, 'writes = []'), NONE));
  expect(open.reads).toEqual([true, true, true, true]);
});

test('isolated() shows a model on /mnt, and one whose files are links', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sotto-model-'));
  try {
    await mkdir(join(home, 'files'));
    await mkdir(join(home, 'model'));
    await writeFile(join(home, 'files', '1'), 'weights');
    await symlink('../files/1', join(home, 'model', 'encoder_model.onnx'));
    const script = `const fs = require('node:fs');
      const text = fs.readFileSync(${JSON.stringify(join(home, 'model', 'encoder_model.onnx'))}, 'utf8');
      console.log(JSON.stringify({ text, mounted: fs.existsSync('/mnt') && fs.readdirSync('/mnt') }));`;
    const readable = ['/mnt', ...modelPaths(join(home, 'model'))];
    const expected = { text: 'weights', mounted: existsSync('/mnt') && readdirSync('/mnt') };
    expect(JSON.parse(await outputOf(script, availableIsolation(), readable))).toEqual(expected);
  } finally {
    await rm(home, { recursive: true });
  }
});

test('isolated() shows a folder whose name has white space, quotes and a backslash, and one below a link', async () => {
  const home = await mkdtemp(join(tmpdir(), `sotto 'odd' "na\\me"\t`));
  try {
    await mkdir(join(home, 'real', 'inner'), { recursive: true });
    await writeFile(join(home, 'real', 'inner', 'large'), 'x'.repeat(300_000));
    await symlink('real', join(home, 'link'));
    const paths = [join(home, 'real', 'inner', 'large'), join(home, 'link'), join(home, 'link', 'inner')];
    const script = `const { readFileSync } = require('node:fs');
      const [large, , inner] = ${JSON.stringify(paths)};
      console.log(readFileSync(large).length, readFileSync(inner + '/large').length);`;
    expect(await outputOf(script, availableIsolation(), paths)).toBe('300000 300000');
  } finally {
    await rm(home, { recursive: true });
  }
});

test('enterRoot() starts one program for each mounted path and seven others', () => {
  const script = enterRoot(['/usr', '/dev/null', '/etc/hostname', '/usr/bin', '/proc/cpuinfo']);
  const programs = script.split('\n').filter((line) => /^(?:mount|mkdir|cp|exec)\b/.test(line));
  // The mounts of /dev/null and of the small files are not made read-only: a device cannot be, and a file is a copy.
  expect(programs).toEqual([
    expect.stringMatching(/^mount -t tmpfs/),
    expect.stringMatching(/^mkdir -p/),
    expect.stringMatching(/^cp -P --parents '\/etc\/hostname' '\/proc\/cpuinfo'/),
    expect.stringMatching(/^mount --all/),
    expect.stringMatching(/^mount -o remount,bind,ro '\/\w+\/usr'$/),
    expect.stringMatching(/^mount -o remount,bind,ro \/\w+$/),
    expect.stringMatching(/^exec chroot/),
  ]);
});

test('createSpeechEngine() logs which isolation its processes have, and they have it', async () => {
  const lines: { msg: string; pid?: number; isolation?: Isolation }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const engine = createSpeechEngine({ processes: 1, threads: 1, log: pino({ level: 'debug', base: null }, { write }) });
  try {
    await engine.ready();
    const isolation = availableIsolation();
    expect(lines.filter(({ msg }) => msg === 'Speech processes use this isolation')).toMatchObject([{ isolation }]);
    const pid = lines.find(({ msg }) => msg === 'Speech process started')?.pid;
    if (process.platform === 'linux') {
      // The set-up of the tests prepares the models, so that a start is cheap: see speech/prepared.
      const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
      expect(maps.includes('/decoder.ort')).toBe((await findPreparedModels(preparedCache(process.env))) !== undefined);
    }
    for (const [name, kept] of [
      ['net', isolation.network],
      ['mnt', isolation.files],
    ] as const) {
      const own = await readlink(`/proc/self/ns/${name}`);
      expect((await readlink(`/proc/${pid}/ns/${name}`)) !== own).toBe(kept);
    }
    const { text } = await engine.transcribe(request({ path: SAMPLE_PATH }));
    expect(text).toMatch(/your country/i);
  } finally {
    await engine.close();
  }
});
