import { isNumberWord } from '../english/number-words.ts';
import type { SpokenMark } from '../english/spoken-marks.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isOptionNumber } from './code-marks.ts';

/** Words before the name of a sign that is not meant. */
const MENTIONING = wordSet('the this that an another every each no');
/** Words before "a" that show talk about code: "don't use a dash". In code "a" is also a name: "a dot length". */
const TALKING = wordSet(
  'use using used uses with without add adds added put puts insert is are was has have had need needs want wants type typed write writes in like and or include includes contain contains not than as be for forget missing remove replace by start starts end ends after before means',
);
/** Names of marks of prose, which no path contains. */
const PROSE_NAMES = wordSet('comma period colon semicolon exclamation question');
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Whether a name in code stays a word: after an article, as in "the dash in the name is there for a reason". */
export function isMentioned(tokens: readonly Token[], end: number, out: readonly Token[]): boolean {
  const before = out.at(-1);
  // "Dash capital i" is an option whose letter is not understood.
  if (tokens[end]?.key === 'capital') return true;
  if (before?.spaced !== true) return false;
  if (before.key === 'a') return out.at(-2)?.kind === 'word' && TALKING.has(out.at(-2)?.key ?? '');
  return MENTIONING.has(before.key) && tokens[end]?.kind === 'word';
}

/**
 * Whether the words around a name in code show nothing that could be typed: "fix slash comma handling", "one comma five p",
 * "head tilde three", "version dash two". "Head dash twenty" has an option.
 */
export function isWordInCode(
  named: SpokenMark,
  tokens: readonly Token[],
  index: number,
  out: readonly Token[],
): boolean {
  const end = index + named.words.length;
  const [before, next] = [out.at(-1), tokens[end]];
  const numbered = isNumberWord(next?.key ?? '');
  switch (named.mark) {
    case '/':
      return next?.spaced === true && PROSE_NAMES.has(next.key);
    case '~':
      return numbered;
    case '-':
    case '–':
      return numbered && !isOptionNumber(out);
    case ',':
      if (before?.key === 'slash') return true;
      return numbered && isNumberWord(before?.key ?? '') && !isInBrackets(out);
    default:
      return before?.key === 'slash' && PROSE_NAMES.has(named.words[0] ?? '');
  }
}

function isInBrackets(out: readonly Token[]): boolean {
  const at = out.findLastIndex(({ text }) => OPENING.has(text) || CLOSING.has(text));
  return OPENING.has(out[at]?.text ?? '');
}
