import type { Language } from '../language.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';
import type { Commands } from './types.ts';

const BY_CODE: ReadonlyMap<string, Commands> = new Map([
  ['es', SPANISH],
  ['fr', FRENCH],
  ['de', GERMAN],
]);

/** The commands of a language other than English. Undefined if it has none, or if the language is uncertain. */
export function commandsOf({ code, english, certain }: Language): Commands | undefined {
  return english || !certain || code === undefined ? undefined : BY_CODE.get(code);
}
