import { describe, expect, test } from 'bun:test';
import { format } from './format.ts';
import { group } from './support.ts';

/** Texts in which the words of commands have their ordinary meaning, so that nothing changes. */
function unchanged(name: string, language: string, texts: readonly string[]): void {
  describe(name, () => {
    for (const text of texts) test(text, () => expect(format(text, { language })).toBe(text));
  });
}

unchanged('the names of marks are words inside the clauses of a punctuated text', 'en', [
  'The translator wrote full stop where the author had left a blank.',
  'They teach comma rules in second period.',
  'I have chemistry third period and gym fifth period.',
  'We argued over a comma for an hour.',
  'Mrs. Dash is a seasoning without salt.',
  'Hyphen or no hyphen, it is the same word.',
  'She forgot her next line on stage.',
  'Next line, please, said the director, and the actor froze.',
  'I will not pay for this, full stop.',
  'You are never going there, period.',
  'He left the open bracket in the drawer.',
  'There are two points here, comma or no comma.',
  'New paragraph formatting is broken in this editor.',
]);

group('a spoken mark in a punctuated text needs a sign that the speaker dictates marks', [
  ['The report is late period Please send it soon.', 'The report is late. Please send it soon.'],
  ['Milk comma eggs comma and bread.', 'Milk, eggs, and bread.'],
  ['i told them open quote the cat is out', 'I told them open quote the cat is out.'],
  ['they teach comma rules in second period', 'They teach comma rules in second period.'],
  [
    'just to be clear comma we never agreed to a trial period period',
    'Just to be clear, we never agreed to a trial period.',
  ],
]);

group(
  'in a code field, the names of signs after an article are words',
  [
    ['the dash in the name is there for a reason', 'the dash in the name is there for a reason'],
    ['the colon after the key is missing', 'the colon after the key is missing'],
    ['docker run dash p eighty eighty colon eighty nginx', 'docker run -p eighty eighty:eighty nginx'],
  ],
  { context: 'App: Terminal' },
);

unchanged('words of corrections in other meanings', 'en', [
  'When I say no, I mean no.',
  'The blue one, or rather the navy one, suits you.',
  'He is my friend, or rather my cousin.',
  'It is cold, or rather it is freezing.',
  'Red, no blue, no green at all.',
  'And then she said scratch that and start again, from the top.',
]);

group('an item after "scratch that" replaces an item, not the clause', [
  ['Book a table for six, scratch that, eight people.', 'Book a table for eight people.'],
  ['take the red one scratch that the blue one', 'Take the blue one.'],
  ['We need six, I mean sixteen chairs for the recital.', 'We need 16 chairs for the recital.'],
  ['Send it to Karen, I mean Carol, before lunch.', 'Send it to Carol, before lunch.'],
  ['when I say ten I mean ten', 'When I say 10 I mean 10.'],
]);

unchanged('repeated and quoted words that are meant', 'en', [
  'The people we work with with pride are here.',
  'It takes two a a batteries to run.',
  'He hummed and hawed, then said um and sat down.',
  'Um Qasr is a port in Iraq.',
  "Number one, he's my brother, and number two, he's right.",
]);

unchanged('number words that stay words', 'en', [
  'Ten to one he forgets again.',
  "It's ten to one, and the canteen shuts at one.",
  'Local time is twenty to nine.',
  'I only had forty winks on the plane.',
  'The whole nine yards, with flowers and a harp.',
  'The Fourth of July barbecue is on the third this year.',
  'In twenty ten boxes came.',
  'Since twelve twenty people have called.',
  'August fifth graders visit.',
  'She is one meter sixty-five tall.',
  'Half past three is fine.',
  'Twelve Angry Men is a film.',
  'Three Mile Island is in Pennsylvania.',
]);

group('numbers and codes that are read as a whole', [
  ['Our train leaves at sixteen twenty-two from here.', 'Our train leaves at sixteen twenty-two from here.'],
  ['Our train leaves at sixteen twenty-two.', 'Our train leaves at 16:22.'],
  ['Flight B A two one seven is delayed.', 'Flight BA217 is delayed.'],
  ['The part number is K nine three dash four four.', 'The part number is K93-44.'],
]);

group('names that are also rare or differently spelled words', [
  ['the boat began to yaw in the swell', 'The boat began to yaw in the swell.', { dictionary: 'Yaw' }],
  ['she wore a svelte black coat to the opera', 'She wore a svelte black coat to the opera.', { dictionary: 'Svelte' }],
  ['we build it with svelte these days', 'We build it with Svelte these days.', { dictionary: 'Svelte' }],
  ['an honorable man in body armour drew his sabre', 'An honorable man in body armour drew his sabre.'],
]);

unchanged('Spanish words of commands in sentences', 'es', [
  'El paciente está en coma desde hace dos días.',
  'Para el examen, repasad el punto y coma.',
  'Aunque coma poco, engorda.',
  'Es un buen punto de partida.',
  'El médico le puso dos puntos.',
  'No vas y punto.',
  'Me gusta hacer punto.',
  'Haz punto de cruz.',
  'El signo de interrogación está mal puesto.',
  'Inauguran nueva línea entre Madrid y Burgos.',
  'Abre comillas cuando cites a alguien.',
  'Pusieron punto final a la guerra.',
  'Punto por punto, la abogada desmontó la acusación.',
]);

unchanged('French words of commands in sentences', 'fr', [
  'Je ne suis point fatigué.',
  'Tu ne viens pas, point.',
  'Il nous manque deux points.',
  'Retour à la ligne automatique.',
  'Nouvelle ligne entre Lyon et Turin.',
  'Les points de suspension sont de trop.',
  'Il y a un point à la ligne.',
]);

unchanged('German words of commands in sentences', 'de', [
  'Punkt für Punkt gehen wir es durch.',
  'Klammer auf der Wunde.',
  'Er spielt ohne Punkt und Komma.',
  'Neue Zeile zwischen den Absätzen.',
]);
