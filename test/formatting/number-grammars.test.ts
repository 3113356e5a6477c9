import { describe, expect, test } from 'bun:test';
import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as belgian } from 'n2words/fr-BE';
import { toCardinal as french } from 'n2words/fr-FR';
import { FRENCH_NUMBERS } from '../../formatting/languages/numbers/french.ts';
import { GERMAN_NUMBERS } from '../../formatting/languages/numbers/german.ts';
import type { NumberGrammar } from '../../formatting/languages/numbers/grammar.ts';
import { groupDigits } from '../../formatting/languages/numbers/numeral.ts';
import { onlyPiece, readRun } from '../../formatting/languages/numbers/run.ts';
import { SPANISH_NUMBERS } from '../../formatting/languages/numbers/spanish.ts';
import { tokenize } from '../../formatting/token.ts';
import { depth } from '../support/depth.ts';
import { format } from './format.ts';
import { random } from './support-random.ts';

const MILLION = 1_000_000;
/** The number of random numbers of a short run, besides the first thousand. */
const SAMPLES = 1_500;

/** Every integer to a million at full depth, otherwise the first thousand and a sample. */
function* integers(seed: number): Generator<number> {
  const all = depth(false, true);
  for (let value = 0; value <= (all ? MILLION : 1_000); value += 1) yield value;
  const next = random(seed);
  if (!all) for (let run = 0; run < SAMPLES; run += 1) yield Math.floor(next() * MILLION);
}

/** "Hundertzwanzig" for "einhundertzwanzig". */
const shortGerman = (value: number) => german(value).replace(/^ein(?=hundert|tausend)/u, '');
/** A space after each thousand and hundred, as some recognizers write. */
const partedGerman = (value: number) => german(value).replace(/(tausend|hundert)(?=.)/gu, '$1 ');
/** "Veintiún mil" for "veintiuno mil". */
const shortSpanish = (value: number) =>
  spanish(value)
    .replace(/veintiuno(?= mil)/u, 'veintiún')
    .replace(/uno(?= mil)/u, 'un');
const joinedFrench = (value: number) => french(value).replaceAll(' ', '-');
const looseFrench = (value: number) => french(value).replaceAll('-', ' ');
const swiss = (value: number) =>
  belgian(value)
    .replaceAll(/quatre-vingts?(?=-(?!dix|onze|dou|trei|quato|quin|sei))/gu, 'huitante')
    .replaceAll(/quatre-vingts?\b/gu, 'huitante');

const SPELLERS: readonly (readonly [string, NumberGrammar, (value: number) => string])[] = [
  ['Spanish', SPANISH_NUMBERS, spanish],
  ['Spanish, short forms', SPANISH_NUMBERS, shortSpanish],
  ['French', FRENCH_NUMBERS, french],
  ['French with all hyphens', FRENCH_NUMBERS, joinedFrench],
  ['French without hyphens', FRENCH_NUMBERS, looseFrench],
  ['Belgian French', FRENCH_NUMBERS, belgian],
  ['Swiss French', FRENCH_NUMBERS, swiss],
  ['German', GERMAN_NUMBERS, german],
  ['German, short forms', GERMAN_NUMBERS, shortGerman],
  ['German in parts', GERMAN_NUMBERS, partedGerman],
];

describe('readRun() reads what another library writes', () => {
  for (const [at, [name, grammar, say]] of SPELLERS.entries()) {
    test(
      `${name}: integers to a million`,
      () => {
        for (const value of integers(at)) {
          const spoken = say(value);
          const tokens = tokenize(spoken.toLowerCase());
          const read = onlyPiece(readRun(tokens, 0, grammar.cardinals));
          // Compared without a matcher, which would cost more than the reading.
          if (read?.value !== value || read.end !== tokens.length) expect.unreachable(`${spoken}: ${read?.value}`);
        }
      },
      depth(120_000, 600_000),
    );
  }

  test('German years in hundreds', () => {
    for (let year = 1_101; year <= 1_999; year += 1) {
      const spoken = `${german(Math.floor(year / 100))}hundert${year % 100 === 0 ? '' : german(year % 100)}`;
      expect({ spoken, value: onlyPiece(readRun(tokenize(spoken), 0, GERMAN_NUMBERS.cardinals))?.value }).toEqual({
        spoken,
        value: year,
      });
    }
  });
});

