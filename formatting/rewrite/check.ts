import type { Refusal } from '../types.ts';
import { hasNewAddress } from './addresses.ts';
import { findChange } from './changes.ts';
import { type CheckInput, type Compared, compare } from './compared.ts';
import { echoesDictionary, grows, hasAssistantPhrase, hasMarkup, hasOtherLanguage, leaks } from './inventions.ts';
import { losesQuestion, shrinks } from './losses.ts';

/** Longer texts are not rewritten, because the time of the comparison grows with the square of the length. */
export const MAX_REWRITE_LENGTH = 12_000;
/** The number of consecutive words of another field that count as a leak. */
const LEAK_WORDS = { context: 4, instructions: 3 };

type Check = readonly [Refusal, (input: Compared) => boolean];

/** Checks in order, so that the most specific reason is reported. */
const CHECKS: readonly Check[] = [
  ['empty', ({ words }) => words.length === 0],
  ['markup', hasMarkup],
  ['assistant_phrase', hasAssistantPhrase],
  ['new_address', ({ raw, draft, rewritten, dictionary }) => hasNewAddress(rewritten, [raw, draft, dictionary ?? ''])],
  ['question_lost', losesQuestion],
  ['instructions_leak', (input) => leaks(input, input.extraInstructions, LEAK_WORDS.instructions)],
  ['context_leak', (input) => leaks(input, input.context, LEAK_WORDS.context)],
  ['grew', grows],
  ['shrank', shrinks],
];

/** Reasons that are more specific than the first changed fact. */
const REASONS: readonly Check[] = [
  ['language_changed', hasOtherLanguage],
  ['dictionary_echo', echoesDictionary],
];

/**
 * The reason why a rewrite must not replace the result of the rules, or undefined. A rewrite is refused if it answers,
 * invents, translates, leaks, or changes a fact.
 */
export function findRefusal(input: CheckInput): Refusal | undefined {
  const compared = compare(input);
  const refused = CHECKS.find(([, isBad]) => isBad(compared))?.[0];
  if (refused !== undefined) return refused;
  const change = findChange(compared);
  return change === undefined ? undefined : (REASONS.find(([, isSo]) => isSo(compared))?.[0] ?? change);
}
