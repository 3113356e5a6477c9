import type { Language } from '../../language.ts';
import { FRENCH_NUMBERS } from './french.ts';
import { GERMAN_NUMBERS } from './german.ts';
import type { NumberGrammar } from './grammar.ts';
import { SPANISH_NUMBERS } from './spanish.ts';

const BY_CODE: ReadonlyMap<string, NumberGrammar> = new Map([
  ['es', SPANISH_NUMBERS],
  ['fr', FRENCH_NUMBERS],
  ['de', GERMAN_NUMBERS],
]);

/** The number grammar of a language other than English. Undefined if it has none, or if the language is uncertain. */
export function numberGrammarOf({ code, english, certain }: Language): NumberGrammar | undefined {
  return english || !certain ? undefined : BY_CODE.get(code ?? '');
}
