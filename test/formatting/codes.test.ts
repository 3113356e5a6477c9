import { group } from './support.ts';

group('writeCodes() joins letters and digits that are said one by one', [
  ['my licence plate is k x one nine l f b', 'My licence plate is KX19LFB.'],
  ['order number a seven three nine dash k two', 'Order number A739-K2.'],
  ['flight b a two four nine lands at noon', 'Flight BA249 lands at noon.'],
  ['the confirmation code is q x seven four m nine', 'The confirmation code is QX74M9.'],
  ['the serial number zero zero eight b three is wrong', 'The serial number 008B3 is wrong.'],
]);

group('writeCodes() writes a short label after its noun', [
  ['apartment three b is empty', 'Apartment 3B is empty.'],
  ['I have seat fourteen c on this flight', 'I have seat 14C on this flight.'],
  ['boarding is at gate c nineteen', 'Boarding is at gate C19.'],
  ['take vitamin b twelve every day', 'Take vitamin B12 every day.'],
]);

group('writeCodes() leaves articles, pronouns and counted things alone', [
  ["I'm in room two I think", "I'm in room two I think."],
  ['order a two liter bottle of water', 'Order a 2 liter bottle of water.'],
  ['order a seven layer cake for her', 'Order a seven layer cake for her.'],
  ['he left gate b twenty minutes ago', 'He left gate b 20 minutes ago.'],
  ['the number one a day is enough', 'The number one a day is enough.'],
  ['this is plan b of three plans', 'This is plan b of three plans.'],
  ['the flight is a two hour trip', 'The flight is a two hour trip.'],
]);

group('writeCodes() joins numbers with a spoken dash after their noun', [
  ['case number twenty three dash one one oh five is closed', 'Case number 23-1105 is closed.'],
  ['gate c nineteen boarding at noon', 'Gate C19 boarding at noon.'],
]);
