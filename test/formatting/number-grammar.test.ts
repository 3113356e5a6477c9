import { describe, expect, test } from 'bun:test';
import { toCardinal, toOrdinal } from 'n2words/en-US';
import { groupDigits, ordinal } from '../../formatting/english/number-words.ts';
import { depth } from '../support/depth.ts';
import { format } from './format.ts';
import { below100, STYLES, sayDigits, sayNumber, sayYear } from './spoken-numbers.ts';

/**
 * The step through a range of numbers: each number at full depth, otherwise a step that shares no factor with ten or
 * sixty and so meets every rule.
 */
const STEP = depth(7, 1);

/** The text of a sentence around a spoken phrase, without what was around it. */
function written(before: string, spoken: string, after: string): string {
  const text = format(`${before} ${spoken} ${after}`, { language: 'en' });
  const [head, tail] = [`${before.charAt(0).toUpperCase()}${before.slice(1)} `, ` ${after}.`];
  expect({ spoken, text }).toEqual({ spoken, text: expect.stringMatching(new RegExp(`^${head}.*${tail}$`, 'u')) });
  return text.slice(head.length, text.length - tail.length);
}

/** Numbers that meet every rule: small ones, then steps that share no factor with powers of ten. */
function* someNumbers(from: number, to: number, step: number): Generator<number> {
  for (let value = from; value <= to; value += value < 110 ? 1 : value < 2_200 ? 17 * STEP : step) yield value;
}

