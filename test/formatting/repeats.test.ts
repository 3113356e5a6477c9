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

group('row 6: a function word that is said twice, and a phrase that begins again, are stutters', [
  ['the the car is red today', 'The car is red today.'],
  ['I, I, I think so too', 'I think so too.'],
  ['we need to we need to talk about it', 'We need to talk about it.'],
  ['I think, I think we should go', 'I think we should go.'],
  ['in the, in the morning we left', 'In the morning we left.'],
]);

group('row 6: what is said again on purpose stays', [
  ['it went on and on and on and on', 'It went on and on and on and on.'],
  ['over and over and over and over again', 'Over and over and over and over again.'],
  ['I told you you were late again', 'I told you you were late again.'],
  ['he said he said it was fine', 'He said he said it was fine.'],
  ['I do I do I said', 'I do I do I said.'],
]);
