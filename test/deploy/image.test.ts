import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endServer, spawnServer } from '../support/child.ts';
import { dictate, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { createCustomer, environment, startBase, type TestBase } from '../support/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dockerfile = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8');
/** Debian's bookworm-slim image with ca-certificates, in megabytes. */
const DEBIAN_MB = 80;

let folder: string;
let app: string;
let base: TestBase;
const running: ChildProcess[] = [];

/** Runs the steps of the image's build in a folder. */
async function assemble(): Promise<void> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'bun'));
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  execFileSync('sh', [join(root, 'deploy', 'image', 'assemble.sh'), root, app], { env, stdio: 'ignore' });
}

const inRoot = (...command: string[]) => [
  join(root, 'test/deploy/in-root.sh'),
  app,
  process.execPath,
  join(folder, 'home'),
  ...command,
];

/** Starts a process of the image with the image's environment and an operator's settings. */
function start(entry: string, env: Record<string, string>): void {
  const [, variables = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const ofImage = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=') as [string, string]));
  const all = { ...environment(base), ...ofImage, ...env, PATH: '/usr/sbin:/usr/bin:/bin', LOG_LEVEL: 'info' };
  running.push(spawnServer('sh', inRoot('/opt/bun', entry), { env: all, stdio: 'ignore' }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-image-'));
  app = join(folder, 'app');
  base = await startBase();
  await assemble();
  await mkdir(join(folder, 'home'));
  for (const path of [folder, join(folder, 'home')]) await chmod(path, 0o777);
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((child) => endServer(child, 30_000)));
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('the image', () => {
  test('has 450 MB at most, and the same Bun as the packages are pinned for', async () => {
    const sizeMb = (path: string) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]);
    expect(sizeMb(app) + sizeMb(process.execPath) + DEBIAN_MB).toBeLessThanOrEqual(450);
    const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(dockerfile).toContain(`ARG BUN=${packageManager.replace('bun@', '')}`);
  });

  test('lists every installed package in its bill of materials, and has no development package', async () => {
    const { bomFormat, components } = JSON.parse(await readFile(join(app, 'sbom.cdx.json'), 'utf8'));
    expect(bomFormat).toBe('CycloneDX');
    const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const listed = new Set(
      components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`),
    );
    const needed = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    expect(needed.filter((one) => !listed.has(one))).toEqual([]);
    const installed = await readdir(join(app, 'node_modules'));
    const forDevelopers = ['knip', 'dependency-cruiser', 'standardwebhooks', 'typescript'];
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(forDevelopers));
    expect(installed.filter((name) => forDevelopers.includes(name))).toEqual([]);
  });

  test('can write only to SOTTO_HOME and /tmp', () => {
    const attempt = (path: string) => spawnSync('sh', inRoot('sh', '-c', `: > ${path}/written`)).status === 0;
    expect(['/var/lib/sotto', '/tmp'].map(attempt)).toEqual([true, true]);
    expect(['', '/app', '/usr', '/etc', '/app/node_modules'].map(attempt)).toEqual([false, false, false, false, false]);
  });

  test('runs API and worker as its user on a read-only root, both ready, with a working dictation', async () => {
    const ports = { http: await freePort(), api: await freePort(), worker: await freePort() };
    const local = { METRICS_HOST: '127.0.0.1', HOST: '127.0.0.1', SPEECH_PROCESSES: '1' };
    start('api/main.ts', { ...local, PORT: String(ports.http), METRICS_PORT: String(ports.api) });
    start('worker/main.ts', { ...local, WORKER_METRICS_PORT: String(ports.worker) });
    for (const port of [ports.api, ports.worker]) {
      const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
      await eventually('the process is ready', ready, { timeoutMs: 90_000, intervalMs: 200 });
    }
    const page = await fetch(`http://127.0.0.1:${ports.http}/`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toStartWith('text/html');
    const service = { url: `http://127.0.0.1:${ports.http}`, ...(await createCustomer(base)) };
    const { status, body } = await dictate(service, { source: 'smart', audio: await sampleAudio() });
    expect({ status, text: body.text }).toMatchObject({
      status: 200,
      text: expect.stringContaining('your country'),
    });
  }, 120_000);
});