describe('writeNumbers() writes what was said', () => {
  test('whole numbers from ten to a million, in every form', () => {
    for (const value of someNumbers(10, 1_000_000, 7_919 * STEP)) {
      for (const style of STYLES) {
        if (style.article && /^a (?:hundred|thousand|million)$/u.test(sayNumber(value, style))) continue;
        const text = written('they sold', sayNumber(value, style), 'tickets');
        expect({ value, text }).toEqual({ value, text: groupDigits(value) });
      }
    }
  });

  test('numbers with hyphens as a recognizer writes them', () => {
    for (const value of someNumbers(10, 99_999, 997 * STEP)) {
      const text = written('they sold', toCardinal(value), 'tickets');
      expect({ value, text }).toEqual({ value, text: groupDigits(value) });
    }
  });

  test('ordinals from tenth to two thousandth', () => {
    for (let value = 10; value <= 2_000; value += STEP) {
      const spoken = toOrdinal(value).replaceAll('-', ' ');
      // "The thirty second" is a length of time or an ordinal.
      if (value % 10 === 2 && value % 100 !== 12) continue;
      expect({ value, text: written('this was the', spoken, 'customer') }).toEqual({ value, text: ordinal(value) });
    }
  });

  test('years from 1500 to 2099, in every form', () => {
    for (let year = 1_500; year <= 2_099; year += STEP) {
      if (year === 2_000) continue;
      for (const spoken of sayYear(year)) {
        expect({ spoken, text: written('we moved here in', spoken, 'and stayed') }).toEqual({
          spoken,
          text: String(year),
        });
      }
    }
  });

  test('decades from the 1510s to the 2090s', () => {
    const decades = [
      'tens',
      'twenties',
      'thirties',
      'forties',
      'fifties',
      'sixties',
      'seventies',
      'eighties',
      'nineties',
    ];
    for (let century = 15; century <= 20; century += 1) {
      for (const [at, word] of decades.entries()) {
        const text = written('music of the', `${below100(century).join(' ')} ${word}`, 'was good');
        expect(text).toBe(`${century}${at + 1}0s`);
      }
    }
  });

  const MONEY: readonly (readonly [string, (amount: string) => string])[] = [
    ['dollars', (amount) => `$${amount}`],
    ['euros', (amount) => `€${amount}`],
    ['pounds sterling', (amount) => `£${amount}`],
    ['yen', (amount) => `¥${amount}`],
    ['rupees', (amount) => `₹${amount}`],
    ['francs', (amount) => `${amount} francs`],
    ['pesos', (amount) => `${amount} pesos`],
    ['yuan', (amount) => `${amount} yuan`],
  ];
  for (const [currency, show] of MONEY) {
    test(`whole and decimal amounts in ${currency}`, () => {
      for (const value of someNumbers(2, 999_999, 34_567 * STEP)) {
        for (const style of STYLES) {
          const spoken = sayNumber(value, style);
          // "A hundred yen" is about that much.
          if (/^a (?:hundred|thousand)$/u.test(spoken)) continue;
          expect(written('the house costs', `${spoken} ${currency}`, 'more')).toBe(show(groupDigits(value)));
        }
      }
      for (const digits of ['25', '05', '75']) {
        const text = written('the house costs', `three point ${sayDigits(digits, 'oh')} million ${currency}`, 'more');
        expect(text).toBe(show(`3.${digits} million`));
      }
    });
  }

  test('coins after dollars, euros and pounds', () => {
    for (let cents = 1; cents <= 99; cents += STEP) {
      const small = below100(cents).join(' ');
      const two = String(cents).padStart(2, '0');
      expect(written('lunch was', `twelve dollars and ${small} cents`, 'each')).toBe(`$12.${two}`);
      expect(written('lunch was', `one hundred euros ${small} cents`, 'each')).toBe(`€100.${two}`);
      expect(written('lunch was', `four pounds and ${small} pence`, 'each')).toBe(`£4.${two}`);
      if (cents >= 10) expect(written('lunch was', `four dollars ${small}`, 'for me')).toBe(`$4.${two}`);
    }
  });

  test('percentages, whole and with a point', () => {
    for (let value = 0; value <= 1_000; value += 7 * STEP) {
      for (const style of STYLES) {
        const spoken = sayNumber(value, style);
        expect(written('it grew by', `${spoken} percent`, 'in May')).toBe(`${groupDigits(value)}%`);
        if (!spoken.startsWith('a ')) {
          expect(written('it grew by', `${spoken} point two five per cent`, 'in May')).toBe(
            `${groupDigits(value)}.25%`,
          );
        }
      }
    }
  });

  test('the minutes of twelve hours, in every form', () => {
    for (let hour = 1; hour <= 12; hour += 1) {
      const head = below100(hour).join(' ');
      for (const [half, text] of [
        ['am', 'AM'],
        ['pm', 'PM'],
        ['a m', 'AM'],
        ['p m', 'PM'],
      ] as const) {
        expect(written('we leave at', `${head} ${half}`, 'tomorrow')).toBe(`${hour} ${text}`);
        for (let minute = 1; minute < 60; minute += STEP) {
          const tail = minute < 10 ? `oh ${below100(minute).join(' ')}` : below100(minute).join(' ');
          const clock = `${hour}:${String(minute).padStart(2, '0')}`;
          expect(written('we leave at', `${head} ${tail} ${half}`, 'tomorrow')).toBe(`${clock} ${text}`);
          if (half === 'am') expect(written('we leave at', `${head} ${tail}`, 'tomorrow')).toBe(clock);
        }
      }
    }
  });

  test('quarters, halves and minutes past and to every hour', () => {
    const ways: readonly (readonly [string, number])[] = [
      ['quarter past', 15],
      ['a quarter past', 15],
      ['half past', 30],
      ['five past', 5],
      ['twenty five minutes past', 25],
      ['a quarter to', -15],
      ['quarter to', -15],
      ['ten minutes to', -10],
      ['twenty to', -20],
    ];
    for (const [way, minutes] of ways) {
      for (let hour = 1; hour <= 12; hour += 1) {
        const [shown, minute] = minutes > 0 ? [hour, minutes] : [((hour + 10) % 12) + 1, 60 + minutes];
        const clock = `${shown}:${String(minute).padStart(2, '0')}`;
        const spoken = `${way} ${below100(hour).join(' ')}`;
        expect(written('we leave at', spoken, 'tomorrow')).toBe(clock);
        if (hour < 12) expect(written('we leave at', `${spoken} pm`, 'tomorrow')).toBe(`${clock} PM`);
      }
    }
  });

  test('every unit with numbers of all sizes', () => {
    for (const unit of [
      'kilometers',
      'miles',
      'degrees',
      'square feet',
      'gigabytes',
      'milligrams',
      'liters',
      'mph',
      'volts',
    ]) {
      for (const value of [2, 9, 10, 12, 25, 100, 105, 250, 999, 1_000, 1_250, 12_500, 100_001]) {
        for (const style of STYLES.slice(0, 2)) {
          expect(written('it has', `${sayNumber(value, style)} ${unit}`, 'left')).toBe(`${groupDigits(value)} ${unit}`);
        }
      }
    }
  });

  test('dates of every month and day, with and without a year', () => {
    const months = 'January February March April May June July August September October November December'.split(' ');
    for (const month of months) {
      for (let day = 1; day <= 31; day += depth(3, 1)) {
        const spoken = toOrdinal(day).replaceAll('-', ' ');
        const name = month.toLowerCase();
        expect(written('we met on', `${name} ${spoken}`, 'at home')).toBe(`${month} ${day}`);
        expect(written('we met on', `${name} ${spoken} twenty twenty six`, 'at home')).toBe(`${month} ${day}, 2026`);
        expect(written('we met on', `${name} ${spoken} nineteen oh five`, 'at home')).toBe(`${month} ${day}, 1905`);
        // "The Fourth of July" is a holiday.
        const dayOf = name === 'july' && day === 4 ? 'fourth' : ordinal(day);
        expect(written('we met on', `the ${spoken} of ${name}`, 'at home')).toBe(`the ${dayOf} of ${month}`);
        const slashed = `${below100(months.indexOf(month) + 1).join(' ')} slash ${below100(day).join(' ')} slash twenty twenty four`;
        expect(written('we met on', slashed, 'at home')).toBe(`${months.indexOf(month) + 1}/${day}/2024`);
      }
    }
  });

  test('digits that are said one by one, with every way to say zero', () => {
    for (const digits of ['4404', '90210', '8675309', '2125550199', '00442079460958']) {
      for (const zero of ['oh', 'zero']) {
        if (zero === 'oh' && digits.startsWith('00')) continue;
        expect(written('the code is', sayDigits(digits, zero), 'please')).toBe(digits);
      }
      if (digits.length > 4)
        expect(written('please call', `plus ${sayDigits(`44${digits}`, 'zero')}`, 'today')).toBe(`+44${digits}`);
    }
  });
});

describe('writeNumbers() leaves a phrase that is not understood as it was said, all of it', () => {
  for (const text of [
    'Half a million people came to see it.',
    'Several hundred dollars were missing from it.',
    'We had two or three hundred people there.',
    'I bought twenty five thirty times before.',
    'They sold a million two of them.',
    'I need two thousand and three hundred of them.',
    'Give me a dollar fifty for the bus.',
    'A million dollar question came up again.',
    'Ten thirty second clips are enough for it.',
    'At this point five percent is fine with us.',
    'About a hundred people came to the party.',
    'Two thirds of them and three quarters of us left.',
    'Take one two three four hundred of them.',
    'It is five eleven twenty thirty as they say.',
  ]) {
    test(JSON.stringify(text), () => {
      expect(format(text.charAt(0).toLowerCase() + text.slice(1), { language: 'en' })).toBe(text);
    });
  }
});
