import { expect, test } from 'bun:test';
import { fitWords } from '../../speech/fit-words.ts';

const word = (text: string, start: number, end: number) => ({ text, start, end });

test('fitWords() writes words as the text does', () => {
  const recognized = [word('hello', 0, 1), word('there', 1.2, 2)];
  expect(fitWords(' Hello,  there! ', recognized)).toEqual([word('Hello,', 0, 1), word('there!', 1.2, 2)]);
});

test('fitWords() joins words that the text writes as one, and divides those that it writes as several', () => {
  expect(fitWords("don't", [word('don', 0, 1), word("'t", 1, 1.5)])).toEqual([word('don', 0, 1), word("'t", 1, 1.5)]);
  expect(fitWords("I don't", [word('I', 0, 1), word('don', 1, 2), word("'t", 2, 3)])).toEqual([
    word('I', 0, 1),
    word("don't", 1, 3),
  ]);
  expect(fitWords('ice cream now', [word('icecream', 0, 8), word('now', 8, 9)])).toEqual([
    word('ice', 0, 3),
    word('cream', 3, 8),
    word('now', 8, 9),
  ]);
});

test('fitWords() gives a mark between words no time of its own', () => {
  expect(fitWords('yes – no', [word('yes', 0, 1), word('no', 2, 3)])?.map(({ text }) => text)).toEqual([
    'yes',
    '–',
    'no',
  ]);
});

test("fitWords() keeps the recognizer's words of a text without white space", () => {
  const recognized = [word('你好', 0, 1), word('世界', 1, 2)];
  expect(fitWords('你好世界', recognized)).toEqual(recognized);
});

test('fitWords() refuses the words of another text', () => {
  expect(fitWords('Hello there', [word('Hello', 0, 1)])).toBeUndefined();
  expect(fitWords('Hello', [])).toBeUndefined();
});
