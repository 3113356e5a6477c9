import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { WorkflowNotFoundError } from '@temporalio/client';
import { noteMessageId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { noteHistory } from '../support/note-history.ts';
import { type NoteScenarios, startNoteScenarios } from '../support/note-scenarios.ts';

setDefaultTimeout(90_000);

let scenarios: NoteScenarios;
beforeAll(async () => {
  scenarios = await startNoteScenarios();
});
afterAll(() => scenarios.stop());

const history = (noteId: string) => noteHistory(scenarios.service.client, noteId);
const outcome = async (noteId: string) => (await scenarios.run(noteId).result()).outcome;

/** Both events of a run that was restarted, as an endpoint receives them. */
const bothEnds = (noteId: string) => ({
  [noteMessageId(noteId, 1, 0)]: 'note.processed',
  [noteMessageId(noteId, 1, 1)]: 'note.processed',
});

test('note() runs only the transcription as a server activity', async () => {
  const { events, serverSteps, localSteps } = await history(await scenarios.completed());
  expect(serverSteps).toEqual(['transcribeNote']);
  expect(localSteps.map(({ step }) => step)).toEqual(['beginNote', 'describeNote', 'clearPieces', 'emitNoteEvent']);
  expect(events).toBe(16);
});

test('note() starts no event for a user without an endpoint', async () => {
  const { client } = scenarios.service;
  const event = webhookEventWorkflowId(noteMessageId(await scenarios.completed(), 1));
  const error: unknown = await client.workflow
    .getHandle(event)
    .describe()
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(WorkflowNotFoundError);
});

test('note() retries a step in its own task when Redis is unavailable for a moment', async () => {
  const noteId = await scenarios.stepRetried();
  expect(await outcome(noteId)).toBe('completed');
  const { serverSteps, localSteps } = await history(noteId);
  expect(serverSteps).toEqual(['transcribeNote']);
  expect(localSteps).toContainEqual({ step: 'describeNote', attempt: 2, failed: false });
});

test('note() moves a step to the server when Redis stays unavailable, where retries add no event', async () => {
  const { noteId, step, added } = await scenarios.stepOutwaited();
  expect({ step, added }).toEqual({ step: 'describeNote', added: 0 });
  expect(await outcome(noteId)).toBe('completed');
  const { serverSteps, localSteps } = await history(noteId);
  expect(localSteps).toContainEqual({ step: 'describeNote', attempt: 3, failed: true });
  expect(serverSteps).toEqual(['transcribeNote', 'describeNote']);
});

test('reprocess cancels a description that hangs, and starts again', async () => {
  const { user, noteId } = await scenarios.reprocessedWhileDescribed();
  expect(await outcome(noteId)).toBe('completed');
  expect((await user.call('GET', `/notes/${noteId}`)).body).toMatchObject({
    status: 'completed',
    title: 'Budget meeting',
  });
  const { serverSteps, localSteps } = await history(noteId);
  expect(serverSteps).toEqual(['transcribeNote', 'transcribeNote']);
  expect(localSteps.filter(({ step }) => step === 'emitNoteEvent')).toHaveLength(1);
});

test('a run that is signalled to start again as it ends does so, and announces both ends', async () => {
  const { noteId, told } = await scenarios.reprocessedAtItsEnd();
  expect(await outcome(noteId)).toBe('completed');
  const { refusedTasks, serverSteps } = await history(noteId);
  expect(refusedTasks).toHaveLength(1);
  expect(serverSteps).toEqual(['transcribeNote', 'transcribeNote']);
  expect(told).toEqual(bothEnds(noteId));
});

test('a run that is signalled to start again while it cannot announce does so, and announces both ends', async () => {
  const { noteId, step, told } = await scenarios.reprocessedWhileTold();
  expect(step).toBe('emitNoteEvent');
  expect(await outcome(noteId)).toBe('completed');
  expect((await history(noteId)).serverSteps).toEqual(['transcribeNote', 'emitNoteEvent', 'transcribeNote']);
  expect(told).toEqual(bothEnds(noteId));
});

test('deleting a note while it is described leaves no tag and no transcribed piece', async () => {
  const { user, noteId, error } = await scenarios.deletedWhileDescribed();
  expect(error).toContain('cancelled');
  expect((await user.call('GET', '/tags')).body.items).toEqual([]);
  expect(await scenarios.service.redis.keys(`*${noteId}*`)).toEqual([]);
});

test('a run whose note was deleted ends without a transcription', async () => {
  const noteId = await scenarios.gone();
  expect(await outcome(noteId)).toBe('cancelled');
  expect((await history(noteId)).serverSteps).toEqual([]);
});
