import { isKnownEnglish } from '../english/common-words.ts';
import { properForm } from '../english/proper-names.ts';
import { PATTERNS } from './patterns.ts';
import { distinctPhrases, type Phrase } from './phrases.ts';
import { ELIDED, readText } from './text.ts';
import type { Sentence } from './word.ts';

/** A tag for a note. */
export interface Tag {
  readonly name: string;
  /**
   * The probability, from 0 to 1 in steps of 0.01, that a reader would choose this tag. It was fitted to notes whose
   * subjects a person named, so about four of five tags with 0.8 are right.
   */
  readonly confidence: number;
}

export const MAX_TAGS = 5;
/** A new tag must be more likely right than wrong. For a tag of the user's own, less is enough. */
const MIN_NEW_TAG_CONFIDENCE = 0.5;
const MIN_OWN_TAG_CONFIDENCE = 0.3;
/** The maximum number of new tags besides the user's own. */
const MAX_NEW_TAGS = 3;
const FITTED_SENTENCES = 5;
const MAX_NAME_LENGTH = 40;
const WORDS = /[\p{L}\p{N}]+/gu;
/** The bonus of a phrase of the title. It was tuned by hand on notes of 8 to 20 sentences, and is not part of the fit. */
const TITLED = 2.3;

/** What speaks for a phrase as a tag. */
type Evidence = Pick<Phrase, 'mentions' | 'spread' | 'weight'> & {
  /** All of its words are in the title. */
  readonly titled?: boolean;
};

/** Chooses tags: first those of the user that the note mentions, then new ones. */
export function findTags(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  userTags: readonly string[],
  language: string | undefined,
  title: string | undefined,
): Tag[] {
  const inTitle = new Set(title?.toLowerCase().match(WORDS));
  const own = ownTags(sentences, phrases, userTags, language);
  const taken = new Set(own.flatMap(({ name }) => keysOf(name, language)));
  const room = Math.min(MAX_NEW_TAGS, MAX_TAGS - own.length);
  const titled = (text: string) =>
    text
      .toLowerCase()
      .match(WORDS)
      ?.every((word) => inTitle.has(word)) === true;
  const candidates = [
    ...phrases.filter((phrase) => language === 'en' && titled(phrase.text) && isCompound(phrase, phrases)),
    ...distinctPhrases(phrases, MAX_TAGS * 3),
    ...phrases.filter(({ words, vague, text }) => words === 1 && !vague && titled(text)),
  ];
  const found = distinctPhrases([...new Set(candidates)], MAX_TAGS * 4)
    .filter(
      ({ text, key, nominal, ...phrase }) =>
        nominal &&
        isSubject({ ...phrase, titled: titled(text) }, language) &&
        text.length <= MAX_NAME_LENGTH &&
        !key.split(' ').some((word) => taken.has(word)),
    )
    .map((phrase) => {
      const evidence = { ...phrase, titled: titled(phrase.text) };
      return { name: nameOf(phrase, language), confidence: confidenceOf(evidence, sentences.length) };
    })
    .filter(({ confidence }) => confidence >= MIN_NEW_TAG_CONFIDENCE)
    .sort((first, second) => second.confidence - first.confidence)
    .slice(0, Math.max(0, room));
  return [...own, ...found];
}

/** Whether a phrase of two or more nouns is said as often as its last noun: "book club", not "suspension bridges". */
function isCompound({ words, key, mentions }: Phrase, phrases: readonly Phrase[]): boolean {
  const singles = key.split(' ').map((word) => phrases.find((phrase) => phrase.key === word));
  const head = singles.at(-1);
  return words > 1 && head !== undefined && head.mentions <= mentions && singles.some((word) => word?.vague === false);
}

/** A phrase of the title, a name, or a topic that is mentioned twice. A noun that only modifies another one is none. */
function isSubject(
  { head, name, mentions, titled }: Pick<Phrase, 'head' | 'name' | 'mentions'> & { readonly titled: boolean },
  language: string | undefined,
): boolean {
  return (
    (head || name) && (titled || PATTERNS[language ?? ''] === undefined || mentions > 1 || (name && language !== 'de'))
  );
}

/**
 * The confidence that a phrase is the subject of the note, from its mentions, spread and weight. The factors are a
 * logistic fit on the labelled notes of the tests, which have five sentences; a longer note needs proportionally more
 * mentions.
 */
export function confidenceOf({ mentions, spread, weight, titled = false }: Evidence, sentences: number): number {
  const often = Math.log2(1 + mentions * Math.min(1, FITTED_SENTENCES / sentences));
  const evidence = -4.8 + 2.4 * often + 1.9 * spread + 1.8 * weight + (titled ? TITLED : 0);
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
      // A tag of the user's own counts as one more mention.
      const evidence = { mentions: said.length + 1, spread: said.length / sentences.length, weight };
      return [{ name, confidence: confidenceOf(evidence, sentences.length) }];
    })
    .filter(({ confidence }) => confidence >= MIN_OWN_TAG_CONFIDENCE)
    .sort((first, second) => second.confidence - first.confidence)
    .slice(0, MAX_TAGS);
}

/** The keys under which the words of a tag are counted in a text. */
function keysOf(name: string, language: string | undefined): string[] {
  return readText(name, language).flatMap(({ words }) => words.map((word) => word.key));
}

/** Names and German nouns keep their capitals. Other words are in lower case. A tag has no elided article. */
function nameOf({ text, parts, opens, name }: Phrase, language: string | undefined): string {
  const bare = text.replace(ELIDED, '');
  if (language === 'de') return bare;
  return bare
    .split(' ')
    .map((word, at) => {
      // At the start of a sentence, the tagger takes a noun with its capital for a name: "Lecture on bridges".
      const noun = opens && at === 0 && language === 'en' && isKnownEnglish(word.toLowerCase());
      const isName =
        (opens && at === 0 ? name : parts[at] === 'name') || (at > 0 && /^\p{Lu}/u.test(word)) || isGenitive(word);
      return isName && (!noun || properForm(word) !== undefined) ? word : word.toLowerCase();
    })
    .join(' ');
}

/** "Hendersons'" at the start of a sentence: no common noun. */
function isGenitive(word: string): boolean {
  const [stem = '', end] = word.split(/['’]/u, 2);
  return (
    end !== undefined && !isKnownEnglish(stem.toLowerCase()) && !isKnownEnglish(stem.toLowerCase().replace(/s$/u, ''))
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
