import type { Refusal } from '../types.ts';
import { hasNewAddress } from './addresses.ts';
import { type CheckInput, type Compared, compare } from './compared.ts';
import {
  echoesDictionary,
  grows,
  hasAssistantPhrase,
  hasMarkup,
  hasNewName,
  hasNewNumber,
  hasNewWords,
  hasOtherLanguage,
  leaks,
} from './inventions.ts';
import { changesNegation, isReordered, losesNumber, losesQuestion, losesWords, shrinks } from './losses.ts';

/** Longer texts are not compared word by word, as time grows with the square. */
export const REWRITE_MAX_LENGTH = 12_000;
/** As many words in a row out of another field are no accident. */
const LEAK_WORDS = { context: 4, instructions: 3 };

type Check = readonly [Refusal, (input: Compared) => boolean];

/** In this order, so that the reason is the most telling one. */
const CHECKS: readonly Check[] = [
  ['empty', ({ words }) => words.length === 0],
  ['markup', hasMarkup],
  ['assistant_phrase', hasAssistantPhrase],
  ['new_address', ({ raw, draft, rewritten, dictionary }) => hasNewAddress(rewritten, [raw, draft, dictionary ?? ''])],
  ['language_changed', hasOtherLanguage],
  ['question_lost', losesQuestion],
  ['new_number', hasNewNumber],
  ['lost_number', losesNumber],
  ['negation_changed', changesNegation],
  ['instructions_leak', (input) => leaks(input, input.extraInstructions, LEAK_WORDS.instructions)],
  ['context_leak', (input) => leaks(input, input.context, LEAK_WORDS.context)],
  ['dictionary_echo', echoesDictionary],
  ['new_name', hasNewName],
  ['new_words', hasNewWords],
  ['grew', grows],
  ['shrank', shrinks],
  ['lost_words', losesWords],
  ['reordered', isReordered],
];

/**
 * Why a rewrite must not replace the deterministic result; undefined when it may. It answers, invents, translates,
 * leaks, or loses what was said: whatever the model did, words that nobody dictated do not pass.
 */
export function findRefusal(input: CheckInput): Refusal | undefined {
  const compared = compare(input);
  return CHECKS.find(([, isBad]) => isBad(compared))?.[0];
}
