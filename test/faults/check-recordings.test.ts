import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createNoteStore } from '../../notes/store/notes.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { checkRecordings } from './support/check-recordings.ts';
import { type Damage, makeEverything } from './support/everything.ts';

let server: TestRedis;
let folder: string;
beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-recordings-'));
});
afterEach(async () => {
  await server.redis.flushall();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => server.stop());

const redis = () => server.redis;
const make = () => makeEverything(server.redis, keep);

async function keep(object: string, audio: Uint8Array = new Uint8Array(5)): Promise<void> {
  await mkdir(dirname(join(folder, object)), { recursive: true });
  await writeFile(join(folder, object), audio);
}

const RECORDING_DAMAGES: readonly Damage[] = [
  [
    'a recording that is gone',
    ({ userId, noteIds }) => rm(join(folder, `notes/${userId}/${noteIds[0]}`)),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: it has no bytes, and its note says 5`,
  ],
  [
    'a recording that is cut off',
    ({ userId, noteIds }) => truncate(join(folder, `notes/${userId}/${noteIds[0]}`), 3),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: it has 3 bytes, and its note says 5`,
  ],
  [
    'a recording without a note',
    ({ userId, noteIds }) => createNoteStore(redis()).remove(userId, noteIds[0] ?? ''),
    ({ userId, noteIds }) => `notes/${userId}/${noteIds[0]}: nothing knows of it`,
  ],
  [
    'half a recording',
    ({ userId }) => keep(`notes/${userId}/n.part`),
    ({ userId }) => `notes/${userId}/n.part: nothing knows of it`,
  ],
  [
    'audio of a dictation that nobody will remove',
    () => keep('dictations/o/a'),
    () => 'dictations/o/a: nothing knows of it',
  ],
  [
    'a feedback whose audio is gone before its time',
    async () => {
      await redis().set(keys.feedback('o', 'f'), '{"audio":{"object":"feedback/o/f"}}');
      await redis().zadd(keys.recordingExpiries(), 1, 'feedback/o/f');
    },
    () => `${keys.feedback('o', 'f')}: its audio is not there`,
  ],
];

describe('checkRecordings()', () => {
  test('finds nothing when each recording has a note or is due for deletion', async () => {
    const { userId } = await make();
    await keep(`notes/${userId}/n1`);
    await keep(`notes/${userId}/n2.part`);
    await redis().zadd(keys.unsettledRecordings(), 1, `${userId}/n1`, 1, `${userId}/n2`);
    expect(await checkRecordings(server.redis, folder)).toEqual([]);
  });

  test.each(RECORDING_DAMAGES)('reports %s', async (_what, damage, problem) => {
    const all = await make();
    await damage(all);
    expect(await checkRecordings(server.redis, folder)).toEqual([problem(all)]);
  });
});
