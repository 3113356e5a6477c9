import { wordSet } from '../../word-set.ts';
import { numbered, phrases } from '../table.ts';
import type { NumberGrammar, Reader } from './grammar.ts';

const UNITS = new Map([
  ...numbered('cero uno dos tres cuatro cinco seis siete ocho nueve', 0, 1),
  ['un', 1],
  ['una', 1],
] as const);
const SMALL = new Map([
  ...UNITS,
  ...numbered('diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve', 10, 1),
  ...numbered(
    'veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
    20,
    1,
  ),
  ...numbered('dieciseis diecisiete', 16, 1),
  ...numbered('veintidos veintitres', 22, 1),
  ['veintiseis', 26],
  ['veintiún', 21],
  ['veintiun', 21],
  ['veintiuna', 21],
  ['cien', 100],
] as const);
const TENS = new Map(numbered('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10));
const HUNDREDS = new Map([
  ['ciento', 100],
  ...numbered(
    'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
    200,
    100,
  ),
  ...numbered(
    'doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas',
    200,
    100,
  ),
] as const);
const THOUSAND = new Set(['mil']);
const SCALES = new Map([
  ['millón', 1e6],
  ['millon', 1e6],
  ['millones', 1e6],
  ['billón', 1e12],
  ['billones', 1e12],
]);

const below100: Reader = (words, at) => {
  const word = words[at] ?? '';
  const small = SMALL.get(word);
  if (small !== undefined) return { value: small, end: at + 1 };
  const tens = TENS.get(word);
  if (tens === undefined) return undefined;
  const unit = words[at + 1] === 'y' ? (UNITS.get(words[at + 2] ?? '') ?? 0) : 0;
  return unit > 0 ? { value: tens + unit, end: at + 3 } : { value: tens, end: at + 1 };
};

const isWord = (key: string) =>
  SMALL.has(key) || TENS.has(key) || HUNDREDS.has(key) || THOUSAND.has(key) || SCALES.has(key);

/** Numbers in Spanish. The decimal sign is the one that the speaker names, as it differs between countries. */
export const SPANISH_NUMBERS: NumberGrammar = {
  cardinals: {
    split: (key) => (isWord(key) ? [key] : undefined),
    joins: (before, key, after) => key === 'y' && TENS.has(before) && (UNITS.get(after) ?? 0) > 0,
    below100,
    hundreds: (words, at) => {
      const value = HUNDREDS.get(words[at] ?? '');
      return value === undefined ? undefined : { value, end: at + 1 };
    },
    thousand: THOUSAND,
    scales: SCALES,
    link: undefined,
  },
  units: {
    percent: phrases('por ciento'),
    currencies: new Map<string, string | undefined>([
      ['euro', '€'],
      ['euros', '€'],
      ...['dólar', 'dólares', 'pesos', 'libras', 'francos', 'yenes', 'bolívares', 'quetzales'].map(
        (word): [string, undefined] => [word, undefined],
      ),
    ]),
    coinJoints: wordSet('con y'),
    coins: wordSet('céntimos céntimo centavos centavo'),
    ofCurrency: wordSet('de'),
    measures: wordSet(
      'kilómetros kilómetro metros metro centímetros centímetro milímetros milímetro kilogramos kilogramo kilos kilo gramos gramo miligramos miligramo litros litro mililitros mililitro toneladas tonelada hectáreas hectárea grados grado gigas megas gigabytes megabytes vatios kilovatios voltios amperios hercios decibelios calorías millas pulgadas kg km cm mm ml',
    ),
    halves: phrases('y medio|y media|y cuarto|y pico|y tres cuartos'),
    things: undefined,
  },
  clock: {
    articles: wordSet('las la'),
    hour: new Set(),
    plus: wordSet('y con'),
    untouched: wordSet('menos'),
    minutes: new Map([
      ['media', 30],
      ['cuarto', 15],
    ]),
    // "Tomar once" is a meal in Chile.
    before: wordSet('las la menos tomar tomo toma tomamos tomé tomando'),
    write: (hour, minute) => `${hour}:${minute}`,
  },
  dates: {
    ordinals: new Map(),
    cardinal: true,
    months: new Map(
      [
        ...wordSet(
          'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre',
        ),
      ].map((month) => [month, month]),
    ),
    of: wordSet('de del'),
    joints: phrases('al|a|y el|y|o el|o|hasta el'),
    before: wordSet('el del al día desde hasta entre lunes martes miércoles jueves viernes sábado domingo'),
  },
  points: new Map([
    ['coma', ','],
    ['punto', '.'],
  ]),
  separator: ' ',
  joints: wordSet('y o u a al de'),
  ranges: wordSet('y o u a hasta ni'),
  approximations: wordSet('unos unas los las casi quizá quizás incluso hasta cerca de tal vez'),
  vagueBefore: wordSet(
    'cada hora horas siglo luis juan carlos alfonso felipe fernando pío león varios varias muchos muchas pocos pocas algunos algunas medio media tantos tantas cuantos cuantas',
  ),
  vagueAfter: phrases('y pico|y tantos|y tantas|y algo|y medio|y media|por cien|titular|inicial|ideal'),
  ordinal: /avos?$/u,
  decadeBefore: wordSet('los años las'),
  singular: wordSet('el un la una'),
  articles: wordSet('un una'),
  closing: wordSet(
    'y o u e ni pero que si cuando porque aunque como donde quien a al de del en con por para sin desde hasta sobre entre según hacia el la los las un una lo le les me te se nos mi tu su es son era fue está están ha han hay había no ya también más menos cada pues así',
  ),
  announcing: wordSet('número teléfono móvil celular código clave pin referencia expediente'),
  pairs: false,
  capitalNouns: false,
};
