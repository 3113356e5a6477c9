import { readContext } from './context.ts';
import { fitToCursor } from './cursor.ts';
import { writeNames } from './dictionary/exact.ts';
import { recallNames } from './dictionary/fuzzy.ts';
import { parseDictionary } from './dictionary/parse.ts';
import { resolveLanguage } from './language.ts';
import { normalizeText } from './normalize.ts';
import { writeAddresses } from './passes/addresses.ts';
import { writeCapitals } from './passes/capitals.ts';
import { followCorrections } from './passes/corrections.ts';
import { writeDates } from './passes/dates.ts';
import { joinDigits } from './passes/digits.ts';
import { writeEndings } from './passes/endings.ts';
import { removeFillers } from './passes/fillers.ts';
import { writeLayout } from './passes/layout.ts';
import { writeLists } from './passes/lists.ts';
import { tidyMarks } from './passes/marks.ts';
import { writeNumbers } from './passes/numbers.ts';
import { writeParagraphs } from './passes/paragraphs.ts';
import type { Pass, Scope } from './passes/pass.ts';
import { collapseRepeats } from './passes/repeats.ts';
import { replaceItems } from './passes/replacements.ts';
import { writeSpokenMarks } from './passes/spoken-marks.ts';
import { type Token, tokenize } from './token.ts';
import type { FormatRequest } from './types.ts';

/**
 * The passes in their order. What is said about the text (commands, addresses, corrections) comes before how it is
 * written (numbers, names, capitals), and names by sound come after all that could be a command.
 */
export const PASSES: readonly Pass[] = [
  removeFillers,
  collapseRepeats,
  writeAddresses,
  writeNames,
  writeSpokenMarks,
  writeLayout,
  followCorrections,
  replaceItems,
  writeLists,
  joinDigits,
  writeDates,
  writeNumbers,
  recallNames,
  tidyMarks,
  writeParagraphs,
  writeCapitals,
  writeEndings,
];

/** What the deterministic formatter needs of a request. */
export type FormatInput = Pick<FormatRequest, 'text' | 'language' | 'dictionary' | 'context'>;

/** Formats a text by rules alone: pure, linear in the length of the text, the same result every time. */
export function formatByRules({ text, language, dictionary, context }: FormatInput): string {
  const raw = normalizeText(text);
  if (raw === '') return '';
  const scope: Scope = {
    language: resolveLanguage(raw, language),
    dictionary: parseDictionary(dictionary),
    place: readContext(context),
  };
  const tokens = PASSES.reduce<readonly Token[]>((current, pass) => pass(current, scope), tokenize(raw));
  return fitToCursor(tokens, scope.place, scope.language);
}
