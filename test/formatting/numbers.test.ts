import { group } from './support.ts';

group('row 8: ten and more, and what has a unit, in digits', [
  ['twenty five percent', '25%'],
  ['five thirty pm', '5:30 PM'],
  ['three hundred dollars', '$300'],
  ['january fifteenth twenty twenty six', 'January 15, 2026'],
  ['we have eleven new customers this week', 'We have 11 new customers this week.'],
  ['about one thousand two hundred people came', 'About 1,200 people came.'],
  ['sales grew by seven point five percent', 'Sales grew by 7.5%.'],
  ['it costs two point five million dollars', 'It costs $2.5 million.'],
  ['the run is five kilometers long today', 'The run is 5 kilometers long today.'],
  ['our lunch was nine euros and fifty cents', 'Our lunch was €9.50.'],
  ['pi is about three point one four', 'Pi is about 3.14.'],
  ['two million people live here now', '2 million people live here now.'],
  ['a twenty-five-year-old man called us', 'A 25-year-old man called us.'],
  ['one hundred and five of them left', '105 of them left.'],
  ['thirty one thousand four hundred and two votes', '31,402 votes'],
  ['the forty second street station is closed', 'The forty second street station is closed.'],
  ['it is the twenty first century', 'It is the 21st century.'],
  ['fifty cents is all I have', '50 cents is all I have.'],
]);

group('row 8: one to nine, and what says nothing sure, stay words', [
  ['one of them', 'One of them'],
  ['no one told me about it', 'No one told me about it.'],
  ['I have three cats and two dogs', 'I have three cats and two dogs.'],
  ['we split it fifty-fifty in the end', 'We split it fifty-fifty in the end.'],
  ['at five thirty people came in', 'At five thirty people came in.'],
  ['he is one in a million', 'He is one in a million.'],
  ['give me a second please now', 'Give me a second please now.'],
  ['that is a tenth of the price', 'That is a tenth of the price.'],
  ['it happened at the eleventh hour', 'It happened at the eleventh hour.'],
  ['We saw Ocean’s Eleven last night.', 'We saw Ocean’s Eleven last night.'],
  ['it is a catch twenty two', 'It is a catch twenty two.'],
  ['hundreds of people were at the station', 'Hundreds of people were at the station.'],
]);

group('row 8: times', [
  ['meet me at five thirty tomorrow', 'Meet me at 5:30 tomorrow.'],
  ['the train leaves at six oh five a m', 'The train leaves at 6:05 AM.'],
  ['call me at ten pm tonight please', 'Call me at 10 PM tonight please.'],
  ["it starts at seven o'clock sharp", "It starts at 7 o'clock sharp."],
  ['the shop closes at twelve fifteen', 'The shop closes at 12:15.'],
  ['see you at 5 pm or 6 pm', 'See you at 5 PM or 6 PM.'],
  ['at two am I was asleep', 'At two am I was asleep.'],
]);

group('row 8: dates and years', [
  ['we moved here in nineteen eighty four', 'We moved here in 1984.'],
  ['the plan for twenty twenty six is ready', 'The plan for 2026 is ready.'],
  ['it was built in nineteen hundred', 'It was built in 1900.'],
  ['she was born on march third two thousand and five', 'She was born on March 3, 2005.'],
  ['the third of may is a holiday', 'The 3rd of May is a holiday.'],
  ['see you on june twenty first at noon', 'See you on June 21 at noon.'],
  ['we may second that in the meeting', 'We may second that in the meeting.'],
  ['hindsight is twenty twenty as they say', 'Hindsight is twenty twenty as they say.'],
  ['in twenty twenty we stayed at home', 'In 2020 we stayed at home.'],
]);

group('row 8: other languages keep their words, or have their own grammar', [
  ['ich habe zehn neue Kunden gewonnen', 'Ich habe 10 neue Kunden gewonnen.'],
  ['tengo six euros en el bolsillo', 'Tengo six euros en el bolsillo.', { language: 'es' }],
  ['nous avons dix pour cent de plus', 'Nous avons 10 % de plus.'],
  ['abbiamo venti euro in tasca oggi', 'Abbiamo venti euro in tasca oggi.'],
  ['temos dez por cento a mais', 'Temos dez por cento a mais.', { language: 'pt' }],
]);

group('readTime() leaves prices, weights, temperatures and differences as they were said', [
  ['bake it at three fifty for half an hour', 'Bake it at three fifty for half an hour.'],
  ['she weighs around one fifty', 'She weighs around one fifty.'],
  ['we can sell it at four fifty', 'We can sell it at four fifty.'],
  ['the index went up by two fifty', 'The index went up by two fifty.'],
  ['he ran it in about four thirty', 'He ran it in about four thirty.'],
  [
    'the stock opened at one fifteen and closed at one twenty two',
    'The stock opened at one fifteen and closed at one twenty two.',
  ],
  ['we meet at three fifty', 'We meet at 3:50.'],
  ['be back by five thirty', 'Be back by 5:30.'],
]);

group('readAmount() writes the sign of a currency, also after digits', [
  ['the room is twelve thousand yen per night', 'The room is ¥12,000 per night.'],
  ['the silk was four thousand five hundred rupees', 'The silk was ₹4,500.'],
  ['take a two hundred rupee note with you', 'Take a ₹200 note with you.'],
  ['the ticket was 20 dollars', 'The ticket was $20.'],
  ['the budget is 2.5 million euros', 'The budget is €2.5 million.'],
  ['prices rose by 12 percent', 'Prices rose by 12%.'],
  ['it cost 20 dollars and 50 cents', 'It cost 20 dollars and 50 cents.'],
]);
