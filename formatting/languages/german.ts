import { wordSet } from '../word-set.ts';
import { GERMAN_NUMBERS } from './numbers/german.ts';
import { breaks, longestFirst, named, phrases } from './table.ts';
import type { Commands } from './types.ts';

/** Spoken commands in German. */
export const GERMAN: Commands = {
  marks: longestFirst([
    ...named('fragezeichen', '?', 'left', { before: 'großes dickes' }),
    ...named('ausrufezeichen|ausrufungszeichen', '!', 'left'),
    ...named('doppelpunkt', ':', 'left'),
    ...named('semikolon|strichpunkt', ';', 'left'),
    ...named('auslassungspunkte', '…', 'left'),
    ...named('gedankenstrich', '–', 'none'),
    ...named('bindestrich', '-', 'both'),
    ...named('schrägstrich', '/', 'both'),
    ...named('anführungszeichen auf|anführungszeichen unten', '„', 'right'),
    ...named('anführungszeichen zu|anführungszeichen oben', '“', 'left'),
    ...named('klammer auf', '(', 'right'),
    ...named('klammer zu', ')', 'left'),
    ...named('komma', ',', 'left', { before: 'und', after: 'und setzen setzt' }),
    ...named('punkt', '.', 'left', {
      before: 'auf zu um wichtiger guter springende springender toter wunder schwacher kritischer für',
      after: 'für eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf com de net org',
    }),
  ]),
  layout: longestFirst([
    ...breaks('neue zeile|nächste zeile|zeilenumbruch', '\n'),
    ...breaks('neuer absatz|nächster absatz', '\n\n'),
  ]),
  layoutBefore: wordSet('auf'),
  layoutAfter: wordSet('zwischen'),
  takeBack: phrases('streich das|lösch das|streiche das|lösche das'),
  before: wordSet(
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem dieser diese dieses diesen diesem jeder jede jedes jeden jedem mein meine dein deine sein seine ihr ihre unser unsere euer am im zum vom beim erster erste zweiter zweite dritter letzter letzte nächste nächster wort zeichen mit ohne',
  ),
  after: wordSet('des der'),
  governing: wordSet('bitte nicht und dann ich du er sie wir ihr kannst soll sollst muss'),
  isNumber: (key) => GERMAN_NUMBERS.cardinals.split(key) !== undefined,
  addresses: {
    dot: 'punkt',
    at: wordSet('at ät klammeraffe'),
    ambiguous: wordSet('es in so am im an'),
    slash: wordSet('slash schrägstrich'),
    joints: new Map([
      ['punkt', '.'],
      ['minus', '-'],
      ['bindestrich', '-'],
      ['unterstrich', '_'],
    ]),
    notLabels: wordSet(
      'der die das den dem des ein eine und oder auf zu im in an am ist bei von mit für per unter mein meine dein sein',
    ),
  },
};