/** Sentences around a number, and how a number is written in them. */
interface Sentences {
  readonly language: string;
  readonly grammar: NumberGrammar;
  readonly say: (value: number) => string;
  readonly counted: (number: string) => string;
  readonly money: (number: string, coins?: string) => string;
  readonly price: (number: string, coins?: string) => string;
  readonly percent: (number: string) => string;
  readonly decimal: (whole: string, digits: string) => string;
  readonly shownDecimal: (number: string) => string;
  readonly time: (hour: string, minute: string) => string;
  readonly shownTime: (hour: string, minute: string) => string;
}

const LANGUAGES: readonly Sentences[] = [
  {
    language: 'es',
    grammar: SPANISH_NUMBERS,
    say: spanish,
    counted: (number) => `Hay ${number} cajas en el almacén.`,
    money: (number, coins) => `Pagamos ${number} euros${coins === undefined ? '' : ` con ${coins}`} por la mesa.`,
    price: (number, coins) => `Pagamos ${number}${coins === undefined ? '' : `,${coins}`} € por la mesa.`,
    percent: (number) => `Subió un ${number} por ciento en mayo.`,
    decimal: (whole, digits) => `Mide ${whole} coma ${digits} metros de largo.`,
    shownDecimal: (number) => `Mide ${number} metros de largo.`,
    time: (hour, minute) => `El tren sale a las ${hour} ${minute} del andén.`,
    shownTime: (hour, minute) => `El tren sale a las ${hour}:${minute} del andén.`,
  },
  {
    language: 'fr',
    grammar: FRENCH_NUMBERS,
    say: french,
    counted: (number) => `Il y a ${number} caisses dans la cave.`,
    money: (number, coins) => `La table a coûté ${number} euros${coins === undefined ? '' : ` ${coins}`} à Paul.`,
    price: (number, coins) => `La table a coûté ${number}${coins === undefined ? '' : `,${coins}`} € à Paul.`,
    percent: (number) => `Les ventes montent de ${number} pour cent en mai.`,
    decimal: (whole, digits) => `Elle mesure ${whole} virgule ${digits} mètres de long.`,
    shownDecimal: (number) => `Elle mesure ${number} mètres de long.`,
    time: (hour, minute) => `Le train part à ${hour} heures ${minute} du quai.`,
    shownTime: (hour, minute) => `Le train part à ${hour} h ${minute} du quai.`,
  },
  {
    language: 'de',
    grammar: GERMAN_NUMBERS,
    say: german,
    counted: (number) => `Wir haben ${number} Kisten im Keller.`,
    money: (number, coins) => `Der Tisch hat ${number} Euro${coins === undefined ? '' : ` ${coins}`} in Bonn gekostet.`,
    price: (number, coins) => `Der Tisch hat ${number}${coins === undefined ? '' : `,${coins}`} € in Bonn gekostet.`,
    percent: (number) => `Die Miete steigt um ${number} Prozent im Mai.`,
    decimal: (whole, digits) => `Das Brett ist ${whole} Komma ${digits} Meter lang.`,
    shownDecimal: (number) => `Das Brett ist ${number} Meter lang.`,
    time: (hour, minute) => `Der Zug fährt um ${hour} Uhr ${minute} ab.`,
    shownTime: (hour, minute) => `Der Zug fährt um ${hour}:${minute} Uhr ab.`,
  },
];

