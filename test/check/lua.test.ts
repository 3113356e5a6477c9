import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool } from '../../development/run-tool.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (command: string, ...args: string[]) =>
  runTool(command, args, { env: process.env, timeoutMs: 60_000, cwd: root });
const scripts = (await run('git', 'ls-files', '*.lua')).output.split('\n').filter(Boolean);

test('luacheck finds nothing in any script', async () => {
  const { ok, output } = await run('luacheck', '--no-color', '-q', ...scripts);
  expect({ ok, output: ok ? '' : output }).toEqual({ ok: true, output: '' });
}, 60_000);

test('luacheck names an undefined variable', async () => {
  const planted = await run('sh', '-c', "echo 'return redis.call(missing)' | luacheck --no-color -");
  expect(planted).toMatchObject({ ok: false, output: expect.stringContaining('missing') });
}, 60_000);

test.each(scripts)('%s uses exactly the keys and arguments that it or its modules declare', async (path) => {
  const text = await readFile(join(root, path), 'utf8');
  const folder = path.slice(0, path.lastIndexOf('/'));
  const names = (kind: string) =>
    new RegExp(`^-- ${kind}:(.*)$`, 'm').exec(text)?.[1]?.split(' ').filter(Boolean) ?? [];
  const modules = await Promise.all(
    names('include').map((name) => readFile(join(root, folder, `${name}.lua`), 'utf8')),
  );
  const isModule = !/^-- (KEYS|ARGV):/m.test(text);
  const code = [text, ...modules].join('\n');
  for (const [table, kind] of [
    ['KEY', 'KEYS'],
    ['ARG', 'ARGV'],
  ] as const) {
    const declared = names(kind).map((name) => name.replace('...', ''));
    const used = [...code.matchAll(new RegExp(`\\b${table}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '');
    if (!isModule) expect([...new Set(used)].sort()).toEqual([...declared].sort());
  }
});
