import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { moduleState } from './module-state.ts';

const root = new URL('../../', import.meta.url);
const modules = ['workflows', 'contracts'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

// Workflows import values only from these folders, which `check:imports` checks.
test.each(modules)('%s keeps no state, because all workflows of a worker share it', (path) => {
  expect(moduleState(readFileSync(new URL(path, root), 'utf8'))).toEqual([]);
});

test.each([
  'let count = 0;',
  'export let last: string | undefined;',
  'var seen;',
  'const seen = new Set<string>();',
  'export const byId: Map<string, number> = new Map();',
  'const open = [];',
  'const counts: Record<string, number> = {};',
  "const options = {\n  retry: 1,\n  names: ['a'],\n};",
  'const WORD = /[a-z]+/gu;',
  'class Open {\n  static count = 0;\n}',
])('moduleState() finds: %j', (source) => {
  const text = `import { a } from './a.ts';\n\n${source}\n\nexport function work() {\n  let local = 0;\n}\n`;
  expect(moduleState(text)).toEqual([
    source.startsWith('class') ? '  static count = 0;' : (source.split('\n')[0] ?? ''),
  ]);
});

test.each([
  "export const NAMES = ['a', 'b'] as const;",
  'const options = {\n  retry: 1,\n} as const;',
  'const DELAYS: readonly number[] = [\n  0,\n];',
  'const KNOWN: ReadonlySet<string> = new Set();',
  'const WORD = /^[a-z]+$/u;',
  'const local = proxyActivities<A>({ retry: 1 });',
  'const add = (one: number) => {\n  let sum = one;\n  return [sum];\n};',
  'function run() {\n  const open = [];\n  let count = 0;\n}',
  'class Failure extends Error {\n  static readonly kind = 1;\n  static of(): Failure;\n}',
])('moduleState() accepts: %j', (source) => {
  expect(moduleState(`${source}\n`)).toEqual([]);
});
