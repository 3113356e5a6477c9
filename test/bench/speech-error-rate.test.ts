import { describe, expect, test } from 'bun:test';
import { countWordErrors, normalizeWords } from '../../bench/speech-error-rate.ts';

describe('normalizeWords()', () => {
  test.each([
    ['Hello, World!', 'hello world'],
    ["I can't, I won't; don't", 'i can not i will not do not'],
    ["we're they've I'll he'd I'm it's", 'we are they have i will he would i am it is'],
    ["Maria's book", "maria's book"],
    ['Um, uh, well', 'well'],
    ['[music] hello (laughs) <x>', 'hello'],
    ['at 3, 21 and 115', 'at three twenty one and one hundred and fifteen'],
    ['1,250 users', 'one thousand two hundred and fifty users'],
    ['20%', 'twenty percent'],
    ['$5', 'five dollars'],
    ['Café', 'cafe'],
    ['Dr. Smith & Mrs. Jones', 'doctor smith and missus jones'],
    ['well-known', 'well known'],
  ])('%p becomes %p', (text, words) => {
    expect(normalizeWords(text).join(' ')).toBe(words);
  });
});

describe('countWordErrors()', () => {
  test.each([
    ['a b c', 'a b c', 0],
    ['a b c', 'a x c', 1],
    ['a b c', 'a c', 1],
    ['a b c', 'a b b c', 1],
    ['a b c', '', 3],
    ['Yes.', 'yes', 0],
  ])('of %p heard as %p are %d', (said, heard, errors) => {
    expect(countWordErrors(said, heard).errors).toBe(errors);
  });

  test('counts invented words when nothing was said', () => {
    expect(countWordErrors('', 'thank you')).toEqual({ errors: 2, words: 0 });
  });
});
