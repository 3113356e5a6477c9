import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { request as httpRequest } from 'node:http';
import { MAX_AUDIO_BYTES, MAX_TEXT_LENGTH } from '../../../api/enterprise/feedback-form.ts';
import { errorOf, form, startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createSender, type FeedbackSender, feedbackPath, recordedFiles } from './feedback-setup.ts';

let api: TestApi;
let sender: FeedbackSender;

beforeAll(async () => {
  api = await startTestApi({ feedbackUploadTimeoutMs: 2_000 });
});
afterAll(() => api.stop());
beforeEach(async () => {
  sender = await createSender(api);
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

  /** With enough time for 100 MiB. */
  let patient: TestApi;
  beforeAll(async () => {
    patient = await startTestApi({ feedbackUploadTimeoutMs: 60_000 });
  });
  afterAll(() => patient.stop());

  test('can have 100 MiB, also in a chunked body', async () => {
    const sender = await createSender(patient);
    expect((await sender.post('abc', chunked(MAX_AUDIO_BYTES), type)).status).toBe(201);
    expect((await sender.saved()).map(({ audio }) => audio?.bytes)).toEqual([MAX_AUDIO_BYTES]);
  }, 60_000);

  test('of one byte more is 413 and leaves nothing behind', async () => {
    const sender = await createSender(patient);
    const before = await recordedFiles(patient);
    const response = await sender.post('abc', chunked(MAX_AUDIO_BYTES + 1), type);
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'audio_too_large' });
    expect(await recordedFiles(patient)).toEqual(before);
    expect(await sender.saved()).toEqual([]);
  }, 60_000);

  test('that never arrives is 408 after the upload timeout, and leaves nothing behind', async () => {
    const before = await recordedFiles(api);
    const { status, body } = await half();
    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ code: 'upload_timed_out' });
    expect(await recordedFiles(api)).toEqual(before);
  });

  test('leaves no audio behind, whichever field is bad', async () => {
    const before = await recordedFiles(api);
    const audio = new Blob([new Uint8Array(300_000)]);
    const data = new FormData();
    data.append('audio', audio);
    data.append('sentiment', 'love');
    expect((await sender.post('abc', data)).status).toBe(400);
    expect(
      (await sender.post('abc', form({ audio, text: 'x'.repeat(MAX_TEXT_LENGTH + 1), sentiment: 'like' }))).status,
    ).toBe(400);
    expect(await recordedFiles(api)).toEqual(before);
    expect(await sender.saved()).toEqual([]);
  });

  test('leaves nothing behind when the caller disconnects', async () => {
    const before = await recordedFiles(api);
    const request = open();
    await eventually('a part of the audio is written', async () => (await recordedFiles(api)).length > before.length);
    request.destroy();
    await eventually('it is gone again', async () => (await recordedFiles(api)).length === before.length);
  });

  /** Sends the beginning of a form with audio, and nothing more. */
  function open() {
    const headers = { 'x-api-key': sender.secret, ...type };
    const request = httpRequest(api.url + feedbackPath('abc'), { method: 'POST', headers });
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
