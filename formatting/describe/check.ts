import { isKnownEnglish } from '../english/common-words.ts';
import { detectLanguage } from '../language.ts';
import { hasNewAddress } from '../rewrite/addresses.ts';
import { createNumberSupport, numbersOf } from '../rewrite/numbers.ts';
import { ASSISTANT_PHRASES, LIGHT_WORDS } from '../rewrite/phrases.ts';
import { createSupport, wordsOf } from '../rewrite/words.ts';

/** Checks whether a text about a transcript says only what was said. */
export interface TranscriptCheck {
  /** True if a title or summary may be shown. */
  isFaithful(text: string): boolean;
  /** True if every word of a tag was said. */
  isSaid(tag: string): boolean;
}

/** The share of a description's content words that must have been said. The rest may summarize. */
const SAID_SHARE = 0.5;
const MIN_LANGUAGE_WORDS = 5;

/** Prepares a transcript once for all checks. */
export function checkTranscript(transcript: string, language: string | undefined): TranscriptCheck {
  const spoken = language ?? detectLanguage(transcript).code;
  const isSaidWord = createSupport(wordsOf(transcript));
  const isSaidNumber = createNumberSupport([transcript], spoken);
  const said = transcript.toLowerCase();
  return {
    isFaithful: (text) =>
      !/[<>{}`]|\*\*|^#/u.test(text) &&
      !ASSISTANT_PHRASES.some((phrase) => isForeign(phrase, text, said)) &&
      !hasNewAddress(text, [transcript]) &&
      numbersOf(text).every(isSaidNumber) &&
      namesOf(text, spoken).every(isSaidWord) &&
      isMostlySaid(text, isSaidWord) &&
      isInLanguage(text, spoken),
    isSaid: (tag) => wordsOf(tag).every((word) => LIGHT_WORDS.has(word) || isSaidWord(word)) && wordsOf(tag).length > 0,
  };
}

function isForeign(phrase: RegExp, text: string, said: string): boolean {
  const found = phrase.exec(text.toLowerCase().replaceAll('’', "'"))?.[0];
  return found !== undefined && !said.includes(found.trim());
}

/**
 * Capitalized words that are not ordinary English words. German capitalizes every noun, so only the share of said words
 * counts there.
 */
function namesOf(text: string, language: string | undefined): string[] {
  if (language === 'de') return [];
  // The first word is capitalized because of its position.
  const capitals = text
    .split(/[\s"“(-]/u)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word));
  return capitals.flatMap(wordsOf).filter((word) => !isKnownEnglish(word) && !LIGHT_WORDS.has(word));
}

function isMostlySaid(text: string, isSaid: (word: string) => boolean): boolean {
  const content = wordsOf(text).filter((word) => !LIGHT_WORDS.has(word));
  const known = content.filter((word) => /\p{Nd}/u.test(word) || isSaid(word)).length;
  return known >= content.length * SAID_SHARE;
}

function isInLanguage(text: string, spoken: string | undefined): boolean {
  if (wordsOf(text).length < MIN_LANGUAGE_WORDS || spoken === undefined) return true;
  const { code, certain } = detectLanguage(text);
  return !certain || code === spoken;
}
