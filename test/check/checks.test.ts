import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const left = new Set(['node_modules', '.git', '.sotto', 'outbox']);

/** Runs one of package.json's scripts in a folder, as `bun run check` does. */
async function runScript(folder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([process.execPath, '--bun', 'run', '--silent', ...args], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const output = await new Response(child.stdout).text();
  return { code: await child.exited, output };
}

/** A copy of the source tree, in which a test may break the rules. */
let copy: string;
beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'sotto-check-')));
  await cp(root, copy, { recursive: true, filter: (source) => !left.has(relative(root, source)) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

async function plant(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
}

describe('check:imports', () => {
  const violations = async () => {
    const { code, output } = await runScript(copy, 'check:imports');
    const lines = output.matchAll(/^ {2}error ([a-z-]+): (\S+) →/gm);
    return { code, found: [...new Set([...lines].map(([, rule, from]) => `${from}: ${rule}`))] };
  };

  /** The planted code, its file, and the rule that must report it, or null if it is allowed. */
  const planted: [path: string, text: string, rule: string | null][] = [
    ['workflows/planted-api.ts', "import '../api/app.ts';", 'workflows-are-deterministic'],
    ['workflows/planted-value.ts', "import '../activities/dictation.ts';", 'workflows-are-deterministic'],
    ['workflows/planted-node.ts', "import 'node:crypto';", 'workflows-are-deterministic'],
    ['workflows/planted-package.ts', "import '@temporalio/client';", 'workflows-are-deterministic'],
    [
      'workflows/planted-type.ts',
      "import type * as a from '../activities/dictation.ts';\nexport type A = typeof a;",
      null,
    ],
    ['contracts/planted-platform.ts', "import '../platform/clock.ts';", 'contracts-are-pure'],
    ['platform/planted-notes.ts', "import '../notes/failures.ts';", 'platform-imports-lower-layers'],
    [
      'speech/planted-type.ts',
      "import type * as a from '../api/app.ts';\nexport type A = typeof a;",
      'speech-imports-lower-layers',
    ],
    ['speech/planted-formatting.ts', "import '../formatting/limits.ts';", 'speech-imports-lower-layers'],
    ['notes/planted-webhooks.ts', "import '../webhooks/secret.ts';", 'notes-imports-lower-layers'],
    ['webhooks/planted-activities.ts', "import '../activities/note.ts';", 'webhooks-imports-lower-layers'],
    ['activities/planted-workflows.ts', "import '../workflows/note.ts';", 'activities-imports-lower-layers'],
    ['activities/planted-composition.ts', "import '../composition/services.ts';", 'activities-imports-lower-layers'],
    ['api/planted-worker.ts', "import '../worker/start.ts';", 'api-imports-lower-layers'],
    ['worker/planted-development.ts', "import '../development/ports.ts';", 'worker-imports-lower-layers'],
    ['platform/mail/planted-test.ts', "import '../../test/support/ports.ts';", 'production-needs-no-tests'],
    ['formatting/planted-temporal.ts', "import '@temporalio/common';", 'temporal'],
    ['activities/planted-redis.ts', "import 'ioredis';", 'redis'],
    ['activities/planted-http.ts', "import 'elysia';", 'http'],
    ['notes/planted-cloud.ts', "import '@google-cloud/storage';", 'cloud-storage'],
    ['api/planted-smtp.ts', "import 'nodemailer';", 'smtp'],
    ['activities/planted-inference.ts', "import 'onnxruntime-node';", 'inference'],
    ['api/planted-disk.ts', "import 'node:fs/promises';", 'disk'],
    ['formatting/planted-one.ts', "import './planted-two.ts';\nexport const one = 1;", 'no-circular-imports'],
    ['formatting/planted-two.ts', "import './planted-one.ts';\nexport const two = 2;", null], // reported once
    ['platform/mail/planted-development.ts', "import 'smtp-server';", 'no-development-packages-in-production'],
    ['api/planted-transitive.ts', "import 'memoirist';", 'declared-packages-only'],
    ['api/planted-missing.ts', "import './nowhere.ts';", 'resolvable'],
  ];

  test('names the file and the rule of each planted violation, and nothing of the current code', async () => {
    await plant(Object.fromEntries(planted.map(([path, text]) => [path, text])));
    const { code, found } = await violations();
    await Promise.all(planted.map(([path]) => rm(join(copy, path))));
    expect(code).not.toBe(0);
    for (const [path, , rule] of planted) {
      if (rule !== null) expect(found).toContain(`${path}: ${rule}`);
      else expect(found.filter((violation) => violation.startsWith(`${path}:`))).toEqual([]);
    }
    expect(found.filter((violation) => !planted.some(([path]) => violation.startsWith(`${path}:`)))).toEqual([]);
  }, 60_000);
});

describe('check:lint', () => {
  test('allows the environment only in entry files and Bun only in the server adapter', async () => {
    // A project with only the rules and the planted files, because the rules read each file by itself.
    const folder = await mkdtemp(join(tmpdir(), 'sotto-lint-'));
    for (const name of ['biome.json', 'package.json', '.gitignore']) await cp(join(root, name), join(folder, name));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'formatting'));
    const adapter = join('platform', 'http', 'serve.ts');
    await mkdir(dirname(join(folder, adapter)), { recursive: true });
    await writeFile(join(folder, adapter), "export const file = Bun.file('x');\n");
    const text = "export const home = process.env['HOME'];\n";
    await writeFile(join(folder, 'formatting', 'planted.ts'), `${text}export const file = Bun.file('x');\n`);
    await writeFile(join(folder, 'formatting', 'main.ts'), text);
    const { code, output } = await runScript(folder, 'check:lint', '--reporter=github', '--max-diagnostics=none');
    await rm(folder, { recursive: true, force: true });
    expect(code).not.toBe(0);
    const named = output.split('\n').filter((line) => line.includes('.ts'));
    expect(
      named.filter((line) => line.includes('formatting/planted.ts') && line.includes('noProcessEnv')),
    ).toHaveLength(1);
    expect(
      named.filter((line) => line.includes('formatting/planted.ts') && line.includes('noRestrictedGlobals')),
    ).toHaveLength(1);
    expect(named.filter((line) => /formatting\/main\.ts|serve\.ts/.test(line))).toEqual([]);
  }, 60_000);
});

