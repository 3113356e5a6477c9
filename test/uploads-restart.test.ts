import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTokenStore } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { createNoteStore } from '../notes/store/notes.ts';
import { endServer } from './support/child.ts';
import { eventually } from './support/eventually.ts';
import { startBase, type TestBase } from './support/service.ts';
import { spawnService } from './support/spawn.ts';
import { speakTus } from './support/tus.ts';

const PART = 4 * 1024 * 1024;

let base: TestBase;
beforeAll(async () => {
  base = await startBase();
}, 60_000);
afterAll(() => base.stop());

test.each(['bun', 'deno'] as const)(
  'on %s, an upload goes on after the API was killed in the middle',
  async (runtime) => {
    const { redis } = base.redis;
    const { userId } = await createUserStore(redis).ensure({ email: `${randomUUID()}@example.org` });
    const secret = (await createTokenStore(redis).create(userId, { name: 'test', scopes: ['notes:write'] }))?.secret;
    const credentials = { authorization: `Bearer ${secret}` };
    const audio = randomBytes(3 * PART);

    const killed = await spawnService(base, { runtime });
    const before = speakTus(killed.url, credentials);
    const { id } = await before.create(audio.length, { filetype: 'audio/flac' });
    const never = new ReadableStream({
      start: (controller) => controller.enqueue(audio.subarray(0, PART + 1_000_000)),
    });
    const broken = before.send(id, 0, never).then(
      () => 'answered',
      () => 'broken',
    );
    const stored = () => redis.hget(`v1:{${userId}}:upload:${id}`, 'offset');
    await eventually('the first part is stored', async () => Number(await stored()) >= PART);
    killed.child.kill('SIGKILL');
    await endServer(killed.child);
    expect(await broken).toBe('broken');

    const restarted = await spawnService(base, { runtime });
    try {
      const after = speakTus(restarted.url, credentials);
      const { offset } = await after.head(id);
      expect(offset).toBeWithin(PART, audio.length);
      const { noteId } = await after.send(id, offset ?? 0, audio.subarray(offset ?? 0));
      const { items } = await createNoteStore(redis).list(userId, {}, { limit: 10 });
      expect(items.map((note) => note.noteId)).toEqual([noteId ?? '']);
      const kept = await readFile(join(base.home, 'recordings', 'notes', userId, noteId ?? ''));
      expect(kept.equals(audio)).toBe(true);
    } finally {
      await restarted.stop();
    }
  },
  120_000,
);
