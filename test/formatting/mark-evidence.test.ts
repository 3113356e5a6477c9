import { group } from './support.ts';

group('commandsIn() writes both marks of a pair, also after a verb of quoting', [
  [
    'The lease says open quote within thirty days of delivery close quote and nothing else.',
    'The lease says "within 30 days of delivery" and nothing else.',
  ],
  ['He wrote open paren not today close paren on it.', 'He wrote (not today) on it.'],
  [
    'Payment is due, it says, open quote within thirty days close quote. Please pay.',
    'Payment is due, it says, "within 30 days". Please pay.',
  ],
]);

group('commandsIn() writes no mark of a pair whose other name is a word', [
  [
    'This open quote within ten days close quote, which we did.',
    'This open quote within 10 days close quote, which we did.',
  ],
  [
    'A "new" clause and this open quote within ten days close quote, too.',
    'A "new" clause and this open quote within 10 days close quote, too.',
  ],
  [
    'We saw this open quote in the text close quote, too.',
    ' we saw this open quote in the text close quote, too.',
    { context: '{"before": "Yesterday"}' },
  ],
  ['It says open paren not found.', 'It says open paren not found.'],
]);

const es = { language: 'es' };

group('isSpanishVerb() keeps "coma" after its subject', [
  ['mi padre coma menos sal', 'Mi padre coma menos sal.', es],
  ['el médico dijo ayer que mi padre coma menos sal', 'El médico dijo ayer que mi padre coma menos sal.', es],
  ['quiere que la niña coma verduras', 'Quiere que la niña coma verduras.', es],
]);

group('isSpanishVerb() leaves "coma" to the marks elsewhere', [
  ['hola coma cómo estás', 'Hola, cómo estás', es],
  ['me dijo que compre pan coma leche y huevos', 'Me dijo que compre pan, leche y huevos.', es],
  ['ya salgo para la oficina coma más tarde te llamo', 'Ya salgo para la oficina, más tarde te llamo.', es],
  ['una caja coma más tarde otra', 'Una caja, más tarde otra.', es],
]);
