import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { MAX_TEXT_LENGTH } from '../../../api/enterprise/feedback-form.ts';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';
import { createSender, type FeedbackSender, like } from './feedback-setup.ts';

let api: TestApi;
let sender: FeedbackSender;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  sender = await createSender(api);
});

describe('a bad form', () => {
  const twice = (name: string, value: string | Blob) => {
    const data = like();
    data.append(name, value);
    data.append(name, value);
    return data;
  };
  test.each<[name: string, body: () => BodyInit, code: string, message: string]>([
    ['no sentiment', () => form({ text: 'x' }), 'missing_field', "'sentiment' is required"],
    ['an empty sentiment', () => form({ sentiment: '' }), 'missing_field', "'sentiment' is required"],
    ['another sentiment', () => form({ sentiment: 'love' }), 'invalid_field', 'must be like or dislike'],
    ['a capital sentiment', () => form({ sentiment: 'Like' }), 'invalid_field', 'must be like or dislike'],
    ['a padded sentiment', () => form({ sentiment: ' like' }), 'invalid_field', 'must be like or dislike'],
    ['two sentiments', () => twice('sentiment', 'like'), 'repeated_field', "'sentiment' may be given only once"],
    ['two texts', () => twice('text', 'x'), 'repeated_field', "'text' may be given only once"],
    ['two audios', () => twice('audio', new Blob(['x'])), 'repeated_field', "'audio' may be given only once"],
    ['sentiment as a file', () => form({ sentiment: new Blob(['like']) }), 'invalid_field', "'sentiment' must be text"],
    ['empty audio', () => form({ sentiment: 'like', audio: new Blob([]) }), 'audio_empty', 'empty'],
    ['JSON', () => '{"sentiment":"like"}', 'not_multipart', 'multipart/form-data'],
    ['a URL-encoded form', () => new URLSearchParams({ sentiment: 'like' }), 'not_multipart', 'multipart/form-data'],
  ])('is refused: %s', async (_name, body, code, message) => {
    const error = await errorOf(await sender.post('abc', body()));
    expect(error).toMatchObject({ status: 400, code });
    expect(error.error).toContain(message);
    expect(await sender.saved()).toEqual([]);
  });

  test.each([
    ['without boundary', 'multipart/form-data', '--x\r\n'],
    [
      'cut short',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="sentiment"\r\n\r\nli',
    ],
    ['empty', 'multipart/form-data; boundary=x', ''],
  ])('is refused: multipart %s', async (_name, type, body) => {
    const { status } = await errorOf(await sender.post('abc', body, { 'content-type': type }));
    expect(status).toBe(400);
    expect(await sender.saved()).toEqual([]);
  });
});

describe('text', () => {
  test.each([
    ['Latin', 'x'],
    ['Greek, of two bytes each', 'λ'],
    ['emoji, of four', '🎉'],
  ])('may have 1,048,576 characters and not one more: %s', async (_script, character) => {
    const text = character.repeat(MAX_TEXT_LENGTH);
    expect((await sender.post('abc', form({ sentiment: 'like', text }))).status).toBe(201);
    const [feedback] = await sender.saved();
    expect(await api.feedback.getText(sender.orgId, feedback?.feedbackId ?? '')).toBe(text);
    const response = await sender.post('abc', form({ sentiment: 'like', text: `${text}x` }));
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'field_too_long' });
  });

  test('counts as omitted when empty', async () => {
    expect((await sender.post('abc', form({ sentiment: 'like', text: '' }))).status).toBe(201);
    const [feedback] = await sender.saved();
    expect(await api.feedback.getText(sender.orgId, feedback?.feedbackId ?? '')).toBeNull();
  });
});
