import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadScript } from '../../../platform/redis/script.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startRedis(), mkdtemp(join(tmpdir(), 'sotto-lua-'))]);
  await writeFile(join(folder, 'two-times.lua'), 'return function(value) return FACTOR * value end\n');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function script(text: string, constants = {}, options = {}) {
  const file = join(folder, 'script.lua');
  await writeFile(file, text);
  return loadScript(server.redis, pathToFileURL(file), constants, options);
}

describe('loadScript()', () => {
  test('takes and returns bytes with `binary`', async () => {
    const run = await script('-- KEYS: key\n-- ARGV: value\nreturn { ARG.value, 7 }', {}, { binary: true });
    const value = Buffer.from([0, 255, 128, 10]);
    for (let call = 0; call < 2; call += 1) expect(await run({ key: 'key' }, { value })).toEqual([value, 7]);
  });

  test('passes keys and arguments by their declared names, and lists last', async () => {
    const run = await script(
      '-- KEYS: first ...more\n-- ARGV: value ...fields\nreturn { KEY.first, ARG.value, #KEY.more, unpack(ARG.fields) }',
    );
    const keys = { first: 'v1:{a}:1', more: ['v1:{a}:2', 'v1:{a}:3'] };
    expect(await run(keys, { fields: ['x', 'y'], value: 7 })).toEqual(['v1:{a}:1', '7', 2, 'x', 'y']);
  });

  test("passes lists that are longer than Lua's stack", async () => {
    const run = await script('-- ARGV: ...list\nreturn #ARG.list');
    expect(await run({}, { list: Array.from({ length: 20_000 }, (_, at) => at) })).toBe(20_000);
  });

  test('includes modules and constants', async () => {
    const run = await script('-- ARGV: value\n-- include: two-times\nreturn two_times(ARG.value)', { FACTOR: 2 });
    expect(await run({}, { value: 21 })).toBe(42);
  });

  test('runs again after Redis has lost its scripts', async () => {
    const run = await script('-- KEYS: key\nreturn KEY.key');
    expect(await run({ key: 'one' })).toBe('one');
    await server.redis.script('FLUSH');
    expect(await run({ key: 'two' })).toBe('two');
  });

  test.each([
    ['a key that is missing', {}, { value: 1 }],
    ['an argument that is missing', { key: 'k' }, {}],
    ['an argument that is not declared', { key: 'k' }, { value: 1, other: 2 }],
    ['a list where a value is declared', { key: 'k' }, { value: [1] }],
  ])('refuses %s', async (_, keys, args) => {
    const run = await script('-- KEYS: key\n-- ARGV: value\nreturn 1');
    expect(run(keys, args)).rejects.toBeInstanceOf(TypeError);
  });
});
