import { expect, test } from 'bun:test';
import type { Agreement } from '../../../dictation/live/agreement.ts';
import { nextWindow } from '../../../dictation/live/window.ts';
import type { LiveWord } from '../../../speech/types.ts';

/** A word for each second from 0, with its second as token. */
const words = (count: number): LiveWord[] =>
  Array.from({ length: count }, (_, at) => ({ text: `w${at}`, start: at, end: at + 0.8, tokens: [at] }));
const committed = (count: number): Agreement => ({ committed: words(count), provisional: [] });

test('a short utterance is decoded whole, with its committed words as prefix', () => {
  expect(nextWindow(committed(3), 0, 5)).toEqual({ from: 0, to: 5, prefix: [0, 1, 2], draft: [] });
});

test('provisional words are the draft', () => {
  const agreement = { committed: words(3), provisional: words(5).slice(3) };
  expect(nextWindow(agreement, 0, 5)).toMatchObject({ prefix: [0, 1, 2], draft: [3, 4] });
});

test('a longer one is cut between committed words, and only those in the window are its prefix', () => {
  const { from, to, prefix } = nextWindow(committed(8), 0, 9);
  expect(from).toBeWithin(4.8, 5.01);
  expect(to).toBe(9);
  expect(prefix).toEqual([5, 6, 7]);
});

test('audio that no word is committed of stays in the window', () => {
  expect(nextWindow(committed(2), 0, 9).from).toBeLessThanOrEqual(1.8);
  expect(nextWindow(committed(0), 0, 9).from).toBe(0);
});

test('the window never moves back and is never longer than 16 seconds', () => {
  expect(nextWindow(committed(3), 6, 15).from).toBe(6);
  expect(nextWindow(committed(0), 0, 40).from).toBe(24);
});
