import { wordSet } from '../../word-set.ts';
import { numbered, phrases } from '../table.ts';
import type { NumberGrammar, Reader } from './grammar.ts';

const UNITS = new Map([...numbered('zéro un deux trois quatre cinq six sept huit neuf', 0, 1), ['une', 1]] as const);
const TEENS = new Map(numbered('dix onze douze treize quatorze quinze seize', 10, 1));
const TENS = new Map([
  ...numbered('vingt trente quarante cinquante soixante septante', 20, 10),
  ['huitante', 80],
  ['octante', 80],
  ['nonante', 90],
] as const);
const HUNDRED = wordSet('cent cents');
const THOUSAND = wordSet('mille mil');
const SCALES = new Map([
  ['million', 1e6],
  ['millions', 1e6],
  ['milliard', 1e9],
  ['milliards', 1e9],
]);
const AFTER_ET = wordSet('un une onze');

const below100: Reader = (words, at) => {
  if (words[at] === 'quatre' && /^vingts?$/u.test(words[at + 1] ?? '')) return addSmall(words, at + 2, 80);
  const tens = TENS.get(words[at] ?? '');
  if (tens === undefined) return readSmall(words, at);
  const joined = words[at + 1] === 'et' && AFTER_ET.has(words[at + 2] ?? '');
  if (joined && words[at + 2] === 'onze')
    return tens === 60 ? { value: 71, end: at + 3 } : { value: tens, end: at + 1 };
  if (joined) return { value: tens + 1, end: at + 3 };
  if (tens === 60) return addSmall(words, at + 1, tens);
  const unit = UNITS.get(words[at + 1] ?? '') ?? 0;
  return unit > 0 ? { value: tens + unit, end: at + 2 } : { value: tens, end: at + 1 };
};

/** Reads 0 to 19. */
function readSmall(words: readonly string[], at: number) {
  const word = words[at] ?? '';
  const unit = UNITS.get(words[at + 1] ?? '') ?? 0;
  if (word === 'dix' && unit >= 7) return { value: 10 + unit, end: at + 2 };
  const value = UNITS.get(word) ?? TEENS.get(word);
  return value === undefined ? undefined : { value, end: at + 1 };
}

/** Adds 1 to 19 to 60 or 80: "soixante douze", "quatre vingt seize". */
function addSmall(words: readonly string[], at: number, tens: number) {
  const small = readSmall(words, at);
  if (small === undefined || small.value === 0) return { value: tens, end: at };
  // "Soixante quatre vingts" is two numbers.
  if (words[at] === 'quatre' && /^vingts?$/u.test(words[at + 1] ?? '')) return { value: tens, end: at };
  return { value: tens + small.value, end: small.end };
}

const hundreds: Reader = (words, at) => {
  if (words[at] === 'cent') return { value: 100, end: at + 1 };
  const count = below100(words, at);
  if (count === undefined || !HUNDRED.has(words[count.end] ?? '')) return undefined;
  if (count.value > 1 && count.value < 10) return { value: count.value * 100, end: count.end + 1 };
  // "Dix-neuf cent quatre-vingt-seize"; "quinze cents" is also money.
  const century = count.value > 10 && count.value < 20 && words[count.end] === 'cent';
  const rest = century ? below100(words, count.end + 1) : undefined;
  return rest !== undefined && rest.value > 0 ? { value: count.value * 100, end: count.end + 1 } : undefined;
};

const isWord = (key: string) =>
  UNITS.has(key) ||
  TEENS.has(key) ||
  TENS.has(key) ||
  key === 'vingts' ||
  HUNDRED.has(key) ||
  THOUSAND.has(key) ||
  SCALES.has(key);

/** Numbers in French, with the words of Belgium and Switzerland. */
export const FRENCH_NUMBERS: NumberGrammar = {
  cardinals: {
    split: (key) => (isWord(key) ? [key] : undefined),
    joins: (before, key, after) => key === 'et' && TENS.has(before) && AFTER_ET.has(after),
    below100,
    hundreds,
    thousand: THOUSAND,
    scales: SCALES,
    link: undefined,
  },
  units: {
    percent: phrases('pour cent|pourcent|pourcents'),
    currencies: new Map<string, string | undefined>([
      ['euro', '€'],
      ['euros', '€'],
      ['dollar', '$'],
      ['dollars', '$'],
      ['francs', undefined],
      ['livres', undefined],
      ['pesos', undefined],
      ['yens', undefined],
      ['roupies', undefined],
    ]),
    coinJoints: wordSet('et'),
    coins: wordSet('centimes centime cents'),
    ofCurrency: wordSet("de d'euros d'euro"),
    measures: wordSet(
      'kilomètres kilomètre mètres mètre centimètres centimètre millimètres millimètre kilogrammes kilogramme kilos kilo grammes gramme milligrammes milligramme litres litre millilitres millilitre centilitres centilitre tonnes tonne hectares hectare degrés degré gigaoctets mégaoctets watts kilowatts volts ampères hertz décibels calories kg km cm mm ml',
    ),
    halves: phrases('et demi|et demie|et quelques|et quart|moins'),
    things: undefined,
  },
  clock: {
    articles: new Set(),
    hour: wordSet('heures heure'),
    plus: new Set(),
    untouched: new Set(),
    minutes: new Map(),
    before: wordSet('midi minuit moins'),
    write: (hour, minute) => `${hour} h ${minute}`,
  },
  dates: {
    ordinals: new Map([['premier', '1er']]),
    cardinal: true,
    months: new Map(
      [...wordSet('janvier février mars avril mai juin juillet août aout septembre octobre novembre décembre')].map(
        (month) => [month, month],
      ),
    ),
    of: new Set(),
    joints: phrases('au|à|et le|et|ou le|ou'),
    before: wordSet("le du au jusqu'au dès lundi mardi mercredi jeudi vendredi samedi dimanche entre"),
  },
  points: new Map([['virgule', ',']]),
  separator: ' ',
  joints: wordSet('et ou à au sur contre fois'),
  ranges: wordSet("et ou à jusqu'à voire ni"),
  approximations: wordSet('environ même presque les quelque voire'),
  vagueBefore: wordSet('mon ton son louis charles henri philippe jean années année quelques plusieurs demi demie'),
  vagueAfter: phrases('et quelques|et demi|et demie|fois|et unième|et onzième|chandelles|de retrouvés|de retrouvées'),
  ordinal: /ièmes?$/u,
  decadeBefore: wordSet('les'),
  singular: wordSet('le un la une du au'),
  articles: wordSet('un une'),
  closing: wordSet(
    "et ou mais que qui si quand parce comme donc car puis à au aux de du des d'un d'une en dans avec pour par sur sans chez vers le la les un une je tu il elle on nous vous ils elles ce c'est ça y ne n'est se est sont était a ont avait pas plus environ ensemble max maximum minimum devant derrière avant après depuis jusque jusqu'à jusqu'au précises pile",
  ),
  announcing: wordSet('numéro téléphone portable mobile code référence dossier pin'),
  pairs: true,
  capitalNouns: false,
};
