import { group } from './support.ts';

group('row 4: line and paragraph breaks that are named', [
  ['dear Ana comma new paragraph thanks', 'Dear Ana,\n\nThanks'],
  ['first point is price new line second point is speed', 'First point is price\nsecond point is speed.'],
  ['I will be there at noon period new paragraph see you then', 'I will be there at noon.\n\nSee you then'],
  ['we went home new paragraph the next day it rained', 'We went home\n\nThe next day it rained.'],
  ['anna smith next line twelve main street next line springfield', 'Anna smith\n12 main street\nSpringfield'],
  ['it is done period newline call me later please', 'It is done.\nCall me later please.'],
  [
    'hello everybody and welcome new paragraph new paragraph let us begin',
    'Hello everybody and welcome.\n\nLet us begin',
  ],
  [
    'it rained all day long next paragraph the sun came out at last',
    'It rained all day long.\n\nThe sun came out at last.',
  ],
]);

group('row 4: the marks of the pauses around them go', [
  ['Dear Ana, new paragraph, thanks', 'Dear Ana,\n\nThanks'],
  ['I bought milk, new line, and eggs.', 'I bought milk\nand eggs.'],
  ['I went home. New paragraph. The next day it rained.', 'I went home.\n\nThe next day it rained.'],
  ['Hi Tom, new line. Thanks for the note.', 'Hi Tom,\nThanks for the note.'],
  ['It was over. New line, then we left.', 'It was over.\nThen we left.'],
  ['Best regards, new line, Maria', 'Best regards,\nMaria'],
]);

group('row 4: not where they are nouns', [
  ['we start a new line of products this year', 'We start a new line of products this year.'],
  ['please read the next line to me', 'Please read the next line to me.'],
  ['this new paragraph is too long for me', 'This new paragraph is too long for me.'],
  ['they opened a brand new line in spring', 'They opened a brand new line in spring.'],
  ['he is our new line manager in london', 'He is our new line manager in London.'],
  ['the additional newline is left out here', 'The additional newline is left out here.'],
  ['add new line items to the invoice', 'Add new line items to the invoice.'],
]);
