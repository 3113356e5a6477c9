import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Modules that take long to load and that only some processes need, or only later. */
const LATER = [
  'eld/src/ngrams',
  'wink-nlp',
  'wink-eng-lite-web-model',
  'n2words',
  '@google-cloud/storage',
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace',
  '@redis/client',
  'llama-tokenizer-js',
  'onnxruntime-node',
];

test('api/start.ts and worker/start.ts load no module that a process needs later or never', () => {
  const script = `await import('./api/start.ts');
    await import('./worker/start.ts');
    process.stdout.write(JSON.stringify(Object.keys(require.cache)));
    process.exit(0);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  const loaded: string[] = JSON.parse(stdout);
  // The list contains both ES modules and CommonJS modules.
  for (const name of ['@temporalio/worker', 'elysia', 'ioredis', 'jose']) {
    expect(loaded.some((path) => path.includes(`/node_modules/${name}/`))).toBe(true);
  }
  expect(loaded.filter((path) => LATER.some((name) => path.includes(`/node_modules/${name}/`)))).toEqual([]);
});
