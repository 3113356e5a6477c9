import { describe, expect, test } from 'bun:test';
import { createListenWriter, readListenRequest } from '../../../api/live/deepgram/messages.ts';
import { readListenQuery } from '../../../api/live/deepgram/query.ts';

const read = (query: string) => readListenQuery(new URLSearchParams(`encoding=linear16&sample_rate=16000&${query}`));

describe('readListenQuery()', () => {
  test.each([
    ['no encoding', 'sample_rate=16000', 'encoding'],
    ['an encoding of packets', 'encoding=opus&sample_rate=48000', 'encoding'],
    ['no sample rate', 'encoding=mulaw', 'sample_rate'],
    ['a sample rate that no voice has', 'encoding=mulaw&sample_rate=99999', 'sample_rate'],
    ['two channels', 'encoding=linear16&sample_rate=8000&channels=2', 'channels'],
    ['a pause that is not a number', 'encoding=linear16&sample_rate=8000&endpointing=soon', 'endpointing'],
    ['a language that is not a code', 'encoding=linear16&sample_rate=8000&language=%25', 'language'],
    ['too many names', `encoding=linear16&sample_rate=8000&keyterm=${'a'.repeat(40_000)}`, 'keyterm'],
  ])('rejects %s', (_, query, name) => {
    expect(() => readListenQuery(new URLSearchParams(query))).toThrow(`'${name}'`);
  });

  test('reads expected names and replacements into the dictionary', () => {
    const query = 'keyterm=ChargeBee&keywords=Qdrant:2.5&replace=sotto voce:Sotto&keyterm=two%0Alines';
    expect(read(query).settings.dictionary).toBe('ChargeBee\ntwo lines\nQdrant\nsotto voce => Sotto');
  });

  test.each([
    ['endpointing=10', 0.3],
    ['endpointing=800', 0.8],
    ['endpointing=false', 1.5],
    ['', 0.8],
  ])('%s ends an utterance after %d seconds', (query, seconds) => {
    expect(read(query).settings.turns?.silenceSeconds).toBe(seconds);
  });

  test('formats on request, and reads the language multi as none', () => {
    expect(read('language=multi').settings).toMatchObject({ formats: false, language: undefined });
    expect(read('smart_format=true').settings.formats).toBe(true);
  });
});

test.each([
  ['{"type":"Finalize"}', 'Finalize'],
  ['{"type":"KeepAlive"}', 'KeepAlive'],
  ['{"type":"constructor"}', undefined],
  ['null', undefined],
  ['{', undefined],
])('readListenRequest() reads %s', (text, request) => {
  expect(readListenRequest(text) as string | undefined).toBe(request as string | undefined);
});

describe('createListenWriter()', () => {
  const word = { text: 'Hello,', start: 1, end: 1.5 };
  const options = { interim: true, vadEvents: false, utteranceEnd: true };

  test('writes interim results with committed and provisional words', () => {
    const write = createListenWriter('sess_1', options);
    expect(write({ type: 'started', utterance: 1, at: 0.7 })).toEqual([]);
    const recognized = {
      type: 'recognized',
      utterance: 1,
      committed: [word],
      provisional: [word],
      newCount: 1,
    } as const;
    expect(write(recognized)).toMatchObject([
      { type: 'Results', start: 0.7, is_final: false, channel: { alternatives: [{ transcript: 'Hello, Hello,' }] } },
    ]);
    expect(createListenWriter('sess_1', { ...options, interim: false })(recognized)).toEqual([]);
  });

  test('writes a final result with bare and punctuated words, then the end of the utterance', () => {
    const final = {
      type: 'final',
      utterance: 1,
      from: 0.5,
      to: 2,
      text: 'Hello.',
      rawText: 'x',
      words: [word],
      rest: [],
    };
    const [results, end] = createListenWriter('sess_1', options)({ ...final, type: 'final' });
    expect(results).toMatchObject({
      ...{ is_final: true, speech_final: true, from_finalize: true, duration: 1.5 },
      channel: { alternatives: [{ transcript: 'Hello.', words: [{ word: 'hello', punctuated_word: 'Hello,' }] }] },
    });
    expect(end).toEqual({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: 1.5 });
    const write = createListenWriter('sess_1', options);
    write({ type: 'stopped', utterance: 1, at: 2 });
    expect(write({ ...final, type: 'final' })[0]).toMatchObject({ from_finalize: false });
  });

  test('writes a retry delay for a rejected session', () => {
    const write = createListenWriter('sess_1', options);
    expect(write({ type: 'ended', end: 'busy', retryAfterSeconds: 5 })).toMatchObject([
      { type: 'Error', code: 'busy', retry_after: 5 },
    ]);
  });
});
