import type { Token } from '../token.ts';
import { endsPhrase, isTerminal } from './pass.ts';

/** The number of tokens before a bare number in which a round one is looked for. */
const REACH = 12;
/** A round number in digits, or its last group after a space. */
const ROUND_DIGITS = /^(?:\p{Sc}?\d[\d,.]{0,30}[,.])?000$/u;

/**
 * Whether a bare round number precedes a number in its sentence, so that the number may stand for thousands or millions:
 * "their offer was ten thousand, ours was twelve".
 * @param isRound whether a word ends a round number
 */
export function followsRound(tokens: readonly Token[], start: number, isRound: (key: string) => boolean): boolean {
  for (let at = start - 1; at >= Math.max(0, start - REACH) && !isTerminal(tokens[at]); at -= 1) {
    const of = tokens[at];
    const round = isRound(of?.key ?? '') || ROUND_DIGITS.test(of?.text ?? '');
    if (round && endsPhrase(tokens, at + 1)) return true;
  }
  return false;
}
