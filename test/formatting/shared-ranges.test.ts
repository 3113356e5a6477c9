import { group } from './support.ts';

const es = { language: 'es' };
const fr = { language: 'fr' };
const de = { language: 'de' };

group('a range that may share its multiplier stays in words', [
  ['El traslado cuesta de quince a treinta mil euros.', 'El traslado cuesta de quince a treinta mil euros.', es],
  ['Vinieron tres o cuatrocientas personas.', 'Vinieron tres o cuatrocientas personas.', es],
  ['Había entre doce y unas veinte mil firmas.', 'Había entre doce y unas veinte mil firmas.', es],
  ['Pasó de cuarenta a treinta mil lectores.', 'Pasó de cuarenta a treinta mil lectores.', es],
  ['Serán quince, veinte mil vasos.', 'Serán quince, veinte mil vasos.', es],
  ['Le toit coûtera de vingt à trente mille euros.', 'Le toit coûtera de vingt à trente mille euros.', fr],
  ['La chambre fait trois ou quatre cents euros.', 'La chambre fait trois ou quatre cents euros.', fr],
  ['Il y avait entre onze et seize mille coureurs.', 'Il y avait entre onze et seize mille coureurs.', fr],
  ['Das Dach kostet zwölf bis achtzehntausend Euro.', 'Das Dach kostet zwölf bis achtzehntausend Euro.', de],
  ['Das Zimmer kostet drei- bis vierhundert Euro.', 'Das Zimmer kostet drei- bis vierhundert Euro.', de],
  ['Wir wuchsen von vierzig auf fünfzigtausend Leser.', 'Wir wuchsen von vierzig auf fünfzigtausend Leser.', de],
  ['Es waren elf oder sogar zwölftausend Gäste.', 'Es waren elf oder sogar zwölftausend Gäste.', de],
]);

group('a range whose numbers share nothing but the unit is written in digits', [
  ['El traslado cuesta de quince a treinta euros.', 'El traslado cuesta de 15 a 30 €.', es],
  ['Vinieron trescientas o cuatrocientas personas.', 'Vinieron 300 o 400 personas.', es],
  ['Vinieron doce mil o quince mil personas.', 'Vinieron 12 000 o 15 000 personas.', es],
  ['Le toit coûtera de vingt à trente euros.', 'Le toit coûtera de 20 à 30 €.', fr],
  ['Il y avait trois cents ou quatre cents coureurs.', 'Il y avait 300 ou 400 coureurs.', fr],
  ['Das Dach kostet achtzig bis zweitausend Euro.', 'Das Dach kostet 80 bis 2000 €.', de],
  ['Das Dach kostet zwölf bis achtzehn Euro.', 'Das Dach kostet 12 bis 18 €.', de],
  ['Es kostet zwei bis drei Millionen Euro.', 'Es kostet 2 bis 3 Millionen Euro.', de],
]);

group('a bare number after a round one stays in words in other languages too', [
  ['Su precio era veinte mil, el mío de quince.', 'Su precio era 20 000, el mío de quince.', es],
  ['Leur prix était vingt mille, le mien de quinze.', 'Leur prix était 20 000, le mien de quinze.', fr],
  ['Ihr Preis war zwanzigtausend, meiner fünfzehn.', 'Ihr Preis war 20.000, meiner fünfzehn.', de],
  ['Su precio era veinte mil. El mío era de quince.', 'Su precio era 20 000. El mío era de 15.', es],
  ['Wir druckten zwanzigtausend, und fünfzehn Kisten sind da.', 'Wir druckten 20.000, und 15 Kisten sind da.', de],
]);

group('two numbers of one expression are both written in digits, or neither is', [
  ['Cuesta ocho con noventa y cinco.', 'Cuesta ocho con noventa y cinco.', es],
  ['Llena tres con veinte litros.', 'Llena tres con veinte litros.', es],
  ['Lo hacen cuatro de doce alumnos.', 'Lo hacen cuatro de doce alumnos.', es],
  ['Lo hacen quince de veinte alumnos.', 'Lo hacen 15 de 20 alumnos.', es],
  ['Il a eu quatre sur vingt au test.', 'Il a eu quatre sur vingt au test.', fr],
  ['Il a eu quinze sur vingt au test.', 'Il a eu 15 sur 20 au test.', fr],
  ['Vier von zwölf Kindern waren da.', 'Vier von zwölf Kindern waren da.', de],
  ['Es waren fünfzehn von zwanzig Kindern da.', 'Es waren 15 von 20 Kindern da.', de],
  ['Die Fahrt dauert drei Stunden vierzig.', 'Die Fahrt dauert drei Stunden vierzig.', de],
]);

group('readTime() reads an hour with "oh" after a preposition of time, and never as digits', [
  ['The twins were born at four oh six.', 'The twins were born at 4:06.'],
  ['the calf was born at two oh nine weighing eighty pounds', 'The calf was born at 2:09 weighing 80 pounds.'],
  ['we were home by five oh three', 'We were home by 5:03.'],
  ['nobody came until seven oh four', 'Nobody came until 7:04.'],
  ['I had slept since one oh eight.', 'I had slept since 1:08.'],
  ['the shop was shut from three oh five to four oh two', 'The shop was shut from 3:05 to 4:02.'],
  ['copper traded at three oh seven', 'Copper traded at three oh seven.'],
  ['the status is stuck at four oh four', 'The status is stuck at four oh four.'],
  ['the reply changed from four oh four to two hundred', 'The reply changed from four oh four to 200.'],
  ['multiply it by two oh five', 'Multiply it by 205.'],
  ['the page gives a four oh four', 'The page gives a 404.'],
]);

group('a rare noun after an article and an adjective of things is no name', [
  ['I stepped on a bent brad near the door.', 'I stepped on a bent brad near the door.', { dictionary: 'Brad' }],
  ['I stepped on a bent brad near the door.', 'I stepped on a bent brad near the door.'],
  ['I asked brad about the door.', 'I asked Brad about the door.', { dictionary: 'Brad' }],
  ['He looked like a young brad in that film.', 'He looked like a young Brad in that film.', { dictionary: 'Brad' }],
  ['He bought a broken toyota for parts.', 'He bought a broken Toyota for parts.'],
]);
