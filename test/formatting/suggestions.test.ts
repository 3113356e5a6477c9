import { describe, expect, test } from 'bun:test';
import { suggestTerms } from '../../formatting/dictionary/suggestions.ts';

describe('suggestTerms()', () => {
  test.each([
    ['a name that was misheard', 'We moved to charge be last week.', 'We moved to ChargeBee last week.', ['ChargeBee']],
    ['a name of two words', 'Ask and a love lace.', 'Ask Ada Lovelace.', ['Ada Lovelace']],
    ['a term that is not a common word', 'Deploy it on cooper netties.', 'Deploy it on kubernetes.', ['kubernetes']],
    ['several, each once', 'Jon met Jon and Sasha.', 'John met John and Sascha.', ['John', 'Sascha']],
    ['a name that does not sound as it is written', 'Write it in see plus plus now.', 'Write it in C++ now.', []],
    ['another common word', 'We walk to the shop.', 'We walk to the store.', []],
    ['a common word at the beginning of a sentence', 'Their it is. Where?', 'There it is. Where?', []],
    ['only punctuation and case at a beginning', 'hello, there we go', 'Hello there. We go.', []],
    ['a whole new thought', 'See you.', 'See you at Grand Central Terminal on Friday, bring Margaret.', []],
    ['words that were taken out', 'Hello dear Ada.', 'Hello Ada.', []],
    ['words that have nothing in common', 'Call him now.', 'Call Xylophon now.', []],
    ['nothing', '', '', []],
  ])('%s', (_, formatted, corrected, terms) => {
    expect(suggestTerms(formatted, corrected)).toEqual(terms);
  });

  test('offers at most ten, and nothing of texts that are too long to compare', () => {
    const names = Array.from({ length: 20 }, (_, at) => `Harborough${at}`);
    const heard = names.map((name) => `${name.replace('ou', 'u')} went`).join(' ');
    const meant = names.map((name) => `${name} went`).join(' ');
    expect(suggestTerms(heard, meant)).toEqual(names.slice(0, 10));
    expect(suggestTerms(`Jon ${'word '.repeat(2_001)}`, `John ${'word '.repeat(2_001)}`)).toEqual([]);
  });
});
