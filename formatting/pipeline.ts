import { isCommandLine } from './command-line.ts';
import { type Place, readContext } from './context.ts';
import { fitToCursor } from './cursor.ts';
import { keepNames, writeNames } from './dictionary/exact.ts';
import { recallNames } from './dictionary/fuzzy.ts';
import { parseDictionary } from './dictionary/parse.ts';
import { resolveLanguage } from './language.ts';
import { regularize } from './normalize.ts';
import { writeAddresses } from './passes/addresses.ts';
import { writeCapitals } from './passes/capitals.ts';
import { followCorrections } from './passes/corrections.ts';
import { writeEmoji } from './passes/emoji.ts';
import { openEndings, writeEndings } from './passes/endings.ts';
import { removeFillers } from './passes/fillers.ts';
import { writeIdentifiers } from './passes/identifiers.ts';
import { tidyBreaks, writeLayout } from './passes/layout.ts';
import { writeLists } from './passes/lists.ts';
import { tidyMarks } from './passes/marks.ts';
import { writeNumbers } from './passes/numbers.ts';
import { writeParagraphs } from './passes/paragraphs.ts';
import type { Pass, Scope } from './passes/pass.ts';
import { writeProperNames } from './passes/proper-names.ts';
import { writeQuotes } from './passes/quotes.ts';
import { collapseRepeats } from './passes/repeats.ts';
import { replaceItems } from './passes/replacements.ts';
import { writeSpokenMarks } from './passes/spoken-marks.ts';
import { join, type Token, tokenize } from './token.ts';
import type { FormatRequest } from './types.ts';

/**
 * The passes in their order. What is said about the text (commands, addresses, corrections) comes before how it is
 * written (numbers, names, capitals), and names by sound come after all that could be a command.
 */
export const PASSES: readonly Pass[] = [
  removeFillers,
  collapseRepeats,
  writeIdentifiers,
  writeAddresses,
  writeNames,
  writeEmoji,
  writeQuotes,
  writeSpokenMarks,
  writeLayout,
  followCorrections,
  replaceItems,
  writeLists,
  tidyMarks,
  tidyBreaks,
  writeNumbers,
  recallNames,
  writeProperNames,
  writeParagraphs,
  writeCapitals,
  writeEndings,
  openEndings,
];

/**
 * What one round writes may make sense of what was left (a number may end a list's marker), so rounds follow until
 * nothing changes: mostly one. The dictionary replaces in the first alone, as its own words are not for replacing.
 */
const AGAIN = PASSES.map((pass) => (pass === writeNames ? keepNames : pass));
const ROUNDS_MAX = 5;

/** What a rewrite goes through as well: nothing here reads commands. */
const FINISHING: readonly Pass[] = [keepNames, openEndings];

/** The fields of a request that the rules read. */
export type FormatInput = Omit<FormatRequest, 'extraInstructions' | 'signal'>;

/** Formats a text by rules alone: pure, linear in the length of the text, the same result every time. */
export function formatByRules(input: FormatInput): string {
  const { tokens, scope } = applyRules(input);
  return fitToCursor(tokens, scope.place, scope.language);
}

/** The text by rules, before it is fitted to the place that it goes to. */
export function formatDraft(input: FormatInput): string {
  return join(applyRules(input).tokens);
}

function applyRules(input: FormatInput): { readonly tokens: readonly Token[]; readonly scope: Scope } {
  const raw = regularize(input.text);
  const scope = scopeOf(raw, input);
  let tokens = run(PASSES, tokenize(raw), scope);
  let text = join(tokens);
  for (let round = 1; round < ROUNDS_MAX; round += 1) {
    tokens = run(AGAIN, tokenize(text), scope);
    const next = join(tokens);
    if (next === text) break;
    text = next;
  }
  return { tokens, scope };
}

/** Fits a text to its place: the dictionary's spelling, the end of a chat line, the case and space at the cursor. */
export function finishText(input: FormatInput): string {
  if (input.text === '') return '';
  const scope = scopeOf(input.text, input);
  return fitToCursor(run(FINISHING, tokenize(input.text), scope), scope.place, scope.language);
}

function scopeOf(text: string, { language, dictionary, context }: FormatInput): Scope {
  const place = placeOf(text, context);
  const resolved = resolveLanguage(text, language);
  // Commands and identifiers are English words, or look like those of any language.
  const code = place.kind === 'code' && !resolved.chosen && !resolved.english;
  return {
    language: code ? { code: 'en', english: true, certain: false, chosen: false } : resolved,
    dictionary: parseDictionary(dictionary),
    place,
  };
}

/** A line for a terminal is one wherever it goes, unless the context knows better. */
function placeOf(text: string, context: string | undefined): Place {
  const place = readContext(context);
  return place.kind === 'other' && isCommandLine(text) ? { ...place, kind: 'code' } : place;
}

function run(passes: readonly Pass[], tokens: readonly Token[], scope: Scope): readonly Token[] {
  return passes.reduce((current, pass) => pass(current, scope), tokens);
}
