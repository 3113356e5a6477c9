import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskRecordings } from '../../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../../platform/recordings/links.ts';
import { createStoreCheck, OtherStoreError } from '../../../platform/recordings/store-check.ts';
import { type Recordings, RecordingsUnavailableError } from '../../../platform/recordings/types.ts';
import { SECRET } from '../../support/api.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
let home: string;
beforeAll(async () => {
  server = await startRedis();
  home = await mkdtemp(join(tmpdir(), 'sotto-stores-'));
});
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});
beforeEach(() => server.redis.flushall());

const links = createLinkSigner({ secret: SECRET, baseUrl: 'http://localhost', now: Date.now });
const recordingsAt = (name: string) => createDiskRecordings({ folder: join(home, name), links });
const check = (recordings: Recordings, now?: () => number) =>
  createStoreCheck({ redis: server.redis, recordings }, now).check(AbortSignal.timeout(5_000));

test('createStoreCheck() passes for every process with the same recordings store', async () => {
  await Promise.all([check(recordingsAt('one')), check(recordingsAt('one')), check(recordingsAt('one'))]);
  await check(recordingsAt('one'));
  const left = await readdir(join(home, 'one', 'stores'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toHaveLength(1);
});

test('createStoreCheck() fails for a process with another recordings store', async () => {
  await check(recordingsAt('here'));
  await expect(check(recordingsAt('there'))).rejects.toThrow(OtherStoreError);
});

test('createStoreCheck() fails while the store cannot be written, and checks again after a success expires', async () => {
  const recordings = recordingsAt('full');
  let isFull = false;
  const disk: Recordings = {
    ...recordings,
    put: async (stream, target) => {
      if (isFull) throw new RecordingsUnavailableError('ENOSPC');
      return recordings.put(stream, target);
    },
  };
  let now = 0;
  const { check: checkStore } = createStoreCheck({ redis: server.redis, recordings: disk }, () => now);
  const ask = () => checkStore(AbortSignal.timeout(5_000));
  await ask();
  isFull = true;
  await ask(); // the cached result
  now += 10_000;
  await expect(ask()).rejects.toThrow(RecordingsUnavailableError);
  isFull = false;
  await ask();
});
