import { readCardinal, readOrdinal, readYear, type Spoken } from '../english/number-grammar.ts';
import { ordinal } from '../english/number-words.ts';
import { keyOf, type Token, token } from '../token.ts';
import { endsPhrase, type Pass, startsLine } from './pass.ts';

const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
);
/** Months that are also verbs need a sign of a date before them. */
const VERBS = new Set(['march', 'may']);
const DATE_BEFORE = new Set(
  'on by of until till since before after from to and is in the dated due between this next last was through'.split(
    ' ',
  ),
);
/** What may follow a day that was said as a cardinal: "january fifteen at noon". */
const AFTER_DAY = new Set(
  'at from to until till and or in for is was we i with through because so but if when'.split(' '),
);

/**
 * Writes dates: "january fifteenth twenty twenty six" is "January 15, 2026", "the third of may" is "the 3rd of May".
 */
export const writeDates: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const date = readMonthFirst(tokens, index) ?? readDayFirst(tokens, index);
    const current = tokens[index];
    if (date !== undefined) {
      out.push(...date.written);
      index = date.end;
    } else {
      if (current !== undefined) out.push(current);
      index += 1;
    }
  }
  return out;
};

interface Written {
  readonly written: readonly Token[];
  readonly end: number;
}

function readMonthFirst(tokens: readonly Token[], start: number): Written | undefined {
  const month = tokens[start];
  if (month?.kind !== 'word' || !MONTHS.has(month.key)) return undefined;
  const ordinalDay = readOrdinal(tokens, start + 1);
  const day = ordinalDay ?? readCardinal(tokens, start + 1);
  if (day === undefined || day.value < 1 || day.value > 31) return undefined;
  const year = readYearAfter(tokens, day.end);
  const before = tokens[start - 1];
  const dated = startsLine(tokens, start) || before?.kind === 'mark' || DATE_BEFORE.has(before?.key ?? '');
  if (VERBS.has(month.key) && year === undefined && (!dated || tokens[day.end]?.key === 'of')) return undefined;
  const closes = endsPhrase(tokens, day.end) || AFTER_DAY.has(tokens[day.end]?.key ?? '');
  if (ordinalDay === undefined && year === undefined && !closes) return undefined;
  // "march twenty" may begin "march twenty twenty six": a month and its year.
  if (ordinalDay === undefined && readYear(tokens, start + 1) !== undefined) return undefined;
  const written = [token('word', capital(month), month.spaced), token('atom', String(day.value))];
  if (year === undefined) return { written, end: day.end };
  return { written: [...written, token('mark', ',', false, true), token('atom', String(year.value))], end: year.end };
}

function readDayFirst(tokens: readonly Token[], start: number): Written | undefined {
  const day = readOrdinal(tokens, start);
  if (day === undefined || day.value > 31 || tokens[day.end]?.key !== 'of') return undefined;
  const month = tokens[day.end + 1];
  if (month?.kind !== 'word' || !MONTHS.has(month.key)) return undefined;
  if (tokens[start - 1]?.key === 'a') return undefined;
  const year = readYearAfter(tokens, day.end + 2);
  const written = [
    token('atom', ordinal(day.value), tokens[start]?.spaced),
    token('word', 'of'),
    token('word', capital(month)),
  ];
  if (year === undefined) return { written, end: day.end + 2 };
  return { written: [...written, token('atom', String(year.value))], end: year.end };
}

/** The year may stand after the recognizer's comma. */
function readYearAfter(tokens: readonly Token[], start: number): Spoken | undefined {
  return readYear(tokens, tokens[start]?.text === ',' ? start + 1 : start);
}

function capital(month: Token): string {
  return `${keyOf(month.text).charAt(0).toUpperCase()}${month.text.slice(1)}`;
}
