import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dictate, type Fields, sampleAudio } from '../../support/dictate.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

const MIB = 1024 * 1024;

let base: TestBase;
let service: TestService;
let audio: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  base = await startBase();
  service = await startService(base, { MAX_DICTATION_SECONDS: '60' });
  audio = await sampleAudio();
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

describe('POST /v1/enterprise/dictate refuses', () => {
  const text = { source: 'format', raw_text: 'hello' };
  const cases: [name: string, fields: () => Fields, status: number, code: string, names?: string][] = [
    ['a missing source', () => ({ audio }), 400, 'missing_field', 'source'],
    ['an unknown source', () => ({ source: 'magic', audio }), 400, 'invalid_field', 'source'],
    ['smart without audio', () => ({ source: 'smart' }), 400, 'missing_field', 'audio'],
    ['transcription without audio', () => ({ source: 'transcription', raw_text: 'x' }), 400, 'missing_field', 'audio'],
    ['format without raw_text', () => ({ source: 'format', audio }), 400, 'missing_field', 'raw_text'],
    ['a field given twice', () => ({ source: 'format', raw_text: ['a', 'b'] }), 400, 'repeated_field', 'raw_text'],
    ['a negative audio_duration', () => ({ ...text, audio_duration: '-1' }), 400, 'invalid_field', 'audio_duration'],
    ['a wordy audio_duration', () => ({ ...text, audio_duration: 'abc' }), 400, 'invalid_field', 'audio_duration'],
    [
      'an infinite audio_duration',
      () => ({ ...text, audio_duration: 'Infinity' }),
      400,
      'invalid_field',
      'audio_duration',
    ],
    ['store=maybe', () => ({ ...text, store: 'maybe' }), 400, 'invalid_field', 'store'],
    ['a language that is not a code', () => ({ ...text, language: 'english!' }), 400, 'invalid_field', 'language'],
    [
      'a transcription_id of 256 characters',
      () => ({ ...text, transcription_id: 'x'.repeat(256) }),
      400,
      'invalid_field',
      'transcription_id',
    ],
    [
      'a transcription_id with a line break',
      () => ({ ...text, transcription_id: 'a\nb' }),
      400,
      'invalid_field',
      'transcription_id',
    ],
    [
      'raw_text of 256 KiB + 1 byte',
      () => ({ source: 'format', raw_text: 'x'.repeat(MIB / 4 + 1) }),
      400,
      'field_too_long',
      'raw_text',
    ],
    [
      'text sent as a file',
      () => ({ source: 'format', raw_text: new Uint8Array([104, 105]) }),
      400,
      'invalid_field',
      'raw_text',
    ],
    ['audio over the limit', () => ({ source: 'smart', audio: new Uint8Array(25 * MIB + 1) }), 413, 'audio_too_large'],
    ['empty audio', () => ({ source: 'smart', audio: new Uint8Array(0) }), 400, 'audio_empty'],
    ['audio that is none', () => ({ source: 'smart', audio: new Uint8Array(5_000).fill(7) }), 400, 'audio_undecodable'],
    ['audio that lasts too long', () => ({ source: 'smart', audio: silence(61) }), 413, 'audio_too_long'],
    [
      'a language the embedded engine does not know',
      () => ({ source: 'smart', audio, language: 'de' }),
      400,
      'unsupported_language',
    ],
  ];
  for (const [name, fields, status, code, names] of cases) {
    test(`${name} with ${status} ${code}`, async () => {
      const answer = await dictate(service, fields());
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'request_id']);
      expect<string | null>(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
      if (names) expect(answer.body.error).toContain(`'${names}'`);
    });
  }

  test('a body that is not multipart with 400 not_multipart', async () => {
    const init = {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    };
    const answer = await fetch(`${service.url}/v1/enterprise/dictate`, init);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'not_multipart']);
  });

  test('a broken body with 400 malformed_body', async () => {
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="source"\r\n\r\nsmart';
    const answer = await fetch(`${service.url}/v1/enterprise/dictate`, { method: 'POST', body, headers });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'malformed_body']);
  });

  test('a missing credential before the body is read', async () => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        if (read > 2_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await fetch(`${service.url}/v1/enterprise/dictate`, { method: 'POST', body, headers });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'credential_missing']);
    expect(read).toBeLessThan(2_000);
  });

  test('a chunked body over the limit while it is being read', async () => {
    let sent = 0;
    const head = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n';
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : new Uint8Array(MIB));
        sent += 1;
        if (sent > 500) controller.close();
      },
    });
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await fetch(`${service.url}/v1/enterprise/dictate`, { method: 'POST', body, headers });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'audio_too_large']);
    expect(sent).toBeLessThan(500);
  });

  test('audio over the limit, also to a caller that reads the answer after it has sent everything', async () => {
    const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n');
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error as Error));
    const bytes = Buffer.alloc(100 * MIB);
    const headers = `X-API-Key: ${service.apiKey}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
    socket.write(`POST /v1/enterprise/dictate HTTP/1.1\r\nHost: localhost\r\n${headers}`);
    socket.write(`Content-Length: ${head.length + bytes.length}\r\n\r\n`);
    socket.write(head);
    await Promise.race([failed, new Promise((resolve) => socket.write(bytes, resolve))]);
    const [answer] = (await Promise.race([failed, once(socket.resume(), 'data')])) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toStartWith('HTTP/1.1 413 ');
  });
});

/** A WAV file of silence, 8 kHz, 8 bits. */
function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(44 + seconds * 8_000).fill(128);
  const view = new DataView(data.buffer);
  data.set(new TextEncoder().encode('RIFF'), 0);
  view.setUint32(4, data.length - 8, true);
  data.set(new TextEncoder().encode('WAVEfmt '), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 8_000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  data.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, seconds * 8_000, true);
  return data;
}
