import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDailyUsage } from '../../accounts/daily-usage.ts';
import { createNoteActivities } from '../../activities/note.ts';
import { createNoteDescriber } from '../../formatting/describe.ts';
import { createNoteStore } from '../../notes/store/notes.ts';
import { createPieceStore } from '../../notes/store/pieces.ts';
import { createTagStore } from '../../notes/store/tags.ts';
import { type ScriptedLlm, startLlm } from '../formatting/llm-server.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let redis: TestRedis;
let llm: ScriptedLlm;
beforeAll(async () => {
  [redis, llm] = await Promise.all([startRedis(), startLlm()]);
  llm.answerWith(() => {}); // it never answers
});
afterAll(() => Promise.all([redis.stop(), llm.stop()]));

/** A transcribed note, and steps whose model timeout is longer than any test. */
async function startNote({ describePatienceMs }: { describePatienceMs?: number } = {}) {
  const notes = createNoteStore(redis.redis);
  const [userId, noteId] = [crypto.randomUUID(), crypto.randomUUID()];
  const recording = { object: 'recording', contentType: 'audio/flac', bytes: 1 };
  await notes.create({ noteId, userId, title: null, language: 'en', recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ transcript: 'Budget meeting tomorrow with Anna.' }));
  const { describeNote } = createNoteActivities({
    ...{ notes, tags: createTagStore(redis.redis), pieces: createPieceStore(redis.redis) },
    ...(describePatienceMs === undefined ? {} : { describePatienceMs }),
    describer: createNoteDescriber({ llm: { url: llm.url, model: 'scripted', timeoutMs: 60_000 } }),
    dailyUsage: createDailyUsage(redis.redis, { retentionMs: 60_000 }),
    emitNoteEvent: () => Promise.reject(new Error('describeNote() tells nobody')),
  });
  const input = { userId, noteId, run: 1 };
  return { describeNote: () => describeNote(input), note: () => notes.get(userId, noteId) };
}

test('describeNote() falls back to extraction when the model takes longer than the step allows', async () => {
  const { describeNote, note } = await startNote({ describePatienceMs: 50 });
  await new MockActivityEnvironment({ isLocal: true }).run(describeNote);
  expect(await note()).toMatchObject({ status: 'completed', title: expect.stringContaining('Budget meeting') });
});

test("describeNote() does not change the note when it is cancelled during the model's call", async () => {
  const { describeNote, note } = await startNote();
  const environment = new MockActivityEnvironment({ isLocal: true });
  const asked = llm.requests.length;
  const described = environment.run(describeNote);
  await eventually('the model is asked', () => llm.requests.length > asked);
  environment.cancel();
  await expect(described).rejects.toThrow('cancelled');
  expect(await note()).toMatchObject({ status: 'processing', title: null });
});

test('describeNote() sends heartbeats as a task of the server only', async () => {
  const heartbeatsWhere = async (isLocal: boolean) => {
    const { describeNote } = await startNote({ describePatienceMs: 1_500 });
    const environment = new MockActivityEnvironment({ isLocal });
    let heartbeats = 0;
    environment.on('heartbeat', () => (heartbeats += 1));
    await environment.run(describeNote);
    return heartbeats;
  };
  const [local, server] = await Promise.all([heartbeatsWhere(true), heartbeatsWhere(false)]);
  expect(local).toBe(0);
  expect(server).toBeGreaterThan(0);
});
