import { expect, test } from 'bun:test';
import { encodeNote, wordsOfNote } from '../../../notes/store/codec.ts';
import { packSegment, unpackSegment } from '../../../notes/store/segment-codec.ts';
import type { Segment } from '../../../speech/types.ts';
import { random } from '../../formatting/support-random.ts';
import { sampleNote } from '../export/sample.ts';

const VOCABULARY = 'the budget of our spring campaign is twelve thousand and we agreed on it'.split(' ');

/** A segment with the times of its words, to a hundredth of a second, as a speaker of 150 words a minute has. */
function spoken(next: () => number, words: number, from: number): Segment {
  let time = from;
  const timed = Array.from({ length: words }, () => {
    const start = time + (next() < 0.1 ? Math.round(next() * 40) / 100 : 0);
    time = start + 0.1 + Math.round(next() * 50) / 100;
    const text = VOCABULARY[Math.floor(next() * VOCABULARY.length)] ?? '';
    return { text, start: Math.round(start * 100) / 100, end: Math.round(time * 100) / 100 };
  });
  const text = timed.map((word) => word.text).join(' ');
  return { speaker: null, start: from, end: Math.round(time * 100) / 100, text, words: timed };
}

test('unpackSegment() returns what packSegment() was given, to a hundredth of a second', () => {
  const next = random(4);
  for (let run = 0; run < 50; run += 1) {
    const segment = spoken(next, 1 + Math.floor(next() * 60), Math.round(next() * 700_000) / 100);
    expect(unpackSegment(packSegment(segment))).toEqual(segment);
  }
  const odd = { ...spoken(next, 1, 0), text: 'Hi', words: [{ text: 'Hi', start: 0.12345, end: 0.6789 }] };
  expect(unpackSegment(packSegment(odd)).words).toEqual([{ text: 'Hi', start: 0.12, end: 0.68 }]);
});

test('packSegment() keeps no words that are not those of the text, and adds nothing without words', () => {
  const segment = { speaker: 'speaker_0', start: 1, end: 2, text: 'Hello there.' };
  expect(packSegment(segment)).toEqual(segment);
  expect(packSegment({ ...segment, words: [{ text: 'Hello', start: 1, end: 2 }] })).toEqual(segment);
  expect(unpackSegment(segment)).toEqual(segment);
});

test('times of words take at most three bytes a word in a stored note', () => {
  const next = random(5);
  const segments = Array.from({ length: 40 }, (_, at) => spoken(next, 25, at * 12));
  const transcript = segments.map(({ text }) => text).join(' ');
  const bytes = (of: readonly Segment[]) => {
    const note = sampleNote({ segments: of, transcript });
    return encodeNote(note, wordsOfNote(note)).text.length;
  };
  const without = segments.map(({ words: _, ...segment }) => segment);
  expect((bytes(segments) - bytes(without)) / 1_000).toBeLessThan(3);
});
