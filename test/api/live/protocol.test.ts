import { describe, expect, test } from 'bun:test';
import { createMessageRate, UPDATES } from '../../../api/live/message-rate.ts';
import { readClientEvent } from '../../../api/live/realtime/client-events.ts';
import { createEventWriter } from '../../../api/live/realtime/server-events.ts';
import {
  applyBetaUpdate,
  applyUpdate,
  type ConfigProblem,
  DEFAULT_CONFIG,
  type SessionConfig,
  settingsOf,
  withSameFormat,
} from '../../../api/live/realtime/session-config.ts';

describe('readClientEvent()', () => {
  test.each([
    ['no JSON', '{', 'invalid_json'],
    ['no object', '[]', 'invalid_json'],
    ['null', 'null', 'invalid_json'],
    ['no type', '{}', 'invalid_event'],
    ['a type that is not a text', '{"type":1}', 'invalid_event'],
    ['an event of spoken answers', '{"type":"response.create"}', 'unknown_event'],
    ['audio that is not a text', '{"type":"input_audio_buffer.append","audio":1}', 'invalid_audio'],
    ['audio that is not base64', '{"type":"input_audio_buffer.append","audio":"%%"}', 'invalid_audio'],
  ])('rejects %s', (_, text, code) => {
    expect(readClientEvent(text)).toMatchObject({ type: 'invalid', problem: { code } });
  });

  test('reads audio, and names the client event that it rejects', () => {
    expect(readClientEvent('{"type":"input_audio_buffer.append","audio":"AQI="}')).toEqual({
      type: 'append',
      audio: Buffer.from([1, 2]),
    });
    expect(readClientEvent('{"type":"x","event_id":"mine"}')).toMatchObject({ eventId: 'mine' });
    expect(readClientEvent(`{"type":"x","event_id":"${'a'.repeat(600)}"}`)).toMatchObject({ eventId: null });
  });
});

describe('applyUpdate()', () => {
  const applied = (session: unknown) => applyUpdate(DEFAULT_CONFIG, session) as SessionConfig;

  test.each<[string, object, string]>([
    ['a rate', { audio: { input: { format: { type: 'audio/pcm', rate: 8_000 } } } }, 'session.audio.input.format'],
    ['a threshold', { audio: { input: { turn_detection: { threshold: 2 } } } }, 'session.audio.input.turn_detection'],
    ['a language', { audio: { input: { transcription: { language: '%' } } } }, 'session.audio.input.transcription'],
    ['a list', { include: 'all' }, 'session.include'],
  ])('rejects %s and names the field', (_, session, param) => {
    expect((applyUpdate(DEFAULT_CONFIG, session) as ConfigProblem).param.startsWith(param)).toBe(true);
  });

  test.each([[null], [undefined], [1], ['x'], [[]]])('rejects %p as a session', (session) => {
    expect(applyUpdate(DEFAULT_CONFIG, session)).toHaveProperty('param');
  });

  test('changes only the given fields', () => {
    const config = applied({ type: 'transcription', audio: { input: { transcription: { language: 'en' } } } });
    expect(config).toEqual({ ...DEFAULT_CONFIG, transcription: { model: 'sotto', language: 'en' } });
    expect(settingsOf(applied({ audio: { input: { turn_detection: null } } }), {}).turns).toBeNull();
  });

  test('reads an empty language as none, and sotto-raw as a model that does not format', () => {
    const transcription = { model: 'sotto-raw', language: '', prompt: 'Qdrant, ChargeBee' };
    const settings = settingsOf(applied({ audio: { input: { transcription } } }), { language: 'en' });
    expect(settings).toMatchObject({ formats: false, language: 'en', dictionary: 'Qdrant\nChargeBee' });
  });

  test('adds the dictionary of the session to that of the user', () => {
    const config = applied({ audio: { input: { transcription: { dictionary: 'Qdrant' } } } });
    expect(settingsOf(config, { dictionary: 'ChargeBee' }).dictionary).toBe('ChargeBee\nQdrant');
  });

  test('applyBetaUpdate() reads the same settings in the older protocol', () => {
    const session = {
      input_audio_format: 'g711_ulaw',
      input_audio_transcription: { model: 'whisper-1' },
      turn_detection: { type: 'server_vad', silence_duration_ms: 700 },
    };
    expect(settingsOf(applyBetaUpdate(DEFAULT_CONFIG, session) as SessionConfig, {})).toMatchObject({
      format: { encoding: 'mulaw', sampleRate: 8_000 },
      turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.7 },
      formats: true,
    });
    expect(applyBetaUpdate(DEFAULT_CONFIG, { input_audio_format: 'mp3' })).toHaveProperty('param');
  });
});

describe('withSameFormat()', () => {
  const withFormat = (format: SessionConfig['format']): SessionConfig => ({ ...DEFAULT_CONFIG, format });

  test.each([
    [false, 'session.audio.input.format'],
    [true, 'session.input_audio_format'],
  ])('refuses another format; the older protocol: %p', (isBeta, param) => {
    for (const format of [{ type: 'audio/pcmu' }, { type: 'audio/pcm', rate: 16_000 }] as const) {
      expect(withSameFormat(DEFAULT_CONFIG, withFormat(format), isBeta)).toMatchObject({ param });
    }
  });

  test('takes the same format, with or without its default rate', () => {
    const updated = { ...withFormat({ type: 'audio/pcm' }), include: ['more'] };
    expect(withSameFormat(DEFAULT_CONFIG, updated, false)).toBe(updated);
  });
});

