import { expect, test } from 'bun:test';
import { noteMessageId } from '../../contracts/workflow-ids.ts';
import { startFailedNote } from '../support/note-scenarios.ts';

test('a note whose engine is down for an hour and a half fails with our message, and is announced', async () => {
  const { service, user, noteId, run, elapsedMs, told } = await startFailedNote();
  expect(elapsedMs).toBeGreaterThan(80 * 60_000);
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  expect((await run.describe()).searchAttributes['SottoOutcome']).toEqual(['processing_failed']);
  const { body } = await user.call('GET', `/notes/${noteId}`);
  expect(body.status).toBe('failed');
  expect(body.error_message).toContain('internal error');
  expect(told).toEqual({ [noteMessageId(noteId, 1)]: 'note.failed' });
  await service.stop();
}, 90_000);
