import { group } from './support.ts';

group('removeFillers() removes both commas of a pause inside a phrase', [
  ['We need about, um, twenty more bales.', 'We need about 20 more bales.'],
  ['He takes it usually, um, once a day.', 'He takes it usually once a day.'],
  ['I can send, uh, pictures of it.', 'I can send pictures of it.'],
  ['You could take it to, uh, the garage on Main Street.', 'You could take it to the garage on Main Street.'],
  ['We need paper and, um, a black toner, please.', 'We need paper and a black toner, please.'],
  ["It's, um, in the drawer.", "It's in the drawer."],
  ['It will be ready by, um, Friday, please.', 'It will be ready by Friday, please.'],
  ['Take the next, um, train to the coast.', 'Take the next train to the coast.'],
  ['My brother, um, was at home all day.', 'My brother was at home all day.'],
  ['I want to fix, uh, the door today.', 'I want to fix the door today.'],
  ['We need a, uh, um, a box of nails.', 'We need a box of nails.'],
  ['Il me faut du câble et, euh, du ruban.', 'Il me faut du câble et du ruban.', { language: 'fr' }],
  ['Ich glaube, dass, ähm, wir zu spät sind.', 'Ich glaube, dass wir zu spät sind.', { language: 'de' }],
  ['Es un regalo para, eh, mi hermana.', 'Es un regalo para mi hermana.', { language: 'es' }],
]);

group('removeFillers() keeps one comma where the sentence may need it', [
  ['On Monday, um, we leave early.', 'On Monday, we leave early.'],
  ['She came home, um, and then she cooked.', 'She came home, and then she cooked.'],
  ['The plan is, er, well, not a plan yet.', 'The plan is, well, not a plan yet.'],
  ['She is, um, you know, a bit late.', 'She is, you know, a bit late.'],
  ['Come on, um, we have to go.', 'Come on, we have to go.'],
  ['I have seen it before, um, yesterday.', 'I have seen it before, yesterday.'],
  ['Anna, um, is the door open?', 'Anna, is the door open?'],
  ['If you like this, um, we can take it.', 'If you like this, we can take it.'],
  ['Usually, um, we take the train.', 'Usually, we take the train.'],
  ['We want it now, um, or never.', 'We want it now, or never.'],
  ['Ich mag das, äh, wir nehmen es.', 'Ich mag das, wir nehmen es.', { language: 'de' }],
  ['Bueno, este, eh, no sé si alcanza.', 'Bueno, este, no sé si alcanza.', { language: 'es' }],
  ['Llegamos el lunes, eh, por la tarde.', 'Llegamos el lunes, por la tarde.', { language: 'es' }],
]);

group('removeFillers() writes once what a speaker says again after a hesitation', [
  ['It is a bit, um, a bit vague.', 'It is a bit vague.'],
  ['Leo needs his, um, his blue shirt.', 'Leo needs his blue shirt.'],
  ['The chairs have been, uh, have been sent back.', 'The chairs have been sent back.'],
  ['Something, uh, something came up at work.', 'Something came up at work.'],
  ['So we therefore, um, we therefore take the train.', 'So we therefore take the train.'],
  ['It was, uh, it was the idea of the cellist.', 'It was the idea of the cellist.'],
  ['we walked um walked to the shop', 'We walked to the shop.'],
  ["I, uh, I'm on the train.", "I'm on the train."],
  ["It, um, it's fine with me.", "It's fine with me."],
  ['The meeting is in, um, in the morning.', 'The meeting is in the morning.'],
  ['Das ist, äh, das ist nicht mein Hund.', 'Das ist nicht mein Hund.', { language: 'de' }],
  ['Ich suche die, äh, die Schlüssel.', 'Ich suche die Schlüssel.', { language: 'de' }],
  ['Quiero que, eh, que vengas mañana.', 'Quiero que vengas mañana.', { language: 'es' }],
  ['Je suis, euh, je suis en retard.', 'Je suis en retard.', { language: 'fr' }],
]);

group('removeFillers() keeps both where a word may be meant twice', [
  ['I saw it, um, it was red.', 'I saw it, it was red.'],
  ["We meet on Monday, um, Monday I can't.", "We meet on Monday, Monday I can't."],
  ['I told Anna, um, Anna called me.', 'I told Anna, Anna called me.'],
  ['I read the report, um, the report is late.', 'I read the report, the report is late.'],
  ['We log on, um, on Monday.', 'We log on, on Monday.'],
  ['I gave her, um, her keys.', 'I gave her, her keys.'],
  ['It was very, um, very good.', 'It was very, very good.'],
  ['No, um, no, that is wrong.', 'No, no, that is wrong.'],
  ['I counted five, uh, five boxes.', 'I counted five, five boxes.'],
  ['It went on and, um, on and on.', 'It went on and on and on.'],
  ["I gave it to you, um, you're late.", "I gave it to you, you're late."],
  ['Sie mag die, uhm, die ist nett.', 'Sie mag die, die ist nett.', { language: 'de' }],
  ['Eso es de ella, uhm, ella lo sabe.', 'Eso es de ella, ella lo sabe.', { language: 'es' }],
  ['Elle est chez nous, uhm, nous partons.', 'Elle est chez nous, nous partons.', { language: 'fr' }],
]);
