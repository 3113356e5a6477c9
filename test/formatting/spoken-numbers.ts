const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** How somebody says numbers: "a hundred and five" or "one hundred five". */
export interface Style {
  readonly and: boolean;
  readonly article: boolean;
}

export const STYLES: readonly Style[] = [
  { and: false, article: false },
  { and: true, article: false },
  { and: false, article: true },
  { and: true, article: true },
];

/** Every number below a thousand, with "and" and without. */
const HUNDREDS = new Map(
  [true, false].map((and) => [and, Array.from({ length: 1_000 }, (_, at) => below1000(at, and))]),
);

/** A whole number below a billion in words, the way that `style` says it. */
export function sayNumber(value: number, style: Style): string {
  return wordsOfNumber(value, style).join(' ');
}

/** The words of {@link sayNumber}. */
export function wordsOfNumber(value: number, { and, article }: Style): string[] {
  if (value === 0) return ['zero'];
  const hundreds = HUNDREDS.get(and) ?? [];
  const words: string[] = [];
  const [millions, thousands, rest] = [Math.floor(value / 1_000_000), Math.floor(value / 1_000) % 1_000, value % 1_000];
  if (millions > 0) words.push(...(hundreds[millions] ?? []), 'million');
  if (thousands > 0) words.push(...(hundreds[thousands] ?? []), 'thousand');
  if (and && rest > 0 && rest < 100 && value >= 1_000) words.push('and');
  words.push(...(hundreds[rest] ?? []));
  if (article && words[0] === 'one' && words.length > 1) words[0] = 'a';
  return words;
}

function below1000(value: number, and: boolean): string[] {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const words = hundreds > 0 ? [DIGITS[hundreds] ?? '', 'hundred'] : [];
  if (hundreds > 0 && rest > 0 && and) words.push('and');
  return [...words, ...below100(rest)];
}

/** 1 to 99 as words; none for 0. */
export function below100(value: number): string[] {
  if (value === 0) return [];
  if (value < 10) return [DIGITS[value] ?? ''];
  if (value < 20) return [TEENS[value - 10] ?? ''];
  const digit = value % 10;
  return digit === 0 ? [TENS[Math.floor(value / 10)] ?? ''] : [TENS[Math.floor(value / 10)] ?? '', DIGITS[digit] ?? ''];
}

/** Digits one by one, with "oh" or "zero" for 0. */
export function sayDigits(digits: string, zero: string): string {
  return [...digits].map((digit) => (digit === '0' ? zero : (DIGITS[Number(digit)] ?? ''))).join(' ');
}

/** The ways in which a year is said: "nineteen oh five", "two thousand and eight", "twenty twenty six". */
export function sayYear(year: number): string[] {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const ways: string[] = [];
  const head = below100(century).join(' ');
  if (rest === 0 && year % 1_000 !== 0) ways.push(`${head} hundred`);
  if (rest > 0 && rest < 10) ways.push(`${head} oh ${below100(rest).join(' ')}`);
  if (rest >= 10) ways.push(`${head} ${below100(rest).join(' ')}`);
  if (century === 20) ways.push(...STYLES.slice(0, 2).map((style) => sayNumber(year, style)));
  return ways;
}
