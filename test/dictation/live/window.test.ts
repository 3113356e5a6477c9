import { expect, test } from 'bun:test';
import { nextWindow } from '../../../dictation/live/window.ts';
import type { LiveWord } from '../../../speech/types.ts';

/** A word for each second from 0, with its second as token. */
const committed = (count: number): LiveWord[] =>
  Array.from({ length: count }, (_, at) => ({ text: `w${at}`, start: at, end: at + 0.8, tokens: [at] }));

test('a short utterance is decoded whole, with its committed words as prefix', () => {
  expect(nextWindow(committed(3), 0, 5)).toEqual({ from: 0, to: 5, prefix: [0, 1, 2] });
});

test('a longer one is cut between committed words, and only those in the window are its prefix', () => {
  const { from, to, prefix } = nextWindow(committed(8), 0, 9);
  expect(from).toBeWithin(4.8, 5.01);
  expect(to).toBe(9);
  expect(prefix).toEqual([5, 6, 7]);
});

test('audio that no word is committed of stays in the window', () => {
  expect(nextWindow(committed(2), 0, 9).from).toBeLessThanOrEqual(1.8);
  expect(nextWindow([], 0, 9).from).toBe(0);
});

test('the window never moves back and is never longer than 16 seconds', () => {
  expect(nextWindow(committed(3), 6, 15).from).toBe(6);
  expect(nextWindow([], 0, 40).from).toBe(24);
});
