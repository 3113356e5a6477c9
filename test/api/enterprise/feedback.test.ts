import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { MAX_AUDIO_BYTES, MAX_TEXT_LENGTH } from '../../../api/enterprise/feedback-form.ts';
import { keys } from '../../../store/keys.ts';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

const STORE_RETENTION_MS = 30 * 24 * 3_600_000;

let api: TestApi;
let secret: string;
let orgId: string;

beforeAll(async () => {
  api = await startTestApi({ feedbackUploadTimeoutMs: 2_000 });
});
afterAll(() => api.stop());
beforeEach(async () => {
  const made = await api.makeKey();
  secret = made.secret;
  orgId = made.organization.organizationId;
});

const pathOf = (id: string) => `/v1/enterprise/transcriptions/${id}/feedback`;
const post = (id: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(api.url + pathOf(id), { method: 'POST', headers: { 'x-api-key': secret, ...headers }, body });
const like = () => form({ sentiment: 'like' });
const saved = () => api.feedback.list(orgId, 100);

/** Names of the files that recordings hold, half-written ones as well. */
async function files(): Promise<string[]> {
  const entries = await readdir(api.folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

describe('POST feedback', () => {
  test.each(['like', 'dislike'] as const)('keeps %s alone, with nothing of content', async (sentiment) => {
    const response = await post('transcription-1', form({ sentiment }));
    expect(response.status).toBe(201);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toEqual({
      feedback_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      transcription_id: 'transcription-1',
      sentiment,
    });
    const [feedback] = await saved();
    expect(feedback).toMatchObject({
      feedbackId: body['feedback_id'] ?? '',
      orgId,
      sentiment,
      audio: null,
      usage: null,
    });
    expect(await api.feedback.getText(orgId, body['feedback_id'] ?? '')).toBeNull();
  });

  test('keeps text and audio when they are attached, for the store retention', async () => {
    const audio = new Blob([new Uint8Array([1, 2, 3, 4])], { type: 'audio/mp4' });
    const response = await post('abc', form({ sentiment: 'dislike', text: 'What was meant: ünïcode', audio }));
    expect(response.status).toBe(201);
    const [feedback] = await saved();
    expect(await api.feedback.getText(orgId, feedback?.feedbackId ?? '')).toBe('What was meant: ünïcode');
    const object = `feedback/${orgId}/${feedback?.feedbackId}`;
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
    const record = { ...usage, ...sizes, ...times, ...rest, orgId, transcriptionId: 'mine' };
    await api.usage.saveUsage(record);
    await api.usage.saveUsage({ ...record, orgId: randomUUID(), transcriptionId: 'theirs' });
    expect((await post('mine', like())).status).toBe(201);
    expect((await post('theirs', like())).status).toBe(201);
    const joined = Object.fromEntries((await saved()).map((feedback) => [feedback.transcriptionId, feedback.usage]));
    expect(joined).toEqual({ mine: record, theirs: null });
  });

  test('is another feedback each time', async () => {
    await post('again', like());
    await post('again', form({ sentiment: 'dislike' }));
    expect((await saved()).map(({ sentiment }) => sentiment).sort()).toEqual(['dislike', 'like']);
  });

  test('drops fields that it does not know, files as well', async () => {
    const extra = { raw_text: 'unknown', other: new Blob(['unknown'], { type: 'text/plain' }) };
    expect((await post('abc', form({ sentiment: 'like', ...extra }))).status).toBe(201);
    expect(await files()).not.toContain('unknown');
    expect(JSON.stringify(await saved())).not.toContain('unknown');
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
    const response = await post(path, like());
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ transcription_id: id });
    expect((await saved()).map(({ transcriptionId }) => transcriptionId)).toEqual([id]);
  });

  test.each(['x'.repeat(256), '%F0%9F%98%80'.repeat(256), 'a%00b', 'a%0D%0Ab', '%7F'])('refuses %s', async (path) => {
    const response = await post(path, like());
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_field' });
    expect(await saved()).toEqual([]);
  });

  test.each(['%', '%ZZ', '%C3', '%C3%28'])('refuses %s, which decodes to nothing', async (path) => {
    expect(await errorOf(await post(path, like()))).toMatchObject({ status: 400, code: 'invalid_field' });
  });

  test.each(['', 'a/b'])('finds no route for "%s"', async (path) => {
    expect(await errorOf(await post(path, like()))).toMatchObject({ status: 404, code: 'not_found' });
  });
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
    const error = await errorOf(await post('abc', body()));
    expect(error).toMatchObject({ status: 400, code });
    expect(error.error).toContain(message);
    expect(await saved()).toEqual([]);
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
    const { status } = await errorOf(await post('abc', body, { 'content-type': type }));
    expect(status).toBe(400);
    expect(await saved()).toEqual([]);
  });

  test('leaves no audio behind, whichever field is bad', async () => {
    const before = await files();
    const audio = new Blob([new Uint8Array(300_000)]);
    const data = new FormData();
    data.append('audio', audio);
    data.append('sentiment', 'love');
    expect((await post('abc', data)).status).toBe(400);
    expect((await post('abc', form({ audio, text: 'x'.repeat(MAX_TEXT_LENGTH + 1), sentiment: 'like' }))).status).toBe(
      400,
    );
    expect(await files()).toEqual(before);
    expect(await saved()).toEqual([]);
  });
});

