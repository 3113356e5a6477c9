import { describe, expect, test } from 'bun:test';
import { cuesOf } from '../../../speech/subtitles/cues.ts';
import type { Segment } from '../../../speech/types.ts';

/** Words of one second each. */
function spoken(text: string, secondsEach = 1): Segment {
  const words = text
    .split(' ')
    .map((word, index) => ({ text: word, start: index * secondsEach, end: (index + 1) * secondsEach - 0.1 }));
  return { speaker: null, start: 0, end: words.length * secondsEach, text, words };
}
const segment = (text: string, end: number): Segment => ({ speaker: 'speaker_0', start: 0, end, text });

describe('cuesOf()', () => {
  test('makes one cue of a short segment, with its speaker', () => {
    expect(cuesOf([segment('Ask not.', 2)])).toEqual([{ speaker: 'speaker_0', start: 0, end: 2, text: 'Ask not.' }]);
  });

  test('gives no cue of more than seven seconds, and cuts at the times of words', () => {
    const cues = cuesOf([spoken('one two three four five six seven eight nine ten')]);
    expect(cues.map(({ text }) => text)).toEqual(['one two three four five six seven', 'eight nine ten']);
    expect(cues[1]?.start).toBe(7);
    expect(cues[1]?.end).toBe(9.9);
  });

  test('gives no cue of more than two lines, of about 42 characters each', () => {
    const text = 'and so my fellow americans ask not what your country can do for you '.repeat(6).trim();
    for (const given of [spoken(text, 0.2), segment(text, 30)]) {
      const cues = cuesOf([given]);
      expect(cues.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')).toBe(text);
      for (const cue of cues) {
        expect(cue.text.split('\n').length).toBeLessThanOrEqual(2);
        for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(50);
        expect(cue.end - cue.start).toBeLessThanOrEqual(7);
      }
    }
  });

  test('ends a cue with its sentence once it is half full', () => {
    const cues = cuesOf([spoken('This is the end of one longer sentence, is it not? And the next', 0.2)]);
    expect(cues.map(({ text }) => text.replaceAll('\n', ' '))).toEqual([
      'This is the end of one longer sentence, is it not?',
      'And the next',
    ]);
  });

  test('estimates times from the place in the text where a segment has no words', () => {
    const cues = cuesOf([segment('aaaa bbbb cccc dddd', 20)]);
    expect(cues.length).toBeGreaterThan(1);
    expect(cues[0]?.start).toBe(0);
    expect(cues.at(-1)?.end).toBeCloseTo(20, 6);
    for (const [index, cue] of cues.slice(1).entries()) expect(cue.start).toBe(cues[index]?.end ?? -1);
  });

  test('cuts a text without spaces, and loses no character', () => {
    const text = '今日はとても良い天気ですから散歩に行きましょう。'.repeat(8);
    const cues = cuesOf([segment(text, 60)]);
    expect(cues.length).toBeGreaterThan(3);
    expect(cues.map((cue) => cue.text).join('')).toBe(text);
  });

  test('returns no cue for a segment without words', () => expect(cuesOf([segment(' ', 3)])).toEqual([]));
});