describe('createEventWriter()', () => {
  const dialect = { isBeta: false, wantsProvisional: false };
  const word = (text: string) => ({ text, start: 0, end: 0 });
  const final = { type: 'final', utterance: 1, from: 1, to: 3.5, rawText: '', words: [] } as const;

  test('writes deltas that add up to the recognized words, and the formatted text at the end', () => {
    const write = createEventWriter('sess_1-2');
    const recognized = { type: 'recognized', utterance: 1, provisional: [word('c')] } as const;
    const sent = [
      ...write({ ...recognized, committed: [word('a')], newCount: 1 }, dialect),
      ...write({ ...recognized, committed: [word('a')], newCount: 0 }, dialect),
      ...write({ ...recognized, committed: [word('a'), word('b')], newCount: 1 }, dialect),
      ...write({ type: 'closed', utterance: 1 }, dialect),
      ...write({ ...final, text: 'A b, c.', rest: ['c'] }, dialect),
    ];
    expect(sent.map((event) => event['delta'] ?? '').join('')).toBe('a b c');
    expect(sent.at(-1)).toMatchObject({ item_id: 'item_12_1', transcript: 'A b, c.', usage: { seconds: 2.5 } });
    expect(sent.map(({ type }) => type)).not.toContain('conversation.item.created');
  });

  test('writes uncommitted words as a whole, without a leading space', () => {
    const write = createEventWriter('sess_1');
    write({ type: 'closed', utterance: 1 }, dialect);
    expect(write({ ...final, text: 'Yes.', rest: ['yes'] }, dialect)[0]).toMatchObject({ delta: 'yes' });
  });

  test('writes provisional words only on request, and only when they change', () => {
    const write = createEventWriter('sess_1');
    const event = { type: 'recognized', utterance: 1, committed: [], newCount: 0, provisional: [word('a')] } as const;
    expect(write(event, dialect)).toEqual([]);
    const again = createEventWriter('sess_1');
    expect(again(event, { ...dialect, wantsProvisional: true })).toMatchObject([{ transcript: 'a' }]);
    expect(again(event, { ...dialect, wantsProvisional: true })).toEqual([]);
  });

  test('names the last committed item as the previous one, and none that was cleared', () => {
    const write = createEventWriter('sess_1');
    const committed = (utterance: number) => write({ type: 'closed', utterance }, dialect)[0];
    write({ type: 'started', utterance: 1, at: 0 }, dialect);
    write({ type: 'cleared' }, dialect);
    expect(committed(2)).toMatchObject({ item_id: 'item_1_2', previous_item_id: null });
    expect(committed(4)).toMatchObject({ item_id: 'item_1_4', previous_item_id: 'item_1_2' });
    expect(write({ type: 'closed', utterance: 5 }, dialect)[1]).toMatchObject({ previous_item_id: 'item_1_4' });
  });

  test('writes a retry delay for a rejected session', () => {
    const write = createEventWriter('sess_1');
    expect(write({ type: 'ended', end: 'busy', retryAfterSeconds: 5 }, dialect)).toMatchObject([
      { type: 'error', error: { code: 'busy', retry_after: 5 } },
    ]);
  });

  test.each(['completed', 'stopping'] as const)('sends no error for %s', (end) => {
    expect(createEventWriter('sess_1')({ type: 'ended', end }, dialect)).toEqual([]);
  });
});

test('createMessageRate() allows a burst, then a fixed number of messages per second', () => {
  const clock = { seconds: 0 };
  const mayCome = createMessageRate(() => clock.seconds);
  for (let message = 0; message < 2_000; message++) expect(mayCome()).toBe(true);
  expect(mayCome()).toBe(false);
  clock.seconds += 1;
  expect(mayCome()).toBe(true);
});

test('createMessageRate() takes 20 updates at once, then one a second', () => {
  const clock = { seconds: 0 };
  const mayUpdate = createMessageRate(() => clock.seconds, UPDATES);
  for (let update = 0; update < 20; update++) expect(mayUpdate()).toBe(true);
  expect(mayUpdate()).toBe(false);
  clock.seconds += 2;
  expect([mayUpdate(), mayUpdate()]).toEqual([true, false]);
});

test('readClientEvent() and applyUpdate() never throw', () => {
  const parts = [
    '{',
    '}',
    '"type"',
    ':',
    '"session.update"',
    ',',
    '"session"',
    '"audio"',
    '[',
    ']',
    'null',
    '1e999',
    '"\\ud800"',
  ];
  let state = 7;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 1 + next(24) }, () => parts[next(parts.length)]).join('');
    const event = readClientEvent(text);
    if (event.type === 'update') applyUpdate(DEFAULT_CONFIG, event.session);
  }
  for (const session of [{ audio: { input: [] } }, { audio: [], include: {} }, { input_audio_format: {} }]) {
    expect(() => applyUpdate(DEFAULT_CONFIG, session)).not.toThrow();
    expect(() => applyBetaUpdate(DEFAULT_CONFIG, session)).not.toThrow();
  }
});
