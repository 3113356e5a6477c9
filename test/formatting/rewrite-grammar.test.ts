import { expect, test } from 'bun:test';
import { formatDraft } from '../../formatting/pipeline.ts';
import { findRefusal } from '../../formatting/rewrite/check.ts';
import { readCases } from './sets/read-cases.ts';

const GOOD = readCases(`
# a preposition before a weekday
the clinic closes friday => The clinic closes on Friday.
# a subject that is repeated after "and"
she used to work here and now she translates novels => She used to work here and now translates novels.
the talk is long and it should be shorter => The talk is long and should be shorter.
# "please" in another place
pick up flour and eggs on the way home please => Please pick up flour and eggs on the way home.
# the noun of a day before or after it
the rehearsal on thursday ends at six => Thursday's rehearsal ends at six.
# a reason that becomes a sentence after a question
do you know if jamal is vegan because the dessert has butter => Do you know if Jamal is vegan? The dessert has butter.
# a measure of change
could we push the deadline back a week => Could we push the deadline back by a week?
# a time before or after the clause
tomorrow i call the landlord => I call the landlord tomorrow.
i call the landlord tomorrow => Tomorrow I call the landlord.
# signs and codes
it is minus eight now and plus two by noon => It is -8 now and +2 by noon.
take the a four south from here => Take the A4 south from here.
# a unit that holds for both numbers
the rent goes up by forty euros to seven ninety => The rent goes up by €40 to €790.
the ceiling is two meters eighty high => The ceiling is 2.80 m high.
`);
const BAD = readCases(`
# the corrected item is kept
let's meet on tuesday no sorry wednesday at noon => Let's meet on Tuesday at noon.
send two no sorry three boxes => Send two boxes.
# another subject
anna called and she cried but he left and she stayed => Anna called and she cried but he left and stayed.
she called me and he left => She called me and left.
# the noun of another day
the rehearsal on thursday and the lunch on friday => Friday's rehearsal and the lunch on Thursday.
# a reason without a question
he left because the dessert has butter => He left. The dessert has butter.
# another preposition before a weekday
send it by friday => Send it on Friday.
send it before friday => Send it Friday.
# a time of another clause
tomorrow i call the landlord and today you write => Today I call the landlord and tomorrow you write.
# another sign or code
take the a four south from here => Take the A5 south from here.
it is minus eight now => It is +8 now.
# a unit in the place of a noun
take ten milligrams and then twenty drops => Take 10 mg and then 20 mg.
`);

const refusalOf = (said: string, rewritten: string, language: string | undefined) => {
  const place = { language, dictionary: undefined, context: undefined };
  return findRefusal({
    ...place,
    raw: said,
    draft: formatDraft({ text: said, ...place }),
    rewritten,
    extraInstructions: undefined,
  });
};

test.each(GOOD)('findRefusal() accepts $rewritten', ({ said, rewritten }) => {
  expect(refusalOf(said, rewritten, 'en')).toBeUndefined();
});

test.each(BAD)('findRefusal() refuses $rewritten', ({ said, rewritten }) => {
  expect(refusalOf(said, rewritten, 'en')).toBeDefined();
});

test.each([
  ['de', 'er schuldet ihr noch hundertzwanzig euro', 'Er schuldet ihr noch 120 €.'],
  ['fr', 'le plombier passe entre huit heures et dix heures', 'Le plombier passe entre 8 h et 10 h.'],
  ['fr', 'on se voit à dix huit heures non dix neuf heures', 'On se voit à 19 h.'],
  ['de', 'morgen rufe ich an', 'Ich rufe morgen an.'],
  ['de', 'ich rufe morgen den vermieter an', 'Morgen rufe ich den Vermieter an.'],
  ['de', 'am freitag um zehn rufe ich den vermieter an', 'Ich rufe am Freitag um zehn den Vermieter an.'],
  [
    'de',
    'die rechnung ist da und morgen bezahlen wir die miete',
    'Die Rechnung ist da und wir bezahlen morgen die Miete.',
  ],
  ['es', 'el alquiler sube un tres por ciento en enero', 'El alquiler sube un 3 % en enero.'],
  ['fr', 'il a eu quatorze en maths et neuf en anglais', 'Il a eu 14 en maths et 9 en anglais.'],
])('findRefusal() accepts a rewrite in %s: %s', (language, said, rewritten) => {
  expect(refusalOf(said, rewritten, language)).toBeUndefined();
});

test.each([
  ['fr', 'il a eu quatorze en maths et neuf en anglais', 'Il a eu 9 en maths et 14 en anglais.'],
  ['fr', 'cent vingt couverts contre quatre vingt dix avant', '90 couverts contre 120 avant.'],
  ['es', 'pagó doce euros por el pan y veinte por el vino', 'Pagó 20 euros por el pan y 12 por el vino.'],
  ['de', 'er zahlte zwölf euro für brot und zwanzig für wein', 'Er zahlte 20 Euro für Brot und 12 für Wein.'],
])('findRefusal() refuses swapped numbers in %s: %s', (language, said, rewritten) => {
  expect(refusalOf(said, rewritten, language)).toBe('reordered');
});

test.each([
  [
    'the time of another clause',
    'morgen rufe ich an und heute schreibst du',
    'Ich rufe heute an und morgen schreibst du.',
  ],
  ['another time', 'morgen rufe ich an', 'Ich rufe heute an.'],
  ['another subject', 'morgen ruft er sie an', 'Sie ruft er morgen an.'],
  ['a name as the subject, which may be the object', 'morgen besucht anna peter', 'Peter besucht morgen Anna.'],
  ['a new negation', 'morgen rufe ich an', 'Ich rufe morgen nicht an.'],
  ['a time of the next sentence', 'Ich komme. Morgen rufe ich an.', 'Ich komme morgen. Ich rufe an.'],
])('findRefusal() refuses a German order with %s', (_, said, rewritten) => {
  expect(refusalOf(said, rewritten, 'de')).toBeDefined();
});
