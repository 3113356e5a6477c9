import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createMaintenanceActivities } from '../../activities/maintenance.ts';
import { createDiskRecordings, type DiskRecordings } from '../../platform/recordings/disk.ts';
import { createRecordingExpiries, type RecordingExpiries } from '../../platform/recordings/expiries.ts';
import { createLinkSigner } from '../../platform/recordings/links.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

let redis: TestRedis;
let folder: string;
let recordings: DiskRecordings;
let expiries: RecordingExpiries;

beforeAll(async () => {
  [redis, folder] = await Promise.all([startRedis(), mkdtemp(join(tmpdir(), 'sotto-maintenance-'))]);
  const links = createLinkSigner({ secret: 's'.repeat(32), baseUrl: 'http://localhost/v1/recordings', now: Date.now });
  recordings = createDiskRecordings({ folder, links });
  expiries = createRecordingExpiries(redis.redis);
});
afterEach(() => redis.redis.flushall());
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

const deleteExpired = () =>
  createMaintenanceActivities({ recordings, expiries, now: () => NOW }).deleteExpiredRecordings();

async function keep(object: string, until: number): Promise<void> {
  await expiries.expect(object, until);
  await recordings.put(Readable.from([Buffer.from('audio')]), { object, contentType: null });
}

test('deleteExpiredRecordings() deletes what is due, however much, and nothing else', async () => {
  const due = Array.from({ length: 250 }, (_, index) => `feedback/o/${index}`);
  for (const object of due) await keep(object, NOW);
  await keep('feedback/o/later', NOW + 1);
  expect(await deleteExpired()).toBe(250);
  for (const object of due) expect(await recordings.find(object)).toBeNull();
  expect(await recordings.find('feedback/o/later')).not.toBeNull();
  expect(await deleteExpired()).toBe(0);
});

test('deleteExpiredRecordings() continues when one cannot be deleted, and logs it', async () => {
  await expiries.expect('feedback/o/stuck', NOW - 1);
  await mkdir(join(folder, 'feedback/o/stuck'), { recursive: true }); // a folder cannot be deleted like a file
  for (let index = 0; index < 150; index += 1) await keep(`feedback/o/${index}`, NOW);
  await expect(deleteExpired()).rejects.toThrow('Cannot delete 1 of 151 recordings that have expired');
  expect(await expiries.due(NOW, { skip: 0, count: 10 })).toEqual(['feedback/o/stuck']);
  await rm(join(folder, 'feedback/o/stuck'), { recursive: true });
  expect(await deleteExpired()).toBe(1);
});
