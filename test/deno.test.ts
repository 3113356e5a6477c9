import { describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { denoExecutable } from './support/deno/get.ts';

/** The folders whose tests Deno runs as well: the HTTP server and every route. */
const FOLDERS = ['test/platform/http', 'test/api'];
/** Files that start engines or Temporal. `npm run test:deno` runs them too; other runs of the tests leave them to Bun. */
const SLOW =
  /dictat|live\/(clients|realtime)|openai\/(transcriptions|clients|sdk)|app\/(notes|note-upload|events|webhook)|feedback-(audio|usage)|request-id/;
const TIMEOUT_MS = 540_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  ),
  // The thread starts on Deno in another order.
  'test/formatting/thread.test.ts',
];

/** Runs the files' tests in one Deno process, with `bun:test` as test/support/deno has it. @returns what it prints */
async function runOnDeno(names: readonly string[]): Promise<string> {
  const importMap = 'test/support/deno/import-map.json';
  const args = ['test', '--allow-all', '--no-check', '--import-map', importMap, 'test/support/deno/files.ts'];
  const env = { ...process.env, SOTTO_TEST_FILES: names.join(' '), NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' };
  const child = spawn(denoExecutable(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n');
}

/** One process for each of these: with its engines and servers, a process of all slow files exceeds its time on a busy machine. */
const FILES_OF_A_SLOW_GROUP = 5;
const slow = files.filter((file) => SLOW.test(file)).sort();
const slowGroups = Array.from({ length: Math.ceil(slow.length / FILES_OF_A_SLOW_GROUP) }, (_, index) => ({
  kind: `files with engines or Temporal, group ${index + 1}`,
  names: slow.slice(index * FILES_OF_A_SLOW_GROUP, (index + 1) * FILES_OF_A_SLOW_GROUP),
}));
const groups = [
  { kind: 'files without engines', names: files.filter((file) => !SLOW.test(file)) },
  ...(process.env['SOTTO_TEST_DENO'] === 'all' ? slowGroups : []),
];

describe.each(groups)('$kind', ({ names }) => {
  let running: Promise<string> | undefined;

  test.each(names)(
    '%s passes on Deno',
    async (file) => {
      running ??= runOnDeno(names);
      const lines = (await running).split('\n');
      const passed = lines.some((line) => line.startsWith(`${file} ... ok (`));
      if (!passed) throw new Error(`${file} failed on Deno:\n${(await running).slice(-6_000)}`);
      // The file's tests are the steps of its suite.
      const from = lines.indexOf(`${file} ...`);
      expect(lines[from + 1]).toMatch(/^ {2}\S/);
    },
    TIMEOUT_MS,
  );
});
