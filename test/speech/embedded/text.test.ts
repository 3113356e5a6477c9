import { describe, expect, test } from 'bun:test';
import { tokenBudget } from '../../../speech/embedded/moonshine.ts';
import { decodeTokens, encodeText } from '../../../speech/embedded/tokenizer.ts';
import { createVocabularyBias } from '../../../speech/embedded/vocabulary-bias.ts';
import { isEcho, isHallucination } from '../../../speech/hallucinations.ts';
import { collapseRepetition } from '../../../speech/repetition.ts';

describe('collapseRepetition()', () => {
  test.each([
    ['I think so. I think so. I think so. I think', 3, 'I think so.'],
    ['Well, the the the the the', 3, 'Well, the'],
    ['no no', 3, 'no no'],
    ['Very, very good', 3, 'Very, very good'],
    ['a b c a b c d', 3, 'a b c a b c d'],
    ['', 3, ''],
  ])('%p', (text, least, expected) => {
    expect(collapseRepetition(text, least)).toBe(expected);
  });
});

describe('tokenBudget()', () => {
  test.each([
    [1_600, 16],
    [16_000, 16],
    [160_000, 73],
    [480_000, 203],
  ])('of %d samples is %d', (samples, tokens) => {
    expect(tokenBudget(samples)).toBe(tokens);
  });
});

describe('decodeTokens()', () => {
  test.each(['Hello there, world.', "It's 3:00 o'clock", 'naïve café', '日本 😀'])('gives back %p', (text) => {
    expect(decodeTokens(encodeText(text, true))).toBe(text);
  });

  test('leaves out control tokens and time stamps', () => {
    expect(decodeTokens([1, ...encodeText('Yes.', true), 32_001, 2])).toBe('Yes.');
    expect(decodeTokens([])).toBe('');
  });
});

describe('createVocabularyBias()', () => {
  const [first = 0, second = 0] = encodeText('Siobhan', true);

  test('raises how a term begins, and more how it goes on', () => {
    const bias = createVocabularyBias(['Siobhan']);
    const atStart = new Float32Array(32_768);
    bias?.(atStart, []);
    expect(atStart[first]).toBeGreaterThan(0);
    expect(atStart[second]).toBe(0);
    const within = new Float32Array(32_768);
    bias?.(within, [5_000, first]);
    expect(within[second]).toBeGreaterThan(atStart[first] ?? 0);
  });

  test('is nothing without terms', () => {
    expect(createVocabularyBias([])).toBeUndefined();
    expect(createVocabularyBias(['', '  '])).toBeUndefined();
  });
});

describe('isHallucination()', () => {
  test.each(['Thank you for watching!', 'you', 'Thanks for watching.', '© transcript Emily Beynon'])(
    'knows %p',
    (text) => {
      expect(isHallucination(text)).toBe(true);
    },
  );

  test.each(['Thank you for watching the kids.', 'Yes.', ''])('lets %p pass', (text) => {
    expect(isHallucination(text)).toBe(false);
  });
});

describe('isEcho()', () => {
  const vocabulary = ['Kubernetes', 'Priya Raghunathan', 'Temporal', 'Sotto'];

  test.each([
    ['Kubernetes, Priya Raghunathan, Temporal.', true],
    ['priya raghunathan temporal sotto', true],
    ['Kubernetes, Temporal, Sotto', false],
    ['Sotto', false],
    ['Kubernetes, Priya Raghunathan', false],
    ['Ask Priya Raghunathan about Temporal', false],
    ['', false],
  ])('%p: %p', (text, expected) => {
    expect(isEcho(text, vocabulary)).toBe(expected);
  });
});
