import { describe, expect, test } from 'bun:test';
import { checkTranscriptionForm } from '../../../api/openai/form.ts';
import { MAX_DICTIONARY_BYTES } from '../../../formatting/limits.ts';
import type { ArrivingAudio } from '../../../speech/arriving.ts';
import { arrived } from '../../support/arrived.ts';

const AUDIO = arrived(new Uint8Array([1]));

/** Fields with one value, and lists. */
function check(
  fields: Record<string, string | readonly string[]>,
  files: ReadonlyMap<string, ArrivingAudio> = new Map([['file', AUDIO]]),
) {
  const entries = Object.entries(fields);
  const texts = new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
  const lists = new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value] as const])),
  );
  return checkTranscriptionForm({ texts, lists, files });
}

/** The parameter that is blamed, and why. */
function refusal(fields: Record<string, string | readonly string[]>, files?: ReadonlyMap<string, ArrivingAudio>) {
  try {
    check(fields, files);
  } catch (error) {
    const { field, message } = error as { field: string; message: string };
    return [field, message];
  }
  return [];
}

describe('checkTranscriptionForm()', () => {
  test('requires only a file', () => {
    expect(check({})).toMatchObject({
      format: 'json',
      streams: false,
      granularities: ['segment'],
      dictation: {
        source: 'smart',
        audio: AUDIO,
        store: false,
        language: undefined,
        detail: { words: 'none', speakers: false },
      },
    });
    expect(refusal({}, new Map())).toEqual(['file', "The parameter 'file' is required"]);
  });

  test.each([
    ['sotto', 'smart'],
    ['whisper-1', 'smart'],
    ['gpt-4o-transcribe', 'smart'],
    ['', 'smart'],
    ['sotto-raw', 'transcription'],
    ['"Sotto-Raw"', 'transcription'],
    ['openai/sotto-raw', 'transcription'],
  ])('reads the model %j as %s', (model, source) => {
    expect(check({ model }).dictation.source).toBe(source as never);
  });

  test.each([
    ['en', 'en'],
    ['en-US', 'en-US'],
    ['zh_Hant_TW', 'zh_Hant_TW'],
    ['English', 'en'],
    ['"german"', 'de'],
    ['', undefined],
    ['auto', undefined],
    ['Auto', undefined],
    ['null', undefined],
    ['undefined', undefined],
  ])('reads the language %j', (language, code) => {
    expect(check({ language }).dictation.language).toBe(code);
  });

  test('reads a single possible language as the language, and several as none', () => {
    expect(check({ languages: ['de'] }).dictation.language).toBe('de');
    expect(check({ languages: ['de', 'en'] }).dictation.language).toBeUndefined();
    expect(check({ language: 'en', languages: ['de'] }).dictation.language).toBe('en');
  });

  test('builds a dictionary from prompt, keywords and hotwords', () => {
    const fields = { prompt: 'ChargeBee, then', keywords: ['Okonkwo', ''], hotwords: 'Elysia', dictionary: 'a => b' };
    expect(check(fields).dictation.dictionary).toBe('a => b\nOkonkwo\nElysia\nChargeBee');
    expect(check({ prompt: 'Hello, how are you?' }).dictation.dictionary).toBeUndefined();
  });

  test('omits names that exceed the dictionary limit', () => {
    const keywords = Array.from({ length: 100 }, (_, index) => `${index}${'x'.repeat(1_000)}`);
    const { dictionary = '' } = check({ keywords }).dictation;
    expect(Buffer.byteLength(dictionary)).toBeLessThanOrEqual(MAX_DICTIONARY_BYTES);
    expect(dictionary.split('\n')).toHaveLength(32);
  });

  test.each([[['word', 'segment']], [['word,segment']], [['["word", "segment"]']], [['"word"', 'segment']]])(
    'reads timestamp_granularities as %j',
    (timestamp_granularities) => {
      const form = check({ response_format: 'verbose_json', timestamp_granularities });
      expect(form.granularities).toEqual(['word', 'segment']);
      expect(form.dictation.detail.words).toBe('required');
    },
  );

  test.each([
    ['srt', 'transcription', 'preferred', false],
    ['vtt', 'transcription', 'preferred', false],
    ['diarized_json', 'smart', 'none', true],
    ['VERBOSE_JSON', 'smart', 'none', false],
    ['"text"', 'smart', 'none', false],
  ])('requests the details that %s needs', (response_format, source, words, speakers) => {
    expect(check({ response_format }).dictation).toMatchObject({ source, detail: { words, speakers } } as never);
  });

  test.each(['true', 'True', '1'])('streams with stream=%s', (stream) => {
    for (const response_format of ['json', 'text', 'diarized_json']) {
      expect(check({ stream, response_format }).streams).toBe(true);
    }
  });

  test.each([
    [{ response_format: 'xml' }, 'response_format', /one of json, text, srt, vtt, verbose_json, diarized_json$/],
    [{ stream: 'maybe' }, 'stream', /true or false$/],
    [{ stream: 'true', response_format: 'srt' }, 'stream', /unless response_format is json, text, diarized_json$/],
    [{ temperature: '1.5' }, 'temperature', /a number from 0 to 1$/],
    [{ temperature: '-1' }, 'temperature', /a number from 0 to 1$/],
    [{ timestamp_granularities: ['word'] }, 'timestamp_granularities', /unless response_format is verbose_json$/],
    [
      { response_format: 'verbose_json', timestamp_granularities: ['letter'] },
      'timestamp_granularities',
      /word, segment$/,
    ],
    [{ include: ['logprobs'] }, 'include', /no log probabilities$/],
    [{ known_speaker_names: ['Ann'] }, 'known_speaker_names', /not recognized by samples$/],
    [{ known_speaker_references: ['data:'] }, 'known_speaker_references', /not recognized by samples$/],
    [{ chunking_strategy: 'none' }, 'chunking_strategy', /auto, or an object of type server_vad$/],
    [{ language: 'klingonese' }, 'language', /a language code such as en/],
    [{ platform: 'a\nb' }, 'platform', /without control characters$/],
  ] as const)('refuses %j and names the parameter', (fields, param, rule) => {
    expect(refusal(fields as never)).toEqual([param, expect.stringMatching(rule) as unknown] as never);
  });

  test.each(['auto', '{"type":"server_vad","threshold":0.5}', ''])(
    'takes chunking_strategy %j',
    (chunking_strategy) => {
      expect(refusal({ chunking_strategy })).toEqual([]);
    },
  );

  test('accepts the fields of the enterprise API', () => {
    const fields = { context: 'app: Slack', store: 'true', transcription_id: 'mine', extra_instructions: 'short' };
    expect(check(fields).dictation).toMatchObject({
      context: 'app: Slack',
      store: true,
      transcriptionId: 'mine',
      extraInstructions: 'short',
    });
  });
});
