import { readTypedAmount } from '../english/amounts.ts';
import { isMonth, readDayFirst, readMonthFirst, type WrittenDate } from '../english/calendar.ts';
import { readTyped } from '../english/identifiers.ts';
import { wholeOf } from '../english/number-context.ts';
import { mayBegin, readNumber } from '../english/number-reading.ts';
import { isOrdinalWord, readPhrase } from '../english/number-run.ts';
import { isNumberWord, SCALE_WORDS } from '../english/number-words.ts';
import { readSlashed } from '../english/slashed.ts';
import { numberGrammarOf } from '../languages/numbers/table.ts';
import { writeNumbersBy } from '../languages/numbers/write.ts';
import { append, type Token, token } from '../token.ts';
import type { Pass } from './pass.ts';

/** Spoken signs: "+44", "-5 degrees". */
const SIGNED: ReadonlyMap<string, string> = new Map([
  ['plus', '+'],
  ['minus', '-'],
  ['negative', '-'],
]);

const STARTS = new Set(['half', 'quarter', 'oh', 'double', 'triple', 'point', ...SIGNED.keys()]);
/** Words after "a" that start a number. */
const COUNTED = new Set(['hundred', 'quarter', ...SCALE_WORDS.keys()]);

/**
 * Writes numbers of ten and more, amounts, times, dates, years, telephone numbers and codes in digits. One to nine stay
 * words, and so does a phrase that is not understood as a whole.
 */
export const writeNumbers: Pass = (tokens, { language, place }) => {
  const inCode = place.kind === 'code';
  if (!language.english) {
    const grammar = inCode ? undefined : numberGrammarOf(language);
    return grammar === undefined ? tokens : writeNumbersBy(tokens, grammar);
  }
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const read = followsWords(out) ? undefined : readPlace(tokens, index, current, inCode);
    if (read === undefined) out.push(current);
    else append(out, read.written ?? tokens.slice(index, read.end));
    index = read?.end ?? index + 1;
  }
  return out;
};

/** Whether a sign joins the next number to one that stayed in words: "eighty eighty colon eighty". */
function followsWords(out: readonly Token[]): boolean {
  const sign = out.at(-1);
  return sign?.kind === 'mark' && sign.spoken && /^[:=@]$/u.test(sign.text) && isNumberWord(out.at(-2)?.key ?? '');
}

function readPlace(tokens: readonly Token[], index: number, current: Token, inCode: boolean): Read | undefined {
  if (/^\d/u.test(current.text)) {
    const amount = readTypedAmount(tokens, index);
    if (amount?.text !== undefined) return { written: toTokens(amount.text, current), end: amount.end };
  }
  if (inCode && isNumberWord(current.key) && isOptionDash(tokens, index)) return readOption(tokens, index);
  return startsPhrase(tokens, index) && mayBegin(tokens, index) ? readAt(tokens, index, current, inCode) : undefined;
}

/** Whether the token before is the spoken dash of an option. */
function isOptionDash(tokens: readonly Token[], index: number): boolean {
  const dash = tokens[index - 1];
  return dash?.text === '-' && dash.spoken && dash.spaced && tokens[index]?.spaced === false;
}

/** Reads the number of an option, also a small one: "kill dash nine". Undefined for several numbers. */
function readOption(tokens: readonly Token[], index: number): Read | undefined {
  const phrase = readPhrase(tokens, index);
  const whole = wholeOf(phrase?.pieces ?? []);
  if (phrase === undefined || whole === undefined || phrase.joined) return undefined;
  return { written: [token('atom', String(whole), false)], end: phrase.end };
}

/** Whether a word can start a number or date. Most words cannot, so this check comes first. */
function startsPhrase(tokens: readonly Token[], index: number): boolean {
  const key = tokens[index]?.key ?? '';
  if (key === 'a' || key === 'an') return COUNTED.has(tokens[index + 1]?.key ?? '');
  return isNumberWord(key) || STARTS.has(key) || isOrdinalWord(key) || isMonth(key) || /^\d$/u.test(key);
}

interface Read {
  /** Undefined if the tokens stay as they are. */
  readonly written: readonly Token[] | undefined;
  readonly end: number;
}

function readAt(tokens: readonly Token[], index: number, current: Token, inCode: boolean): Read | undefined {
  const dated = readMonthFirst(tokens, index);
  if (dated !== undefined) return { written: toDate(dated, current), end: dated.end };
  const sign = SIGNED.get(current.key);
  const start = sign === undefined ? index : index + 1;
  const slashed = sign === undefined ? readSlashed(tokens, index) : undefined;
  const phrase = slashed === undefined ? readPhrase(tokens, start) : undefined;
  const day = phrase === undefined || sign !== undefined ? undefined : readDayFirst(tokens, start, phrase);
  if (day !== undefined) return { written: toDate(day, current), end: day.end };
  const read = slashed ?? readTyped(tokens, start) ?? readNumber(tokens, start);
  if (read === undefined || (sign !== undefined && !read.text?.startsWith(sign))) return undefined;
  // Numbers in code have no commas: "port 8080".
  const text = inCode ? read.text?.replaceAll(',', '') : read.text;
  return { written: text === undefined ? undefined : toTokens(text, current), end: read.end };
}

/** One token per word ("$2 million" has two), as the next run will read them. */
function toTokens(text: string, first: Token): Token[] {
  return text.split(' ').map((part, at) => token(/\d/u.test(part) ? 'atom' : 'word', part, at > 0 || first.spaced));
}

function toDate({ month, day, year, dayFirst }: WrittenDate, first: Token): Token[] {
  const name = (spaced: boolean) => token('word', month, spaced);
  const number = (text: string | undefined, spaced = true) =>
    text === undefined ? [] : toTokens(text, token('atom', text, spaced));
  if (dayFirst) return [...number(day, first.spaced), token('word', 'of'), name(true), ...number(year)];
  const comma = day === undefined || year === undefined ? [] : [token('mark', ',', false, true)];
  return [name(first.spaced), ...number(day), ...comma, ...number(year)];
}
