import { ANYWHERE } from '../context.ts';
import { NO_DICTIONARY } from '../dictionary/parse.ts';
import { resolveLanguage } from '../language.ts';
import { normalizeText } from '../normalize.ts';
import { writeCapitals } from '../passes/capitals.ts';
import { removeFillers } from '../passes/fillers.ts';
import { tidyMarks } from '../passes/marks.ts';
import type { Pass } from '../passes/pass.ts';
import { writeProperNames } from '../passes/proper-names.ts';
import { collapseRepeats } from '../passes/repeats.ts';
import { join, type Token, tokenize } from '../token.ts';
import type { NoteDescription } from '../types.ts';
import { withoutLabels } from './labels.ts';
import { findPhrases } from './phrases.ts';
import { summarize } from './summary.ts';
import { findTags } from './tags.ts';
import { readText } from './text.ts';
import { findTitle } from './title.ts';

/** The passes that remove hesitations and stutters. They change no other word. */
const CLEANING: readonly Pass[] = [removeFillers, collapseRepeats, tidyMarks, writeProperNames, writeCapitals];

/** The description of a note from its own words. */
export interface Extraction {
  /** The transcript without hesitations and stutters. */
  readonly cleaned: string;
  readonly description: NoteDescription;
}

/** Describes a note by its own words alone: the description contains nothing that was not said. */
export function extractDescription({
  transcript,
  hint,
  userTags,
}: {
  readonly transcript: string;
  /** The language, if known. */
  readonly hint: string | undefined;
  readonly userTags: readonly string[];
}): Extraction {
  const cleaned = cleanTranscript(transcript, hint);
  return { cleaned, description: describeCleaned(cleaned, hint, userTags) };
}

function describeCleaned(cleaned: string, hint: string | undefined, userTags: readonly string[]): NoteDescription {
  const language = resolveLanguage(cleaned, hint).code ?? 'en';
  const sentences = readText(withoutLabels(cleaned), language);
  if (!sentences.some(({ words }) => words.length > 0)) return { title: null, summary: null, tags: [] };
  const phrases = findPhrases(sentences, language);
  const title = findTitle(sentences, phrases, language);
  return {
    title: title ?? null,
    summary: summarize(sentences, phrases, language) ?? null,
    tags: findTags(sentences, phrases, userTags, language, title),
  };
}

/** Removes hesitations and stutters, and writes capitals. */
function cleanTranscript(transcript: string, hint: string | undefined): string {
  const raw = normalizeText(transcript);
  const scope = { language: resolveLanguage(raw, hint), dictionary: NO_DICTIONARY, place: ANYWHERE };
  return join(CLEANING.reduce<readonly Token[]>((tokens, pass) => pass(tokens, scope), tokenize(raw)));
}
