import { describe, expect, test } from 'bun:test';
import { readAnswer } from '../../../speech/remote/answer.ts';

const CLIP = { start: 0, end: 2, speaker: null, vocabulary: [] };

test.each([
  ['german', 'de'],
  ['Hebrew', 'he'], // not `iw`, its code until 1989
  ['yiddish', 'yi'],
  ['romanian', 'ro'],
  ['lao', 'lo'], // a name, though it looks like a code
  ['fr', 'fr'],
  ['pt-BR', 'pt'],
  ['yue', 'yue'],
  ['klingon of old', null],
  ['', null],
])('readAnswer() takes the language %p for %p', (language, code) => {
  expect(readAnswer({ text: 'Hello.', language }, CLIP, false).language).toBe(code);
});

test('readAnswer() returns no language when the server sends none', () => {
  expect(readAnswer({ text: 'Hello.' }, CLIP, false).language).toBeNull();
  expect(readAnswer('Hello.', CLIP, false).language).toBeNull();
});

describe('readAnswer() of words', () => {
  const words = [
    { word: ' Hello', start: 0.1, end: 0.5 },
    { word: 'there.', start: 0.5, end: 1 },
    { word: 'Bye.', start: 1.5, end: 1.9 },
  ];
  const segments = [
    { start: 0, end: 1.2, text: ' Hello there.' },
    { start: 1.4, end: 2, text: ' Bye.' },
  ];
  const wordsOf = (answer: unknown) => readAnswer(answer, CLIP, true).segments.map((segment) => segment.words);

  test('gives each segment those that stand in it, in seconds of the recording', () => {
    const expected = [
      [
        { text: 'Hello', start: CLIP.start + 0.1, end: CLIP.start + 0.5 },
        { text: 'there.', start: CLIP.start + 0.5, end: CLIP.start + 1 },
      ],
      [{ text: 'Bye.', start: CLIP.start + 1.5, end: CLIP.start + 1.9 }],
    ];
    expect(wordsOf({ text: 'x', segments, words })).toEqual(expected);
    const own = segments.map((segment, index) => ({
      ...segment,
      words: index === 0 ? words.slice(0, 2) : words.slice(2),
    }));
    expect(wordsOf({ text: 'x', segments: own })).toEqual(expected);
  });

  test('gives words the punctuation of their text', () => {
    const bare = words.map(({ word, ...times }) => ({ ...times, word: word.replace('.', '') }));
    expect(wordsOf({ text: 'x', segments, words: bare })[0]?.map(({ text }) => text)).toEqual(['Hello', 'there.']);
  });

  test('leaves out words that do not match their segment, and words that were not requested', () => {
    expect(wordsOf({ text: 'x', segments, words: words.slice(1) })).toEqual([undefined, expect.any(Array)]);
    expect(readAnswer({ text: 'x', segments, words }, CLIP, false).segments.map((segment) => segment.words)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('readAnswer() keeps out of a text', () => {
  test.each<[string, string, string]>([
    ['control tokens', '<|startoftranscript|><|en|><|0.00|> Hello there.<|2.00|><|endoftext|>', 'Hello there.'],
    ['control characters', 'Hello\u0000 \u001b[31mthere.\u007f', 'Hello [31mthere.'],
    ['halves of surrogate pairs', 'Hello \ud83d there \ude00. \u{1f600}', 'Hello there . \u{1f600}'],
    ['loops', `Well, ${'I see. '.repeat(9)}`, 'Well, I see.'],
  ])('%s', (_, text, expected) => {
    expect(readAnswer({ text }, CLIP, false).segments.map((segment) => segment.text)).toEqual([expected]);
    expect(readAnswer(text, CLIP, false).segments.map((segment) => segment.text)).toEqual([expected]);
  });

  test('no repeated speech', () => {
    expect(readAnswer({ text: 'No, no, no. Very, very good.' }, CLIP, false).segments[0]?.text).toBe(
      'No, no, no. Very, very good.',
    );
  });
});
