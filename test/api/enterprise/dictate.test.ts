import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createDictationArchive } from '../../../dictation/archive.ts';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { dictate, sampleAudio } from '../../support/dictate.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

const WORDS = /ask what you can do for your country/i;

let base: TestBase;
let service: TestService;
let audio: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  audio = await sampleAudio();
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

const archived = (transcriptionId: string) => {
  const nothing = { put: () => Promise.reject(new Error('Only reads are meant')) };
  const archive = createDictationArchive(base.redis.redis, nothing, { retentionMs: 1 });
  return archive.get(service.organizationId, transcriptionId);
};

describe('POST /v1/enterprise/dictate', () => {
  test('smart returns the words of real speech, formatted and raw', async () => {
    const { status, body, headers } = await dictate(service, { source: 'smart', audio });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['id', 'raw_text', 'text']);
    expect(body.text).toMatch(WORDS);
    expect(body.raw_text).toMatch(WORDS);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('transcription returns the raw words in both fields', async () => {
    const { body } = await dictate(service, { source: 'transcription', audio });
    expect(body.text).toMatch(WORDS);
    expect(body.text).toBe(body.raw_text);
  });

  test('format needs no audio', async () => {
    const { status, body } = await dictate(service, { source: 'format', raw_text: 'uh hello there my old friend' });
    expect(status).toBe(200);
    expect(body.raw_text).toBe('uh hello there my old friend');
    expect(body.text).toBe('Hello there my old friend.');
  });

  test('format applies the dictionary', async () => {
    const fields = { source: 'format', raw_text: 'we moved to chargebee last week', dictionary: 'ChargeBee' };
    expect((await dictate(service, fields)).body.text).toContain('ChargeBee');
  });

  test('generates an id when none was sent', async () => {
    const { body } = await dictate(service, { source: 'format', raw_text: 'hello' });
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('treats empty optional fields as omitted', async () => {
    const fields = { source: 'format', raw_text: 'hello', context: '', language: '', audio_duration: '', store: '' };
    expect((await dictate(service, fields)).status).toBe(200);
  });

  test.each(['11', '11.', '.5', '0.30000000000000004', '5e-7', '1E2'])(
    'takes a number as programs print it: audio_duration=%s',
    async (audio_duration) => {
      const fields = { source: 'format', raw_text: 'hello', audio_duration };
      expect((await dictate(service, fields)).status).toBe(200);
    },
  );

  test.each(['true', 'True', 'TRUE', '1'])('takes a boolean as programs print it: store=%s', async (store) => {
    const transcription_id = `stored-${store}`;
    const fields = { source: 'format', raw_text: 'hello', store, transcription_id };
    expect((await dictate(service, fields)).status).toBe(200);
    expect(await archived(transcription_id)).not.toBeNull();
  });

  test.each(['false', 'False', '0'])('keeps nothing of a dictation with store=%s', async (store) => {
    const transcription_id = `not-stored-${store}`;
    const fields = { source: 'format', raw_text: 'hello', store, transcription_id };
    expect((await dictate(service, fields)).status).toBe(200);
    expect(await archived(transcription_id)).toBeNull();
  });

  test('returns the given transcription_id, also with 255 characters in any script', async () => {
    for (const character of ['x', 'λ', '語', '🎉']) {
      const id = character.repeat(255);
      const { status, body } = await dictate(service, { source: 'format', raw_text: 'hello', transcription_id: id });
      expect({ status, id: body.id }).toEqual({ status: 200, id });
    }
  });

  test('writes one usage record without content', async () => {
    const fields = {
      source: 'smart',
      audio,
      transcription_id: 'usage-1',
      platform: 'server',
      app_version: '1.2',
      audio_duration: '3',
    };
    await dictate(service, fields);
    const usage = await createUsageStore(base.redis.redis, { retentionMs: 1 }).getUsage(
      service.organizationId,
      'usage-1',
    );
    expect(usage).toMatchObject({
      outcome: 'completed',
      source: 'smart',
      audioBytes: audio.length,
      audioDurationHintSeconds: 3,
      platform: 'server',
      appVersion: '1.2',
    });
    expect(usage?.audioSeconds).toBeCloseTo(3.05, 1);
    expect(JSON.stringify(usage)).not.toMatch(/country/i);
  });
});
