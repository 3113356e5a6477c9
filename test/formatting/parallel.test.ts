import { group } from './support.ts';

group('A clause that is said again for emphasis stays', [
  ['It was burning, it was burning fast, and we ran.', 'It was burning, it was burning fast, and we ran.'],
  ['We are tired, we are tired of waiting.', 'We are tired, we are tired of waiting.'],
  ['We need to, we need to talk about this.', 'We need to talk about this.'],
  ['I would, I would like to thank them.', 'I would like to thank them.'],
]);

group('A bare number after a round one stays in words, as it may stand for thousands', [
  ['Their price was twenty thousand, mine was fifteen.', 'Their price was 20,000, mine was fifteen.'],
  ['We asked for two million, and they gave us fifteen.', 'We asked for 2 million, and they gave us fifteen.'],
  ['We printed twenty thousand, and fifteen boxes are left.', 'We printed 20,000, and 15 boxes are left.'],
  ['We printed twenty thousand. The price was fifteen.', 'We printed 20,000. The price was 15.'],
]);

group('Years that are the subjects of parallel clauses are written alike', [
  ['Twenty twenty was hard, twenty twenty one was easier.', '2020 was hard, 2021 was easier.'],
  ['Twenty twelve was hot, twenty twenty was not.', '2012 was hot, 2020 was not.'],
  ['she has twenty twenty vision', 'She has twenty twenty vision.'],
]);

group('A decimal that starts with "point" is written before a unit', [
  ['The dose is point two milligrams of morphine.', 'The dose is 0.2 milligrams of morphine.'],
  ['They met at the meeting point two miles away.', 'They met at the meeting point two miles away.'],
  ['At this point five miles remain.', 'At this point five miles remain.'],
]);

group('A colon before a counted list is a mark, also in a punctuated text', [
  ['We need two things colon a new lock, and a spare key.', 'We need two things: a new lock, and a spare key.'],
  ['The surgeon removed three colon polyps.', 'The surgeon removed three colon polyps.'],
  ['Diseases of the colon are common.', 'Diseases of the colon are common.'],
]);