for (const each of LANGUAGES) {
  const { language, grammar, say } = each;
  const written = (text: string) => {
    const once = format(text, { language });
    expect(format(once, { language })).toBe(once);
    return once;
  };
  const values = [
    ...Array.from({ length: 190 }, (_, at) => at + 10),
    1_000,
    1_979,
    2_000,
    12_000,
    99_999,
    120_000,
    640_321,
  ];
  // "Treinta y una": the number one has a gender before a noun.
  const plain = values.filter((value) => value % 10 !== 1 || value % 100 === 11);

  describe(`writeNumbers() in ${language}`, () => {
    test('whole numbers of ten and more', () => {
      for (const value of plain) {
        if (value === 100 || value === 1_000) continue;
        expect(written(each.counted(say(value)))).toBe(each.counted(groupDigits(value, grammar)));
      }
    });

    test('small numbers, and a hundred or a thousand alone, stay in words', () => {
      for (const value of [2, 3, 4, 5, 6, 7, 8, 9, 100, 1_000]) {
        const text = each.counted(value < 10 ? say(value) : say(value).replace(/^ein/u, ''));
        expect(written(text)).toBe(text);
      }
    });

    test('money with and without coins', () => {
      for (const value of [2, 9, ...plain]) {
        expect(written(each.money(say(value)))).toBe(each.price(groupDigits(value, grammar)));
      }
      for (let coins = 10; coins < 100; coins += 1) {
        expect(written(each.money(say(47), say(coins)))).toBe(each.price('47', String(coins)));
      }
    });

    test('percentages', () => {
      for (const value of [2, 9, 100, ...plain]) {
        expect(written(each.percent(say(value)))).toBe(
          each.percent('#').replace(/# \S+(?: ci?ent[oa]?)?/u, `${groupDigits(value, grammar)} %`),
        );
      }
    });

    test('decimals', () => {
      for (const [whole, digits, said] of [
        [3, '5', say(5)],
        [0, '25', say(25)],
        [12, '05', `${say(0)} ${say(5)}`],
        [39, '142', [1, 4, 2].map((digit) => say(digit)).join(' ')],
      ] as const) {
        expect(written(each.decimal(say(whole), said))).toBe(each.shownDecimal(`${whole},${digits}`));
      }
    });

    test('times of day with minutes', () => {
      for (let hour = 2; hour <= 24; hour += 1) {
        for (let minute = 10; minute < 60; minute += depth(7, 1)) {
          const text = each.time(say(hour), say(minute));
          expect(written(text)).toBe(each.shownTime(String(hour), String(minute)));
        }
      }
    });
  });
}

describe('dates', () => {
  const MONTHS = {
    es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  };

  test('every day of a Spanish year', () => {
    for (const month of MONTHS.es) {
      for (let day = 1; day <= 31; day += 1) {
        expect(format(`llegó el ${spanish(day)} de ${month} de ${spanish(1_990 + day)}`, { language: 'es' })).toBe(
          `Llegó el ${day} de ${month} de ${1_990 + day}.`,
        );
      }
    }
  });

  test('every day of a French year', () => {
    for (const month of MONTHS.fr) {
      for (let day = 1; day <= 31; day += 1) {
        const said = day === 1 ? 'premier' : french(day);
        expect(format(`il arrive le ${said} ${month} ${french(1_990 + day)}`, { language: 'fr' })).toBe(
          `Il arrive le ${day === 1 ? '1er' : day} ${month} ${1_990 + day}.`,
        );
      }
    }
  });

  test('every day of a German year', () => {
    const stems = ['', 'erst', '', 'dritt', '', '', '', 'siebt', 'acht'];
    for (const month of MONTHS.de) {
      for (let day = 1; day <= 31; day += 1) {
        const said = `${stems[day] || `${german(day)}${day < 20 ? 't' : 'st'}`}en`;
        const text = format(`sie kommt am ${said} ${month} ${german(1_990 + day)} an`, { language: 'de' });
        expect(text).toBe(`Sie kommt am ${day}. ${month} ${1_990 + day} an.`);
        expect(format(text, { language: 'de' })).toBe(text);
      }
    }
  });
});

describe('random sequences of number words', () => {
  const WORDS = {
    es: 'uno una dos nueve diez once veinte treinta y cinco cien ciento doscientos mil millones de mayo a las la media cuarto coma punto euros con por ciento kilos el los varios menos cero , .',
    fr: "un une deux neuf dix onze vingt vingts quatre soixante et cent cents mille millions mai le premier heures virgule euros d'euros pour centimes kilos les années moins zéro - , .",
    de: 'ein eine eins zwei neun zehn elf zwanzig dreiundzwanzig hundert tausend Millionen dritten Mai am um Uhr halb nach vor Komma Euro Cent Prozent Kilo und bis oder null Schein , .',
  };
  for (const [language, words] of Object.entries(WORDS)) {
    test(`formatting twice changes nothing in ${language}`, () => {
      const next = random(31);
      const pieces = words.split(' ');
      for (let run = 0; run < depth(400, 20_000); run += 1) {
        const length = 2 + Math.floor(next() * 9);
        const text = Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join(' ');
        const once = format(text, { language });
        expect({ text, result: format(once, { language }) }).toEqual({ text, result: once });
      }
    }, 60_000);
  }
});
