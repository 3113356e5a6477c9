import { NOUN_BEFORE } from '../english/spoken-marks.ts';
import { type Token, token, withSpace } from '../token.ts';
import { type Pass, phraseAt } from './pass.ts';

/** The maximum length of a quotation, which keeps the search linear. */
const MAX_WORDS = 40;
const CLOSINGS: readonly (readonly string[])[] = [['unquote'], ['end', 'quote'], ['close', 'quote']];
/** Words before "quote" that make it an offer or a citation. */
const NOUNS_BEFORE = new Set([
  'price',
  'famous',
  'get',
  'got',
  'insurance',
  'favorite',
  'favourite',
  'open',
  'begin',
  'end',
  'close',
]);

/** Writes the marks of "quote … unquote". "Quote" alone is a noun or a verb, and "quote unquote" stays. */
export const writeQuotes: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const found = opens(tokens, index) ? findClosing(tokens, index + 1) : undefined;
    const current = tokens[index];
    if (current === undefined) break;
    if (found === undefined) {
      out.push(current);
      index += 1;
      continue;
    }
    const inner = withoutPauses(tokens.slice(index + 1, found.start));
    out.push(token('mark', '"', true, true), ...inner.map((of, at) => (at === 0 ? withSpace(of, false) : of)));
    out.push(token('mark', '"', false, true));
    index = found.end;
  }
  return out;
};

function opens(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.key ?? '';
  return tokens[index]?.key === 'quote' && !NOUN_BEFORE.has(before) && !NOUNS_BEFORE.has(before);
}

function findClosing(tokens: readonly Token[], from: number): { start: number; end: number } | undefined {
  for (let at = from; at < Math.min(tokens.length, from + MAX_WORDS); at += 1) {
    if (tokens[at]?.kind === 'break') return undefined;
    const closing = CLOSINGS.find((words) => phraseAt(tokens, at, words));
    if (closing === undefined) continue;
    const words = tokens.slice(from, at).filter(({ kind }) => kind !== 'mark').length;
    return words > 0 ? { start: at, end: at + closing.length } : undefined;
  }
  return undefined;
}

/** Removes the recognizer's commas after "quote" and before "unquote". */
function withoutPauses(inner: readonly Token[]): readonly Token[] {
  const start = inner[0]?.text === ',' ? 1 : 0;
  const end = inner.at(-1)?.text === ',' ? inner.length - 1 : inner.length;
  return inner.slice(start, end);
}