describe('text', () => {
  test.each([
    ['Latin', 'x'],
    ['Greek, of two bytes each', 'λ'],
    ['emoji, of four', '🎉'],
  ])('may have 1,048,576 characters and not one more: %s', async (_script, character) => {
    const text = character.repeat(MAX_TEXT_LENGTH);
    expect((await post('abc', form({ sentiment: 'like', text }))).status).toBe(201);
    const [feedback] = await saved();
    expect(await api.feedback.getText(orgId, feedback?.feedbackId ?? '')).toBe(text);
    const response = await post('abc', form({ sentiment: 'like', text: `${text}x` }));
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'field_too_long' });
  });

  test('counts as omitted when empty', async () => {
    expect((await post('abc', form({ sentiment: 'like', text: '' }))).status).toBe(201);
    const [feedback] = await saved();
    expect(await api.feedback.getText(orgId, feedback?.feedbackId ?? '')).toBeNull();
  });
});

describe('audio', () => {
  const HEAD =
    '--x\r\nContent-Disposition: form-data; name="sentiment"\r\n\r\nlike\r\n--x\r\nContent-Disposition: form-data; name="audio"; filename="a.m4a"\r\nContent-Type: audio/mp4\r\n\r\n';
  const TAIL = '\r\n--x--\r\n';
  const CHUNK = new Uint8Array(1024 * 1024);

  /** A form whose audio has `bytes` bytes, without a Content-Length. */
  function chunked(bytes: number): ReadableStream<Uint8Array> {
    let left = bytes;
    return new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(HEAD)),
      pull: (controller) => {
        const size = Math.min(left, CHUNK.length);
        left -= size;
        if (size > 0) return controller.enqueue(CHUNK.subarray(0, size));
        controller.enqueue(new TextEncoder().encode(TAIL));
        controller.close();
      },
    });
  }
  const type = { 'content-type': 'multipart/form-data; boundary=x' };

  test('may have 100 MiB, also in a chunked body', async () => {
    expect((await post('abc', chunked(MAX_AUDIO_BYTES), type)).status).toBe(201);
    expect((await saved()).map(({ audio }) => audio?.bytes)).toEqual([MAX_AUDIO_BYTES]);
  });

  test('of one byte more is 413 and leaves nothing behind', async () => {
    const before = await files();
    const response = await post('abc', chunked(MAX_AUDIO_BYTES + 1), type);
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'audio_too_large' });
    expect(await files()).toEqual(before);
    expect(await saved()).toEqual([]);
  });

  test('that never comes is 400 once the upload has taken too long, and leaves nothing behind', async () => {
    const before = await files();
    const { status, body } = await half();
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed_body' });
    expect(await files()).toEqual(before);
  });

  test('leaves nothing behind when the caller goes', async () => {
    const before = await files();
    const request = open();
    await eventually('a part of the audio is written', async () => (await files()).length > before.length);
    request.destroy();
    await eventually('it is gone again', async () => (await files()).length === before.length);
  });

  /** Sends the beginning of a form with audio and leaves it at that. */
  function open() {
    const headers = { 'x-api-key': secret, ...type };
    const request = httpRequest(api.url + pathOf('abc'), { method: 'POST', headers });
    request.on('error', () => {});
    request.write(HEAD);
    request.write(CHUNK);
    return request;
  }

  function half(): Promise<{ status: number | undefined; body: string }> {
    return new Promise((resolve, reject) => {
      const request = open();
      request.on('error', reject);
      request.on('response', async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() });
        request.destroy();
      });
    });
  }
});
