import { afterAll, beforeAll, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { createNoteRecovery } from '../../notes/recovery.ts';
import { createNoteWorkflows } from '../../notes/workflow-client.ts';
import { createLog } from '../../platform/log.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet } from '../../platform/redis/owned-set.ts';
import { SAMPLE } from '../speech/support.ts';
import { eventually } from '../support/eventually.ts';
import { type NoteService, startNoteService, startNoteUser } from '../support/notes.ts';

const run = promisify(execFile);
let service: NoteService;
let folder: string;
beforeAll(async () => {
  service = await startNoteService();
  folder = await mkdtemp(join(tmpdir(), 'sotto-backup-'));
}, 60_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

type User = Awaited<ReturnType<typeof startNoteUser>>;
const statusOf = async ({ call }: User, noteId: string) => (await call('GET', `/notes/${noteId}`)).body.status;
const reaches = (user: User, noteId: string, status: string) =>
  eventually(`the note is ${status}`, async () => (await statusOf(user, noteId)) === status, { timeoutMs: 30_000 });

const recovery = () =>
  createNoteRecovery({
    redis: service.redis,
    client: service.client,
    notes: service.api.notes,
    workflows: createNoteWorkflows(service.client),
    underWay: createOwnedSet(service.redis, keys.notesUnderWay()),
    log: createLog('silent'),
    now: Date.now,
  });

test('a note that a restored Redis shows as processing is processed again from its recording', async () => {
  const words = Promise.withResolvers<string>();
  service.openai.answer(async () => Response.json({ text: await words.promise }));
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  await recovery().compare();
  const copy = join(folder, 'copy.rdb');
  await run('redis-cli', ['-p', String(service.api.redis.port), '--rdb', copy]);
  words.resolve('the first time');
  await reaches(user, body.note_id, 'completed');

  await service.api.redis.restore(copy);
  expect(await statusOf(user, body.note_id)).toBe('processing');
  service.openai.answer(() => Response.json({ text: 'the second time' }));
  const ended = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
  await eventually('Temporal knows the end', async () => (await ended.describe()).status.name === 'COMPLETED');
  await eventually('the comparison finds the note', async () => (await recovery().compare()) === 1);
  await reaches(user, body.note_id, 'completed');
  expect((await user.call('GET', `/notes/${body.note_id}`)).body.transcript).toBe('the second time');
  expect(await recovery().compare()).toBe(0);
}, 90_000);

test('a note without a recording fails with a reason', async () => {
  const words = Promise.withResolvers<string>();
  service.openai.answer(async () => Response.json({ text: await words.promise }));
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  const copy = join(folder, 'before-deletion.rdb');
  await run('redis-cli', ['-p', String(service.api.redis.port), '--rdb', copy]);
  words.resolve('short-lived');
  await reaches(user, body.note_id, 'completed');
  await user.call('DELETE', `/notes/${body.note_id}`);
  await service.api.redis.restore(copy);
  await eventually('the comparison finds the note', async () => (await recovery().compare()) > 0);
  await reaches(user, body.note_id, 'failed');
  expect((await user.call('GET', `/notes/${body.note_id}`)).body.error_message).toMatch(/recording/i);
}, 90_000);

test('a note whose run an operator terminated fails with a reason', async () => {
  const asked = Promise.withResolvers<void>();
  service.openai.answer(() => {
    asked.resolve();
    return new Promise<Response>(() => {});
  });
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  await asked.promise; // the first step, which marks the note, has ended
  await service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1)).terminate('by an operator');
  await eventually('the comparison finds the note', async () => (await recovery().compare()) === 1);
  expect(await statusOf(user, body.note_id)).toBe('failed');
}, 60_000);

test('restartLost() and compare() pass over a damaged note', async () => {
  const user = await startNoteUser(service);
  service.openai.answer(() => Response.json({ text: 'words' }));
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  await reaches(user, body.note_id, 'completed');
  const ended = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
  await eventually('Temporal knows the end', async () => (await ended.describe()).status.name === 'COMPLETED');
  await eventually('Temporal lists the end', async () => {
    const query = `WorkflowId = '${noteWorkflowId(body.note_id, 1)}' AND ExecutionStatus = 'Completed'`;
    return (await service.client.workflow.count(query)).count === 1;
  });
  const [whole, damaged] = [crypto.randomUUID(), body.note_id];
  const underWay = createOwnedSet(service.redis, keys.notesUnderWay());
  for (const id of [damaged, whole]) await underWay.begin(user.userId, id, 0);
  await service.redis.hdel(keys.note(user.userId, damaged), 'text');
  await recovery().compare();
  await recovery().restartLost();
  const left = [damaged, whole].map((id) => service.redis.zscore(keys.notesUnderWay(), `${user.userId}/${id}`));
  expect(await Promise.all(left)).toEqual(['0', null]);
}, 60_000);
