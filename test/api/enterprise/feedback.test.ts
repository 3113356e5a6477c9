import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keys } from '../../../platform/redis/keys.ts';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';
import { createSender, type FeedbackSender, like, recordedFiles } from './feedback-setup.ts';

const STORE_RETENTION_MS = 30 * 24 * 3_600_000;

let api: TestApi;
let sender: FeedbackSender;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  sender = await createSender(api);
});

describe('POST feedback', () => {
  test.each(['like', 'dislike'] as const)('keeps %s alone, with nothing of content', async (sentiment) => {
    const response = await sender.post('transcription-1', form({ sentiment }));
    expect(response.status).toBe(201);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toEqual({
      feedback_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      transcription_id: 'transcription-1',
      sentiment,
    });
    const [feedback] = await sender.saved();
    expect(feedback).toMatchObject({
      feedbackId: body['feedback_id'] ?? '',
      orgId: sender.orgId,
      requestId: response.headers.get('x-request-id') ?? '',
      sentiment,
      audio: null,
      usage: null,
    });
    expect(await api.feedback.getText(sender.orgId, body['feedback_id'] ?? '')).toBeNull();
  });

  test('keeps text and audio when they are attached, for the store retention', async () => {
    const audio = new Blob([new Uint8Array([1, 2, 3, 4])], { type: 'audio/mp4' });
    const response = await sender.post('abc', form({ sentiment: 'dislike', text: 'What was meant: ünïcode', audio }));
    expect(response.status).toBe(201);
    const [feedback] = await sender.saved();
    expect(await api.feedback.getText(sender.orgId, feedback?.feedbackId ?? '')).toBe('What was meant: ünïcode');
    const object = `feedback/${sender.orgId}/${feedback?.feedbackId}`;
    expect(feedback?.audio).toEqual({ object, contentType: 'audio/mp4', bytes: 4 });
    expect([...(await readFile(join(api.folder, object)))]).toEqual([1, 2, 3, 4]);
    const goes = await api.redis.redis.zscore(keys.recordingExpiries(), object);
    expect(Number(goes)).toBe(api.clock.ms + STORE_RETENTION_MS);
  });

  test('joins the usage of the organization’s own dictation, and never of another’s', async () => {
    const usage = { keyId: 'k', requestId: 'r', source: 'smart', outcome: 'completed', rewrite: null };
    const sizes = { audioBytes: 1, textBytes: 0, resultBytes: 1, audioDurationHintSeconds: null };
    const times = { receivedAt: 1, endedAt: 2, audioSeconds: 3, decodeMs: 1, inferenceMs: 1, formatMs: 1 };
    const rest = { language: 'en', engine: 'moonshine', platform: 'web', appVersion: '1' };
    const record = { ...usage, ...sizes, ...times, ...rest, orgId: sender.orgId, transcriptionId: 'mine' };
    await api.usage.saveUsage(record);
    await api.usage.saveUsage({ ...record, orgId: randomUUID(), transcriptionId: 'theirs' });
    expect((await sender.post('mine', like())).status).toBe(201);
    expect((await sender.post('theirs', like())).status).toBe(201);
    const joined = Object.fromEntries(
      (await sender.saved()).map((feedback) => [feedback.transcriptionId, feedback.usage]),
    );
    expect(joined).toEqual({ mine: record, theirs: null });
  });

  test('is another feedback each time', async () => {
    await sender.post('again', like());
    await sender.post('again', form({ sentiment: 'dislike' }));
    expect((await sender.saved()).map(({ sentiment }) => sentiment).sort()).toEqual(['dislike', 'like']);
  });

  test('refuses an unknown field by name, and an unknown file', async () => {
    const before = await recordedFiles(api);
    const file = new Blob(['unknown'], { type: 'text/plain' });
    for (const extra of [{ raw_text: 'unknown' }, { other: file }]) {
      const answer = await errorOf(await sender.post('abc', form({ sentiment: 'like', ...extra })));
      const [name] = Object.keys(extra);
      expect(answer).toMatchObject({ status: 400, code: 'invalid_field', error: `The field '${name}' is unknown` });
    }
    expect(await recordedFiles(api)).toEqual(before);
    expect(await sender.saved()).toEqual([]);
  });
});

describe('transcription_id', () => {
  test.each([
    ['a', 'a'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['%C3%BC'.repeat(255), 'ü'.repeat(255)],
    ['a%2Fb', 'a/b'],
    ['..%2F..%2Fetc', '../../etc'],
    ['%25', '%'],
    ['a+b', 'a+b'],
    ['%7Btag%7D:*', '{tag}:*'],
    ['a%3Fb%23c', 'a?b#c'],
  ])('takes %s', async (path, id) => {
    const response = await sender.post(path, like());
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ transcription_id: id });
    expect((await sender.saved()).map(({ transcriptionId }) => transcriptionId)).toEqual([id]);
  });

  test.each(['x'.repeat(256), '%F0%9F%98%80'.repeat(256), 'a%00b', 'a%0D%0Ab', '%7F'])('refuses %s', async (path) => {
    const response = await sender.post(path, like());
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_field' });
    expect(await sender.saved()).toEqual([]);
  });

  test.each(['%', '%ZZ', '%C3', '%C3%28'])('refuses %s, which decodes to nothing', async (path) => {
    expect(await errorOf(await sender.post(path, like()))).toMatchObject({ status: 400, code: 'invalid_field' });
  });

  test.each(['', 'a/b'])('finds no route for "%s"', async (path) => {
    expect(await errorOf(await sender.post(path, like()))).toMatchObject({ status: 404, code: 'not_found' });
  });
});
