import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../development/executables.ts';
import { openApiGenerator, PYTHON_CLIENT, TYPESCRIPT_CLIENT } from '../support/client-tools.ts';
import { denoExecutable } from '../support/spawn.ts';
import { testCli } from './cli.ts';
import { buildBinary, generate, installPython, installTypeScript, pythonEnv } from './packages.ts';
import { checkReceiver, RECEIVERS } from './receivers.ts';
import { writeSamples } from './samples.ts';
import { type ClientStack, startClientStack } from './stack.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const SAMPLE = join(root, 'speech/samples/jfk.flac');
let stack: ClientStack;
/** Takes connections and never answers. */
let silent: Server;
let generated: string;
let consumer: string;
let python: string;
let binary: string;

beforeAll(async () => {
  stack = await startClientStack();
  generated = await generate(stack);
  [consumer, python, binary] = await Promise.all([
    installTypeScript(),
    installPython(stack.folder),
    buildBinary(stack.folder),
  ]);
  silent = createServer().listen(0, '127.0.0.1');
}, 120_000);
afterAll(async () => {
  silent.close();
  await stack.stop();
});

const silentPort = () => String((silent.address() as { readonly port: number }).port);
const sampleEnv = () => ({ ...stack.env, SAMPLE, SILENT_PORT: silentPort() });

/** The code of a README, as printed. */
async function readme(folder: string, language: string): Promise<string> {
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1] ?? '';
}

describe('the OpenAPI description', () => {
  test('passes the validation of openapi-generator', async () => {
    const args = ['-jar', openApiGenerator(process.env), 'validate', '-i', `${stack.url}/swagger/json`];
    const { stdout } = await run('java', args, { timeout: 60_000 });
    // It does not count what webhooks and streams carry.
    const problems = stdout.split('\n').filter((line) => line.includes('\t- ') && !line.includes('Unused model'));
    expect(problems).toEqual([]);
    expect(stdout).not.toContain('Errors:');
  }, 60_000);

  test('openapi-python-client omits only operations whose content is not JSON', () => {
    const warnings = generated.match(/^WARNING parsing \S+ \S+/gm) ?? [];
    const types = [...generated.matchAll(/[Uu]nsupported content.type:? (\S+?)[),\s]/g)].map(([, type]) => type);
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
      await copyFile(join(import.meta.dir, 'programs/sdk.mjs'), join(consumer, 'sdk.mjs'));
      const [program = '', ...args] = command();
      const { stdout } = await run(program, [...args, 'sdk.mjs'], { cwd: consumer, env: sampleEnv(), timeout: 60_000 });
      expect(JSON.parse(stdout)).toEqual(results);
    }, 60_000);
  }

  test('liveSession() emits words while they are spoken and texts at the end', async () => {
    await copyFile(join(import.meta.dir, 'programs/live.mjs'), join(consumer, 'live.mjs'));
    const samples = join(stack.folder, 'live.raw');
    await writeSamples(samples);
    const env = { ...stack.env, SAMPLES: samples };
    const { stdout } = await run(process.execPath, ['live.mjs'], { cwd: consumer, env, timeout: 60_000 });
    const { words, text, ...refusals } = JSON.parse(stdout);
    for (const heard of [words, text]) expect(heard).toMatch(/your country/i);
    const refusedSetting = expect.stringContaining('session.audio.input.format');
    expect(refusals).toEqual({ isRefused: true, refusedSetting, isRefusedByPackage: true });
  }, 60_000);

  test('listenToDeliveries() leaves a silent stream, and fails where no stream opens', async () => {
    await copyFile(join(import.meta.dir, 'programs/listen.mjs'), join(consumer, 'listen.mjs'));
    const { stdout } = await run('node', ['listen.mjs'], { cwd: consumer, timeout: 60_000 });
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
    await writeFile(join(consumer, 'first.mjs'), await readme(TYPESCRIPT_CLIENT, 'js'));
    const { stdout } = await run('node', ['first.mjs', SAMPLE], { cwd: consumer, env: stack.env, timeout: 60_000 });
    expect(stdout.match(/your country can do for you/g)?.length).toBeGreaterThanOrEqual(2);
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
    const env = { ...sampleEnv(), ...pythonEnv(python) };
    const { stdout } = await run('python3', [join(import.meta.dir, 'programs/sdk.py')], { env, timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual({
      ...{ refused: true, missing: true, invalid: 'query.limit', slow: true, away: true },
      ...{ sent: true, listed: true, verified: 'Hello', forged: true },
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

  test("README's example dictates, uploads and lists notes", async () => {
    await writeFile(join(stack.folder, 'first.py'), await readme(PYTHON_CLIENT, 'python'));
    const env = { ...stack.env, ...pythonEnv(python) };
    const { stdout } = await run('python3', ['first.py', SAMPLE], { cwd: stack.folder, env, timeout: 60_000 });
    expect(stdout.match(/your country can do for you/g)?.length).toBeGreaterThanOrEqual(2);
    expect(stdout).toMatch(/^(\d+) of \1$/m);
  }, 60_000);
});

describe('the receiver in docs/receivers', () => {
  for (const [language, command] of Object.entries(RECEIVERS)) {
    test(`${language} accepts a delivery, and rejects an altered, an old and a forged one`, async () => {
      await checkReceiver(stack, command);
    }, 60_000);
  }
});

testCli(() => ({ stack, binary, command: ['node', join(consumer, 'node_modules/sotto-sdk/dist/cli/main.js')] }));
