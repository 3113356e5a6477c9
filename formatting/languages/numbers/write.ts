import { mayBegin } from '../../english/number-reading.ts';
import { append, type Token, token } from '../../token.ts';
import { readAmounts } from './amounts.ts';
import { readClock } from './clock.ts';
import { readDate } from './dates.ts';
import type { NumberGrammar } from './grammar.ts';
import { readRun } from './run.ts';
import { readDigits } from './telephone.ts';

/**
 * Writes numbers of ten and more, amounts, times, dates and telephone numbers in digits, by the grammar of a language.
 * A phrase that is not understood as a whole stays in words.
 */
export function writeNumbersBy(tokens: readonly Token[], grammar: NumberGrammar): readonly Token[] {
  const { cardinals, dates } = grammar;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const isNumber = cardinals.split(current.key) !== undefined;
    const starts = isNumber || dates.ordinals.has(current.key);
    const date = starts && mayBegin(tokens, index) ? readDate(tokens, index, grammar) : undefined;
    if (date !== undefined) {
      append(out, date.tokens);
      index = date.end;
      continue;
    }
    const read = isNumber && mayBegin(tokens, index) ? readQuantity(tokens, index, grammar) : undefined;
    if (read === undefined) out.push(current);
    else append(out, read.text === undefined ? tokens.slice(index, read.end) : toTokens(read.text, current));
    index = read?.end ?? index + 1;
  }
  return out;
}

function readQuantity(tokens: readonly Token[], index: number, grammar: NumberGrammar) {
  if (isArticle(tokens, index, grammar)) return undefined;
  return readDigits(tokens, index, grammar) ?? readClock(tokens, index, grammar) ?? readAmounts(tokens, index, grammar);
}

/** One token per word, as the next run will read them: "12,50 €" has two. */
function toTokens(text: string, first: Token): Token[] {
  return text.split(' ').map((part, at) => token(kindOf(part), part, at > 0 || first.spaced));
}

function kindOf(part: string) {
  if (/\d/u.test(part)) return 'atom';
  return /^\p{L}/u.test(part) ? 'word' : 'mark';
}

/** Whether "un" is the article of the next number: "un doce por ciento". */
function isArticle(tokens: readonly Token[], index: number, { cardinals, articles }: NumberGrammar): boolean {
  const first = readRun(tokens, index, cardinals)?.pieces;
  return (
    first !== undefined && first.length > 1 && first[0]?.end === index + 1 && articles.has(tokens[index]?.key ?? '')
  );
}
