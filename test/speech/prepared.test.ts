import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMoonshine } from '../../speech/embedded/moonshine.ts';
import { preparedCache } from '../../speech/prepared/cache.ts';
import { findPreparedModels, type PreparedModels } from '../../speech/prepared/find.ts';
import { BUNDLED_MOONSHINE } from '../../speech/prepared/models.ts';
import { prepareModels } from '../../speech/prepared/prepare.ts';
import { availableIsolation } from '../../speech/process/isolation.ts';
import { loadVoiceActivity } from '../../speech/voice/activity.ts';
import { fixture, samplesOf } from './support.ts';

setDefaultTimeout(60_000);

const home = await mkdtemp(join(tmpdir(), 'sotto-prepared-'));
const cache = preparedCache({ XDG_CACHE_HOME: home });
afterAll(() => rm(home, { recursive: true }));

async function prepared(): Promise<PreparedModels> {
  const found = await findPreparedModels(cache);
  if (found === undefined) throw new Error('The models are not prepared');
  return found;
}

test('prepareModels() writes models that give exactly the results of the bundled ones', async () => {
  expect(await findPreparedModels(cache)).toBeUndefined();
  await prepareModels(cache);
  const { activity, ...paths } = await prepared();
  const samples = await samplesOf(fixture('ask.flac'));
  const signal = new AbortController().signal;
  const bundled = await loadMoonshine(BUNDLED_MOONSHINE, 2);
  const fast = await loadMoonshine(BUNDLED_MOONSHINE, 2, paths);
  expect(fast.heads).toEqual(bundled.heads);
  const expected = await bundled.transcribe(samples, { signal, wantAttention: true });
  expect(expected.tokens.length).toBeGreaterThan(5);
  expect(expected.attention).toHaveLength(expected.tokens.length + 1);
  expect(await fast.transcribe(samples, { signal, wantAttention: true })).toEqual(expected);
  const speech = await (await loadVoiceActivity()).createDetector().detect(samples);
  expect(Math.max(...speech)).toBeGreaterThan(0.9);
  expect(await (await loadVoiceActivity(activity)).createDetector().detect(samples)).toEqual(speech);
});

test('set-up accepts prepared models in a folder that it cannot write, where the system allows such a mount', async () => {
  const stamp = join(home, 'stamp');
  const main = fileURLToPath(new URL('../../speech/prepared/main.ts', import.meta.url));
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const readOnly = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, cache];
  const command = [...(availableIsolation().files ? readOnly : []), process.execPath, main, stamp];
  const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: home };
  expect(spawnSync(command[0] ?? '', command.slice(1), { env, stdio: 'ignore' }).status).toBe(0);
  expect(await readFile(stamp, 'utf8')).toBe(dirname((await prepared()).decoder));
});

test('findPreparedModels() ignores a damaged model, and concurrent prepareModels() replace it', async () => {
  const { activity, decoder } = await prepared();
  const file = await open(decoder, 'r+');
  await file.write(new Uint8Array([0xff]), 0, 1, 1_000_000); // within the weights
  await file.close();
  expect(await findPreparedModels(cache)).toBeUndefined();
  await Promise.all([prepareModels(cache), prepareModels(cache)]);
  expect(await prepared()).toMatchObject({ activity, decoder });
  expect(await readdir(cache)).toHaveLength(1);
  await truncate(activity, 1_000);
  expect(await findPreparedModels(cache)).toBeUndefined();
  await rm(activity);
  expect(await findPreparedModels(cache)).toBeUndefined();
});
