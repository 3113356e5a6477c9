import { expect, test } from 'bun:test';
import { beginningTerms, divideWords, isBeginningTerm, queryWords, wordsOf } from '../../../notes/store/words.ts';
import { seededRandom } from './note-model.ts';

test.each([
  ['The Quick brown-fox', ['the', 'quick', 'brown', 'fox']],
  ["L'été dernier, j’ai déjeuné à l'École", ['l', 'ete', 'dernier', 'j', 'ai', 'dejeune', 'a', 'ecole']],
  ['Straße STRASSE strasse', ['strasse']],
  ['Łódź, Ærøskøbing, İstanbul, ΟΔΟΣ οδος', ['lodz', 'aeroskobing', 'istanbul', 'οδοσ']],
  ['Ёлка ещё раз', ['елка', 'еще', 'раз']],
  ['ｆｕｌｌ ｗｉｄｔｈ ﬁne', ['full', 'width', 'fine']],
  ['snake_case 3.14 v2 e.g.', ['snake', 'case', '3', '14', 'v2', 'e', 'g']],
  ['مُحَمَّد الكتـاب', ['محمد', 'الكتاب']],
  ['שָׁלוֹם', ['שלום']],
  ['가나다', ['가나다']],
  ['が か', ['が', 'か']],
  ['東京タワー、データベース設計', ['東京', 'タワー', 'データベース', '設計']],
  ['… — !? 🎉', []],
  ['', []],
])('wordsOf(%p)', (text, expected) => {
  expect(wordsOf(text)).toEqual(new Set(expected));
});

test('wordsOf() divides ASCII text as Unicode does', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const characters = ` .,:;'"_-!?/@#ab1 Z9\n\t\r()^~$%&*+<=>[]{}|\\`;
  const random = seededRandom(3);
  for (let round = 0; round < 2_000; round += 1) {
    const pick = () => characters[Math.floor(random() * characters.length)];
    const text = Array.from({ length: 1 + random() * 15 }, pick).join('');
    const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);
    const words = segments.flatMap(({ segment }) => segment.toLowerCase().match(/[a-z0-9]+/g) ?? []);
    expect(wordsOf(text)).toEqual(new Set(words));
  }
});

test('wordsOf() keeps vowel signs, which are not accents', () => {
  expect([...wordsOf('ที่ ทา')].length).toBe(2);
  expect([...wordsOf('की')]).not.toEqual([...wordsOf('का')]);
});

test('wordsOf() compares words by their first 32 characters and splits no character', () => {
  expect([...wordsOf('a'.repeat(40))]).toEqual(['a'.repeat(32)]);
  expect([...wordsOf('𝒂'.repeat(40))]).toEqual(['a'.repeat(32)]);
  expect([...wordsOf('𐐨'.repeat(40))]).toEqual(['𐐨'.repeat(32)]);
});

test('beginningTerms() returns prefixes of one and two characters', () => {
  expect([...beginningTerms(['to', 'team', 'teams', '𐐨𐐨𐐨'])]).toEqual(['t', 'to', 'te', '𐐨', '𐐨𐐨']);
});

test('divideWords() separates words whose borders depend on the version of Unicode', () => {
  const { plain, divided } = divideWords('Green tea, thé vert.');
  expect([plain, divided]).toEqual([new Set(['green', 'tea', 'vert']), new Set(['the'])]);
});

test('isBeginningTerm() counts characters', () => {
  expect([isBeginningTerm('te'), isBeginningTerm('𐐨𐐨'), isBeginningTerm('tea')]).toEqual([true, true, false]);
});

test('queryWords() leaves out words that a longer word implies', () => {
  expect(queryWords('tea te Team to tea')).toEqual(['team', 'to']);
});
