import type { Refusal } from '../types.ts';
import { hasNewAddress } from './addresses.ts';
import { findChange } from './changes.ts';
import { type CheckInput, type Compared, compare } from './compared.ts';
import { echoesDictionary, grows, hasAssistantPhrase, hasMarkup, hasOtherLanguage, leaks } from './inventions.ts';
import { losesQuestion, shrinks } from './losses.ts';

/** Longer texts are not compared word by word, as time grows with the square. */
export const MAX_REWRITE_LENGTH = 12_000;
/** As many words in a row out of another field are no accident. */
const LEAK_WORDS = { context: 4, instructions: 3 };

type Check = readonly [Refusal, (input: Compared) => boolean];

/** In this order, so that the reason is the most telling one. */
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

/** What tells more of a text that says something else than the first change does. */
const REASONS: readonly Check[] = [
  ['language_changed', hasOtherLanguage],
  ['dictionary_echo', echoesDictionary],
];

/**
 * Why a rewrite must not replace the deterministic result; undefined when it may. It answers, invents, translates,
 * leaks, or changes a fact: whatever the model did, words that nobody dictated do not pass.
 */
export function findRefusal(input: CheckInput): Refusal | undefined {
  const compared = compare(input);
  const refused = CHECKS.find(([, isBad]) => isBad(compared))?.[0];
  if (refused !== undefined) return refused;
  const change = findChange(compared);
  return change === undefined ? undefined : (REASONS.find(([, isSo]) => isSo(compared))?.[0] ?? change);
}
