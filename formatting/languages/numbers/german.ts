import { wordSet } from '../../word-set.ts';
import { numbered, phrases } from '../table.ts';
import type { NumberGrammar, Reader } from './grammar.ts';

const UNITS = new Map([
  ...numbered('null eins zwei drei vier fünf sechs sieben acht neun', 0, 1),
  ['ein', 1],
  ['eine', 1],
  ['zwo', 2],
] as const);
const TEENS = new Map(numbered('zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn', 10, 1));
const TENS = new Map([
  ...numbered('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
  ['dreissig', 30],
] as const);
const SCALES = new Map([
  ['million', 1e6],
  ['millionen', 1e6],
  ['milliarde', 1e9],
  ['milliarden', 1e9],
]);
/** The parts of number words, longer ones first: "siebzehn" before "sieben". */
const PARTS = [...TENS.keys(), ...TEENS.keys(), ...UNITS.keys(), 'und', 'hundert', 'tausend']
  .toSorted((first, second) => second.length - first.length)
  .join('|');
const PART = new RegExp(PARTS, 'gu');
const NUMBER_WORD = new RegExp(`^(?!und)(?:${PARTS})+(?<!und)$`, 'u');
/** A longer word is no number. */
const MAX_LENGTH = 80;

const below100: Reader = (words, at) => {
  const word = words[at] ?? '';
  const unit = UNITS.get(word);
  const tens = words[at + 1] === 'und' ? TENS.get(words[at + 2] ?? '') : undefined;
  if (tens !== undefined && unit !== undefined && unit > 0 && word !== 'eins' && word !== 'eine')
    return { value: tens + unit, end: at + 3 };
  const value = unit ?? TEENS.get(word) ?? TENS.get(word);
  return value === undefined ? undefined : { value, end: at + 1 };
};

const hundreds: Reader = (words, at) => {
  if (words[at] === 'hundert') return { value: 100, end: at + 1 };
  if (words[at + 1] !== 'hundert') return undefined;
  const count = UNITS.get(words[at] ?? '') ?? TEENS.get(words[at] ?? '') ?? 0;
  return count > 0 && count !== 10 ? { value: count * 100, end: at + 2 } : undefined;
};

function split(key: string): readonly string[] | undefined {
  if (SCALES.has(key)) return [key];
  return key.length <= MAX_LENGTH && NUMBER_WORD.test(key) ? (key.match(PART) ?? undefined) : undefined;
}

/** The ordinals of the days of a month, in every case: "dritten", "einundzwanzigste". */
const ORDINALS: ReadonlyMap<string, string> = new Map(
  [
    ...'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt'.split(
      ' ',
    ),
    ...'sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst'.split(' '),
    ...'dreiundzwanzigst vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst'.split(' '),
    ...'achtundzwanzigst neunundzwanzigst dreißigst einunddreißigst'.split(' '),
  ].flatMap((stem, at) => ['e', 'en', 'er', 'es', 'em'].map((ending) => [stem + ending, `${at + 1}.`] as const)),
);

/** Numbers in German. */
export const GERMAN_NUMBERS: NumberGrammar = {
  cardinals: {
    split,
    joins: () => false,
    below100,
    hundreds,
    thousand: new Set(['tausend']),
    scales: SCALES,
    link: 'und',
  },
  units: {
    percent: phrases('prozent'),
    currencies: new Map<string, string | undefined>([
      ['euro', '€'],
      ['euros', '€'],
      ['dollar', '$'],
      ['franken', undefined],
      ['pfund', undefined],
      ['pesos', undefined],
      ['yen', undefined],
      ['mark', undefined],
      ['kronen', undefined],
    ]),
    coinJoints: wordSet('und'),
    coins: wordSet('cent'),
    ofCurrency: new Set(),
    measures: wordSet(
      'kilometer meter zentimeter millimeter quadratmeter quadratkilometer kubikmeter hektar kilogramm kilo gramm milligramm mikrogramm liter milliliter tonnen tonne grad gigabyte megabyte terabyte kilobyte watt kilowatt kilowattstunden volt ampere hertz dezibel kalorien bar seemeilen meilen kg km cm mm ml',
    ),
    halves: phrases('und ein halbes|und ein halber|und eine halbe|und ein viertel|einhalb'),
    things: /^(?:schein|münze|gutschein|stück|note|grenze|marke)/u,
  },
  clock: {
    articles: new Set(),
    hour: wordSet('uhr'),
    plus: new Set(),
    untouched: wordSet('vor nach'),
    minutes: new Map(),
    before: wordSet('um gegen ab bis seit vor nach von punkt halb viertel dreiviertel kurz'),
    write: (hour, minute) => `${hour}:${minute} Uhr`,
  },
  dates: {
    ordinals: ORDINALS,
    cardinal: false,
    months: new Map(
      [
        ...['Januar', 'Jänner', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August'],
        ...['September', 'Oktober', 'November', 'Dezember'],
      ].map((month) => [month.toLowerCase(), month]),
    ),
    of: new Set(),
    joints: phrases('bis zum|bis|und dem|und|oder dem|oder|auf den'),
    before: wordSet(
      'am der dem den des vom zum bis ab seit montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
    ),
  },
  points: new Map([['komma', ',']]),
  separator: '.',
  joints: wordSet('und oder bis auf von zu mal'),
  ranges: wordSet('und oder bis auf zu'),
  approximations: wordSet('etwa fast sogar vielleicht rund knapp circa ca eher gar zu'),
  vagueBefore: wordSet(
    'stunde stunden paar einige mehrere viele halbe halbes anderthalb eineinhalb zweieinhalb dreieinhalb',
  ),
  vagueAfter: phrases('und ein paar|einhalb|mal'),
  ordinal: undefined,
  decadeBefore: wordSet('die'),
  singular: wordSet('der das ein eine einen einem einer des dem'),
  articles: wordSet('ein eine'),
  closing: wordSet(
    'und oder aber denn sondern dass weil wenn ob als wie wo was der die das den dem des ein eine einen einem einer in im an am auf aus bei mit nach von vom vor zu zum zur für gegen ohne durch über unter um bis ab seit ich du er sie es wir ihr man ist sind war waren hat haben wird werden kann können muss müssen soll sollen will nicht noch schon auch nur los statt beginnt startet geht kommt fährt',
  ),
  announcing: wordSet(
    'postleitzahl plz nummer telefonnummer handynummer rufnummer kundennummer durchwahl code pin aktenzeichen',
  ),
  pairs: false,
  capitalNouns: true,
};
