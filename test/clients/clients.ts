import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../development/executables.ts';
import { openApiGenerator, PYTHON_CLIENT, TYPESCRIPT_CLIENT } from '../support/client-tools.ts';
import { denoExecutable } from '../support/deno/get.ts';
import { testCli } from './cli.ts';
import { installPackages, type Packages, pythonEnv } from './packages.ts';
import { checkReceiver, type Language, RECEIVERS } from './receivers.ts';
import { writeSamples } from './samples.ts';
import type { ClientStack } from './stack.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const SAMPLE = join(root, 'test/speech/fixtures/ask.flac');
/** The code of a README, as printed. */
async function readme(folder: string, language: string): Promise<string> {
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1] ?? '';
}

/**
 * The tests of the packages, the command and the sample receivers, against a running service.
 * @param given the service, which runs once the tests begin
 */
export function testClients(given: () => ClientStack): void {
  /** Accepts connections and never answers. */
  let silent: Server;
  let packages: Packages;
  beforeAll(async () => {
    packages = await installPackages(given());
    silent = createServer().listen(0, '127.0.0.1');
  }, 240_000);
  afterAll(() => {
    silent?.close();
  });

  const silentPort = () => String((silent.address() as { readonly port: number }).port);
  const sampleEnv = () => ({ ...given().env, SAMPLE, SILENT_PORT: silentPort() });

  describe('the OpenAPI description', () => {
    test('passes the validation of openapi-generator', async () => {
      const args = ['-jar', openApiGenerator(process.env), 'validate', '-i', `${given().url}/swagger/json`];
      const { stdout } = await run('java', args, { timeout: 60_000 });
      // The contents of webhooks and streams are not counted.
      const problems = stdout.split('\n').filter((line) => line.includes('\t- ') && !line.includes('Unused model'));
      expect(problems).toEqual([]);
      expect(stdout).not.toContain('Errors:');
    }, 60_000);

    test('openapi-python-client omits only operations whose content is not JSON', () => {
      const warnings = packages.warnings.match(/^WARNING parsing \S+ \S+/gm) ?? [];
      const types = [...packages.warnings.matchAll(/[Uu]nsupported content.type:? (\S+?)[),\s]/g)].map(
        ([, type]) => type,
      );
      expect(types).toHaveLength(warnings.length);
      expect(types).not.toContain('application/json');
    });
  });

  describe('the TypeScript client', () => {
    const results = {
      ...{ refused: [true, true], missing: true, invalid: 'query.limit', slow: true, away: true, sameNote: true },
      ...{ sent: true, released: true, listed: true, verified: 'Hello', forged: true },
    };
    const runtimes = {
      Node: () => ['node'],
      Bun: () => [process.execPath],
      Deno: () => [denoExecutable(), 'run', '--allow-all', '--node-modules-dir=manual'],
    } as const;

    for (const [name, command] of Object.entries(runtimes)) {
      test(`uploads, lists, verifies and throws typed errors on ${name}`, async () => {
        await copyFile(join(import.meta.dir, 'programs/sdk.mjs'), join(packages.consumer, 'sdk.mjs'));
        const [program = '', ...args] = command();
        const { stdout } = await run(program, [...args, 'sdk.mjs'], {
          cwd: packages.consumer,
          env: sampleEnv(),
          timeout: 60_000,
        });
        expect(JSON.parse(stdout)).toEqual(results);
      }, 60_000);
    }

    test('liveSession() emits words while they are spoken and texts at the end', async () => {
      await copyFile(join(import.meta.dir, 'programs/live.mjs'), join(packages.consumer, 'live.mjs'));
      const samples = join(given().folder, 'live.raw');
      await writeSamples(samples);
      const env = { ...given().env, SAMPLES: samples };
      const { stdout } = await run(process.execPath, ['live.mjs'], { cwd: packages.consumer, env, timeout: 60_000 });
      const { words, text, ...refusals } = JSON.parse(stdout);
      for (const heard of [words, text]) expect(heard).toMatch(/your country/i);
      const refusedSetting = expect.stringContaining('session.audio.input.format');
      expect(refusals).toEqual({ isRefused: true, refusedSetting, isRefusedByPackage: true });
    }, 60_000);

    test('listenToDeliveries() leaves a silent stream, and fails where no stream opens', async () => {
      await copyFile(join(import.meta.dir, 'programs/listen.mjs'), join(packages.consumer, 'listen.mjs'));
      const { stdout } = await run('node', ['listen.mjs'], { cwd: packages.consumer, timeout: 60_000 });
      expect(JSON.parse(stdout)).toEqual({
        received: [
          ['one', 1],
          ['two', 2],
        ],
        queries: ['?last=3', '?after=one'],
        failures: { away: 'ConnectionError', cut: 'ConnectionError', invalid: 'TypeError' },
      });
    }, 60_000);

    test("README's example dictates, uploads and lists notes", async () => {
      await writeFile(join(packages.consumer, 'first.mjs'), await readme(TYPESCRIPT_CLIENT, 'js'));
      const { stdout } = await run('node', ['first.mjs', SAMPLE], {
        cwd: packages.consumer,
        env: given().env,
        timeout: 60_000,
      });
      expect(stdout.match(/you can do for your country/g)?.length).toBeGreaterThanOrEqual(2);
      expect(stdout).toMatch(/^(\d+) of \1$/m);
    }, 60_000);
  });

  describe('the Python client', () => {
    test('passes mypy in strict mode', async () => {
      const { stdout } = await run('python3', ['-m', 'mypy'], {
        cwd: PYTHON_CLIENT,
        env: { ...pythonEnv(), MYPY_CACHE_DIR: join(cacheFolder(process.env), 'mypy') },
      });
      expect(stdout).toMatch(/^Success: no issues found/);
    }, 90_000);

    test('uploads, lists, verifies and raises typed errors', async () => {
      const env = { ...sampleEnv(), ...pythonEnv(packages.python) };
      const { stdout } = await run('python3', [join(import.meta.dir, 'programs/sdk.py')], { env, timeout: 60_000 });
      expect(JSON.parse(stdout)).toEqual({
        ...{ refused: true, missing: true, invalid: 'query.limit', slow: true, away: true },
        ...{ sent: true, listed: true, verified: 'Hello', forged: true },
        resumed: ['ConnectionFailed', [0, 25_000], [25_000, 50_000], 1],
        retries: [
          [[7], 'NoneType'],
          [[7, 7], 'NoneType'],
          [[], 'UnavailableError'],
          [[7, 7, 7, 7], 'RateLimitError'],
        ],
        breaks: [
          [2, 'ConnectionFailed'],
          [0, 'ConnectionFailed'],
        ],
      });
    }, 60_000);

    test('live() calls back with words while they are spoken and texts at the end', async () => {
      const samples = join(given().folder, 'live-python.raw');
      await writeSamples(samples);
      const env = { ...given().env, SAMPLES: samples, ...pythonEnv(packages.python) };
      const { stdout } = await run('python3', [join(import.meta.dir, 'programs/live.py')], { env, timeout: 60_000 });
      const { words, text, ...refusals } = JSON.parse(stdout);
      for (const heard of [words, text]) expect(heard).toMatch(/your country/i);
      expect(refusals).toEqual({
        refused: expect.stringContaining('401'),
        refusedSetting: expect.stringContaining('session.audio.input.format'),
      });
    }, 60_000);

    test('both packages contain the licence', async () => {
      const licence = await readFile(join(root, 'LICENSE'), 'utf8');
      const typescript = join(packages.consumer, 'node_modules/sotto-sdk/LICENSE');
      const python = join(packages.python, 'sotto_sdk-0.1.0.dist-info/licenses/LICENSE');
      for (const path of [typescript, python]) expect(await readFile(path, 'utf8')).toBe(licence);
    });

    test("README's example dictates, uploads and lists notes", async () => {
      await writeFile(join(given().folder, 'first.py'), await readme(PYTHON_CLIENT, 'python'));
      const env = { ...given().env, ...pythonEnv(packages.python) };
      const { stdout } = await run('python3', ['first.py', SAMPLE], { cwd: given().folder, env, timeout: 60_000 });
      expect(stdout.match(/you can do for your country/g)?.length).toBeGreaterThanOrEqual(2);
      expect(stdout).toMatch(/^(\d+) of \1$/m);
    }, 60_000);
  });

  describe('the receiver in docs/receivers', () => {
    for (const language of Object.keys(RECEIVERS) as Language[]) {
      test(`${language}, started as it says, accepts a delivery, and rejects an altered, an old and a forged one`, async () => {
        await checkReceiver(given(), language);
      }, 60_000);
    }
  });

  testCli(() => ({
    stack: given(),
    binary: packages.binary,
    command: ['node', join(packages.consumer, 'node_modules/sotto-sdk/dist/cli/main.js')],
  }));
}
