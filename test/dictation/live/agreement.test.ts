import { describe, expect, test } from 'bun:test';
import {
  agree,
  changedWords,
  commitUntil,
  confirm,
  NOTHING_RECOGNIZED,
  steadyWords,
  wordsAfter,
} from '../../../dictation/live/agreement.ts';
import type { LiveWord } from '../../../speech/types.ts';

/** Words of half a second each, one after the other. */
function words(text: string, from = 0): LiveWord[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => ({ text: word, start: from + index / 2, end: from + (index + 1) / 2, tokens: [index] }));
}

const show = (list: readonly LiveWord[]) => list.map(({ text }) => text).join(' ');

describe('agree()', () => {
  test('commits nothing of a first decode', () => {
    const { committed, provisional } = agree(NOTHING_RECOGNIZED, words('and so my'));
    expect([show(committed), show(provisional)]).toEqual(['', 'and so my']);
  });

  test('commits what two decodes agree on, whatever their case and punctuation, as the newer one has it', () => {
    const { committed, provisional } = agree(agree(NOTHING_RECOGNIZED, words('And so my')), words('and, so my fellow'));
    expect([show(committed), show(provisional)]).toEqual(['and, so my', 'fellow']);
  });

  test('does not commit the last word, which more audio may change', () => {
    const { committed, provisional } = agree(agree(NOTHING_RECOGNIZED, words('and so')), words('and so'));
    expect([show(committed), show(provisional)]).toEqual(['and', 'so']);
  });

  test('stops at the first word on which they differ', () => {
    const { committed, provisional } = agree(agree(NOTHING_RECOGNIZED, words('a b c d')), words('a x c d e'));
    expect([show(committed), show(provisional)]).toEqual(['a', 'x c d e']);
  });

  test('keeps every committed word through any later decode', () => {
    let agreement = NOTHING_RECOGNIZED;
    let before = '';
    for (const recognized of ['a b c', 'a b c d', 'c d e', 'x y', '', 'x y z', 'x y z q']) {
      agreement = agree(agreement, words(recognized));
      expect(show(agreement.committed).startsWith(before)).toBe(true);
      before = show(agreement.committed);
    }
    expect(before).toBe('a b c x y z');
  });

  test('a decode without words: there is nothing provisional', () => {
    expect(agree(agree(NOTHING_RECOGNIZED, words('a b')), [])).toEqual(NOTHING_RECOGNIZED);
  });
});

test('commitUntil() commits the words that end before a time', () => {
  const { committed, provisional } = commitUntil(agree(NOTHING_RECOGNIZED, words('a b c d')), 1);
  expect([show(committed), show(provisional)]).toEqual(['a b', 'c d']);
  expect(show(commitUntil({ committed, provisional }, 9).committed)).toBe('a b c d');
});

test('changedWords() counts words that were replaced, and none that were added or taken away', () => {
  expect(changedWords(['a', 'b', 'c'], ['a', 'x', 'C.', 'd'])).toBe(1);
  expect(changedWords(['a', 'b'], ['a'])).toBe(0);
  expect(changedWords([], ['a'])).toBe(0);
});

describe('wordsAfter()', () => {
  const after = (committed: string, text: string) =>
    wordsAfter(committed.split(' ').filter(Boolean), text.split(' ').filter(Boolean)).join(' ');

  test.each([
    ['and so my', 'And so, my fellow Americans.', 'fellow Americans.'],
    ['', 'all of it', 'all of it'],
    ['as not what', 'Ask not what your country', 'your country'],
    ['one two three', 'one three four', 'four'],
    ['one three', 'one two three four', 'four'],
    ['all of it', 'All of it.', ''],
    ['much more than this', 'much', ''],
  ])('after "%s", "%s" goes on with "%s"', (committed, text, rest) => {
    expect(after(committed, text)).toBe(rest);
  });
});

describe('confirm()', () => {
  const recognized = { committed: words('and so'), provisional: words('my fellow', 1) };

  test('commits the provisional words that the decode of the whole utterance has too, with the last', () => {
    const { committed, provisional } = confirm(recognized, ['And', 'so,', 'my', 'fellow.']);
    expect([show(committed), show(provisional)]).toEqual(['and so my fellow', '']);
  });

  test('commits nothing after the first word on which they differ, and no word of the text', () => {
    const { committed, provisional } = confirm(recognized, ['and', 'so', 'my', 'yellow', 'fellow']);
    expect([show(committed), show(provisional)]).toEqual(['and so my', 'fellow']);
    expect(confirm(recognized, ['and', 'so'])).toEqual(recognized);
    expect(confirm(NOTHING_RECOGNIZED, ['and', 'so'])).toEqual(NOTHING_RECOGNIZED);
  });

  test('finds the place after committed words that the text has otherwise', () => {
    const { committed } = confirm(recognized, ['Then', 'and', 'though', 'my', 'fellow']);
    expect(show(committed)).toBe('and so my fellow');
  });
});

describe('steadyWords()', () => {
  const shown = (provisional: LiveWord[], before: LiveWord[], until: number, committed = words('and')) =>
    show(steadyWords({ committed, provisional }, before, until));

  test('holds the last word back until a second decode has it', () => {
    const recognized = words('so my', 1);
    expect(shown(recognized, words('so', 1), 2.1)).toBe('so');
    expect(shown(recognized, words('so, My.', 1), 2.1)).toBe('so my');
  });

  test('shows the last word after a pause', () => {
    expect(shown(words('so my', 1), [], 2.4)).toBe('so my');
  });

  test('shows the first word of an utterance at once', () => {
    expect(shown(words('And'), [], 0.5, [])).toBe('And');
    expect(shown([], [], 0.5, [])).toBe('');
  });
});
