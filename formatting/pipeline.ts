import { isCommandLine } from './command-line.ts';
import { type Place, readContext } from './context.ts';
import { fitToCursor } from './cursor.ts';
import { keepNames, writeNames } from './dictionary/exact.ts';
import { matchNames } from './dictionary/fuzzy.ts';
import { parseDictionary } from './dictionary/parse.ts';
import { resolveLanguage } from './language.ts';
import { normalizeAfterCursor } from './normalize.ts';
import { writeAddresses } from './passes/addresses.ts';
import { writeCapitals } from './passes/capitals.ts';
import { writeCodes } from './passes/codes.ts';
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
 * The passes in order. Commands, addresses and corrections come before numbers, names and capitals. Names are matched
 * by sound only after every command has been read.
 */
export const PASSES: readonly Pass[] = [
  removeFillers,
  collapseRepeats,
  writeIdentifiers,
  writeCodes,
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
  matchNames,
  writeProperNames,
  writeParagraphs,
  writeCapitals,
  writeEndings,
  openEndings,
];

/**
 * The passes of the second and later runs. One run may let the next one match more, so the passes run until the text
 * stays the same, mostly twice. Only the first run applies the dictionary's replacements: their result is final.
 */
const RERUN_PASSES = PASSES.map((pass) => (pass === writeNames ? keepNames : pass));
const MAX_RUNS = 5;

/** The passes for a rewrite. None of them reads commands. */
const FINISHING: readonly Pass[] = [keepNames, openEndings];

/** The fields of a request that the rules read. */
export type FormatInput = Omit<FormatRequest, 'extraInstructions' | 'signal'>;

/** Formats a text by rules alone: pure, deterministic, in time linear in the length of the text. */
export function formatByRules(input: FormatInput): string {
  const { tokens, scope } = applyRules(input);
  return fitToCursor(tokens, scope.place, scope.language);
}

/** Formats a text by rules, without fitting it to the cursor: the draft that a rewrite starts from. */
export function formatDraft(input: FormatInput): string {
  return join(applyRules(input).tokens);
}

function applyRules(input: FormatInput): { readonly tokens: readonly Token[]; readonly scope: Scope } {
  const raw = normalizeAfterCursor(input.text);
  const scope = scopeOf(raw, input);
  let tokens = run(PASSES, tokenize(raw), scope);
  let text = join(tokens);
  for (let runs = 1; runs < MAX_RUNS; runs += 1) {
    tokens = run(RERUN_PASSES, tokenize(text), scope);
    const next = join(tokens);
    if (next === text) break;
    text = next;
  }
  return { tokens, scope };
}

/** Finishes a rewrite: the dictionary's spelling, the end of a chat line, case and spacing at the cursor. */
export function finishText(input: FormatInput): string {
  if (input.text === '') return '';
  const scope = scopeOf(input.text, input);
  return fitToCursor(run(FINISHING, tokenize(input.text), scope), scope.place, scope.language);
}

function scopeOf(text: string, { language, dictionary, context }: FormatInput): Scope {
  const place = placeOf(text, context);
  const resolved = resolveLanguage(text, language);
  // Commands and identifiers are English words, or look like words of any language.
  const code = place.kind === 'code' && !resolved.chosen && !resolved.english;
  return {
    language: code ? { code: 'en', english: true, certain: false, chosen: false } : resolved,
    dictionary: parseDictionary(dictionary),
    place,
  };
}

/** Treats a shell command as code, unless the context names another kind of field. */
function placeOf(text: string, context: string | undefined): Place {
  const place = readContext(context);
  return place.kind === 'other' && isCommandLine(text) ? { ...place, kind: 'code' } : place;
}

function run(passes: readonly Pass[], tokens: readonly Token[], scope: Scope): readonly Token[] {
  return passes.reduce((current, pass) => pass(current, scope), tokens);
}
