import { describe, expect, test } from 'bun:test';
import { createUtterance, isDecodeDue, isPausing, noteSpeech } from '../../../dictation/live/utterance.ts';

/** An utterance from second 10, spoken from 10.3 until a time. */
function spoken(until: number) {
  const utterance = createUtterance(1, 10);
  for (const end of [10.3, until]) noteSpeech(utterance, end);
  return utterance;
}

const WORD = { text: 'so', start: 10.3, end: 10.6, tokens: [7] };

describe('isDecodeDue()', () => {
  test('waits for enough speech, then for a step since the start of the last decode', () => {
    expect(isDecodeDue(createUtterance(1, 10), 50, 0.3)).toBe(false);
    expect(isDecodeDue(spoken(10.6), 50, 0.3)).toBe(false);
    expect(isDecodeDue(spoken(10.7), 50, 0.3)).toBe(true);
    const decoded = Object.assign(spoken(11), { decodedAt: 50, agreement: { committed: [], provisional: [WORD] } });
    expect(isDecodeDue(decoded, 50.2, 0.3)).toBe(false);
    expect(isDecodeDue(decoded, 50.3, 0.3)).toBe(true);
    expect(isDecodeDue(decoded, 50.3, 0.6)).toBe(false);
  });

  test('waits half as long until there are words', () => {
    const decoded = Object.assign(spoken(11), { decodedAt: 50 });
    expect(isDecodeDue(decoded, 50.1, 0.3)).toBe(false);
    expect(isDecodeDue(decoded, 50.15, 0.3)).toBe(true);
  });

  test('is false during a decode and without new speech', () => {
    expect(isDecodeDue(Object.assign(spoken(11), { decode: new AbortController() }), 50, 0.3)).toBe(false);
    expect(isDecodeDue(Object.assign(spoken(11), { decodedSpeech: 11 }), 50, 0.3)).toBe(false);
  });
});

describe('isPausing()', () => {
  test('is true once for each pause of 0.4 seconds', () => {
    const utterance = spoken(12);
    expect(isPausing(utterance, 12.3)).toBe(false);
    expect(isPausing(utterance, 12.5)).toBe(true);
    utterance.preparedSpeech = utterance.spokenUntil;
    expect(isPausing(utterance, 13)).toBe(false);
    noteSpeech(utterance, 13.5);
    expect(isPausing(utterance, 14)).toBe(true);
  });

  test('is false without speech and for an utterance that is long', () => {
    expect(isPausing(createUtterance(1, 10), 20)).toBe(false);
    expect(isPausing(spoken(37), 37.5)).toBe(true);
    expect(isPausing(spoken(38), 38.5)).toBe(false);
  });
});
