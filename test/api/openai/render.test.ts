import { describe, expect, test } from 'bun:test';
import { EnterpriseError } from '../../../api/errors.ts';
import { openAiBody } from '../../../api/openai/errors.ts';
import { isOpenAiPath } from '../../../api/openai/paths.ts';
import { diarizedSegments, render } from '../../../api/openai/render.ts';
import type { Segment, Transcript } from '../../../speech/types.ts';

const segment = (speaker: string | null, start: number, text: string): Segment => ({
  speaker,
  start,
  end: start + 1,
  text,
});
const transcript = (segments: readonly Segment[], language: string | null = 'en'): Transcript => ({
  text: segments.map(({ text }) => text).join(' '),
  segments,
  diarized: false,
  durationSeconds: 2.1,
  peaks: [],
  language,
  engine: 'test',
  decodeMs: 0,
  inferenceMs: 0,
});

describe('render()', () => {
  test.each([
    ['de-AT', 'german'],
    ['en', 'english'],
    [null, 'unknown'],
  ])('names the language %j', (code, language) => {
    const wishes = { format: 'verbose_json', granularities: ['segment'] } as const;
    expect(render(wishes, { text: '', transcript: transcript([], code) })).toMatchObject({ language });
  });

  test('returns valid bodies for audio without speech', () => {
    const recognition = { text: '', transcript: transcript([]) };
    const of = (format: 'json' | 'text' | 'srt' | 'vtt') => render({ format, granularities: ['segment'] }, recognition);
    expect([of('json'), of('text'), of('srt'), of('vtt')]).toEqual([
      { text: '', usage: { type: 'duration', seconds: 3 } },
      '\n',
      '',
      'WEBVTT\n',
    ] as never);
  });
});

test('diarizedSegments() labels speakers with letters in the order of speech, beyond Z', () => {
  const many = Array.from({ length: 28 }, (_, index) => segment(`speaker_${index}`, index, 'hi'));
  const letters = diarizedSegments({ segments: [...many, segment('speaker_0', 30, 'again')] }).map(
    ({ speaker }) => speaker,
  );
  expect([letters[0], letters[25], letters[26], letters[27], letters[28]]).toEqual(['A', 'Z', 'AA', 'AB', 'A']);
});

test.each([
  ['credential_expired', 'invalid_request_error', 'invalid_api_key', null],
  ['rate_limited', 'requests', 'rate_limit_exceeded', null],
  ['audio_too_long', 'invalid_request_error', 'audio_too_long', 'file'],
  ['timed_out', 'server_error', 'timed_out', null],
  ['engine_unavailable', 'server_error', 'engine_unavailable', null],
] as const)('openAiBody() gives %s the type %s and the code %s', (code, type, given, param) => {
  const error = new EnterpriseError(code);
  expect(openAiBody(error)).toEqual({ error: { message: error.message, type, code: given, param } });
});

test.each([
  ['/v1/audio/transcriptions', true],
  ['/v1//models', true],
  ['/models/x', true],
  ['/v1/v1/audio/speech', true],
  ['/v1/modelsx', false],
  ['/v1/app/models', false],
  ['/', false],
])('isOpenAiPath(%j) is %p', (path, expected) => {
  expect(isOpenAiPath(path)).toBe(expected);
});
