import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createRecordingExpiries } from '../../platform/recordings/expiries.ts';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());
beforeEach(async () => {
  await operator.server.redis.flushall();
});

test('feedback list and show name the attachments', async () => {
  const feedback = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'k', transcriptionId: 't' };
  await operator.deps.feedback.save({ ...feedback, sentiment: 'dislike', text: 'What was meant', audio: null });
  const [row] = await operator.rows('feedback', 'list', feedback.orgId);
  expect(row).toMatchObject({
    feedback_id: feedback.feedbackId,
    transcription_id: 't',
    sentiment: 'dislike',
    source: null,
  });
  const shown = await operator.row('feedback', 'show', feedback.orgId, feedback.feedbackId);
  expect<unknown>(shown).toEqual({ ...row, text: 'What was meant', audio: null });
  await expect(operator.admin('feedback', 'show', feedback.orgId, 'x')).rejects.toThrow("Cannot find feedback 'x'");
  await expect(operator.admin('feedback', 'list', feedback.orgId, '--limit', '0')).rejects.toThrow(
    '--limit must be at least 1',
  );
});

test('feedback delete removes it with its text at once, and its audio in the next maintenance round', async () => {
  const feedback = { feedbackId: randomUUID(), orgId: randomUUID(), keyId: 'k', transcriptionId: 't' };
  const audio = { object: 'feedback/a', contentType: null, bytes: 1 };
  await operator.deps.feedback.save({ ...feedback, sentiment: 'like', text: 'Words', audio });
  await operator.admin('feedback', 'delete', feedback.orgId, feedback.feedbackId);
  expect(await operator.rows('feedback', 'list', feedback.orgId)).toEqual([]);
  expect(await operator.deps.feedback.getText(feedback.orgId, feedback.feedbackId)).toBeNull();
  const due = createRecordingExpiries(operator.server.redis).due(operator.deps.now(), { skip: 0, count: 10 });
  expect(await due).toEqual(['feedback/a']);
  await expect(operator.admin('feedback', 'delete', feedback.orgId, feedback.feedbackId)).rejects.toThrow(
    'Cannot find',
  );
});
