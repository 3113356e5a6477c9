import { group } from './support.ts';

group('row 6: three times and more is a stutter', [
  ['I I I think so too', 'I think so too.'],
  ['the the the car is red', 'The car is red.'],
  ['we we we we should go home', 'We should go home.'],
  ['I was I was I was going home', 'I was going home.'],
  ['and then and then and then he left', 'And then he left.'],
  ['It was was was fine yesterday.', 'It was fine yesterday.'],
]);

group('row 6: twice is on purpose', [
  ['he had had enough of it', 'He had had enough of it.'],
  ['it was very very good indeed', 'It was very very good indeed.'],
  ['I know that that is true', 'I know that that is true.'],
  ['no no I meant the other one', 'No no I meant the other one.'],
  ['bye bye and see you soon', 'Bye bye and see you soon.'],
]);

group('row 6: and so are sounds, digits, letters and pauses', [
  ['ha ha ha that was funny', 'Ha ha ha that was funny.'],
  ['blah blah blah and so on', 'Blah blah blah and so on.'],
  ['No, no, no, that is wrong.', 'No, no, no, that is wrong.'],
  ['his grades are b b b', 'His grades are b b b.'],
  ['nein nein nein das geht nicht', 'Nein nein nein das geht nicht.', { language: 'de' }],
]);
