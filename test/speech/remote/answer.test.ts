import { expect, test } from 'bun:test';
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
  expect(readAnswer({ text: 'Hello.', language }, CLIP).language).toBe(code);
});

test('readAnswer() knows no language where the server names none', () => {
  expect(readAnswer({ text: 'Hello.' }, CLIP).language).toBeNull();
  expect(readAnswer('Hello.', CLIP).language).toBeNull();
});
