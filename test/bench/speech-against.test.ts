import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareEngines } from '../../bench/speech-sets.ts';
import { json } from '../speech/remote/server.ts';
import { start, stopAll, stopDecoding } from '../speech/remote/setup.ts';

setDefaultTimeout(60_000);

const RECORDING = fileURLToPath(new URL('../speech/fixtures/ask.flac', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'sotto-against-'));

afterAll(async () => {
  await stopAll();
  await stopDecoding();
  await rm(folder, { recursive: true });
});

test('compareEngines() returns word error rate, real-time factor and time to the answer of each engine', async () => {
  await copyFile(RECORDING, join(folder, 'ask.flac'));
  await writeFile(join(folder, 'ask.txt'), 'ask not what your country\n');
  const [right, wrong] = await Promise.all([
    start((_, response) => json(response, { text: 'Ask not what your country.' })),
    start((_, response) => json(response, { text: 'Ask what your county.' })),
  ]);
  const figures = await compareEngines(folder, [
    { name: 'right', engine: right.engine },
    { name: 'wrong', engine: wrong.engine },
  ]);
  expect(figures.map(({ name }) => name)).toEqual(
    ['right', 'wrong'].flatMap((name) => [
      `word error rate, ${name}`,
      `real-time factor, ${name}`,
      `answer, p50, ${name}`,
    ]),
  );
  const rates = figures.filter(({ unit }) => unit === '%').map(({ value }) => value);
  expect(rates).toEqual([0, 40]);
  expect(figures.every(({ value, unit }) => value > 0 || unit === '%')).toBe(true);
});