describe('check:dead-code', () => {
  test('names a file that nothing imports', async () => {
    await plant({ 'formatting/planted.ts': 'export const planted = 1;\n' });
    const { code, output } = await runScript(copy, 'check:dead-code');
    await rm(join(copy, 'formatting', 'planted.ts'));
    expect(code).not.toBe(0);
    expect(output).toContain('formatting/planted.ts');
  }, 60_000);
});

describe('check:readme', () => {
  test('names a variable that is missing in README, and one that nothing reads', async () => {
    const readme = join(copy, 'README.md');
    const whole = await Bun.file(readme).text();
    expect(await runScript(copy, 'check:readme')).toMatchObject({ code: 0 });
    await writeFile(readme, whole.replace('| `SOTTO_HOME`', '| `SOTTO_HOUSE`'));
    const { code, output } = await runScript(copy, 'check:readme');
    await writeFile(readme, whole);
    expect(code).toBe(1);
    expect(output).toContain('lacks SOTTO_HOME\n');
    expect(output).toContain('names SOTTO_HOUSE, which nothing reads\n');
  });
});

describe('check:licences', () => {
  async function project(licence: string): Promise<{ code: number; output: string }> {
    const folder = await mkdtemp(join(copy, 'licences-'));
    const { scripts } = await Bun.file(join(root, 'package.json')).json();
    await mkdir(join(folder, 'node_modules', 'planted'), { recursive: true });
    const own = { name: 'own', version: '1.0.0', private: true, scripts, dependencies: { planted: '1.0.0' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(own));
    const used = { name: 'planted', version: '1.0.0', license: licence };
    await writeFile(join(folder, 'node_modules', 'planted', 'package.json'), JSON.stringify(used));
    await symlink(join(root, 'node_modules', '.bin'), join(folder, 'node_modules', '.bin'));
    return runScript(folder, 'check:licences');
  }

  test('refuses a licence that is not on the list', async () => {
    expect((await project('GPL-3.0-only')).code).not.toBe(0);
    expect((await project('LGPL-2.1')).code).not.toBe(0);
    expect(await project('MIT')).toMatchObject({ code: 0, output: expect.stringContaining('MIT: 1') });
  }, 60_000);
});
