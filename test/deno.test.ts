import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { denoExecutable } from './support/deno/get.ts';

/** The folders whose tests Deno runs as well: the HTTP server and every route. */
const FOLDERS = ['test/platform/http', 'test/api'];
const AT_ONCE = 2;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
);

/** Runs one file's tests on Deno, with `bun:test` as test/support/deno has it. */
async function runOnDeno(file: string): Promise<{ code: number | null; output: string }> {
  const importMap = 'test/support/deno/import-map.json';
  const args = ['test', '--allow-all', '--no-check', '--import-map', importMap, file];
  const env = { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' };
  const child = spawn(denoExecutable(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [code, ...output] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, output: output.join('\n') };
}

/** Files that start engines or Temporal. `npm run test:deno` runs them too; other runs of the tests leave them to Bun. */
const SLOW =
  /dictat|live\/(clients|realtime)|openai\/(transcriptions|clients|sdk)|app\/(notes|note-upload|events|webhook)|feedback-(audio|usage)|request-id/;
const all = process.env['SOTTO_TEST_DENO'] === 'all';
const waiting = files
  .filter((file) => all || !SLOW.test(file))
  .toSorted((a, b) => Number(SLOW.test(b)) - Number(SLOW.test(a)));
const slots = Array.from({ length: AT_ONCE }, () => Promise.resolve());

test.concurrent.each(waiting)(
  '%s passes on Deno',
  async (file) => {
    const slot = waiting.indexOf(file) % AT_ONCE;
    const run = (slots[slot] ?? Promise.resolve()).then(() => runOnDeno(file));
    slots[slot] = run.then(() => {});
    const { code, output } = await run;
    if (code !== 0) throw new Error(`${file} failed on Deno:\n${output.slice(-6_000)}`);
    expect(output).toMatch(/^ok \| [1-9]\d* passed/m);
  },
  300_000,
);
