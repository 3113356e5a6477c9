import { eld } from 'eld/small';
import { isFrequentEnglish, isKnownEnglish } from './english/common-words.ts';

/** What is known about the language of a text. */
export interface Language {
  /** ISO 639-1; undefined when the text is too short to tell and nobody said. */
  readonly code: string | undefined;
  /** The English rules apply: chosen, detected, or nothing speaks against it. */
  readonly english: boolean;
  /** There is positive evidence for `code`, which rules that would damage other languages ask for. */
  readonly certain: boolean;
  /** The caller named it. */
  readonly chosen: boolean;
}

/** More tells nothing new and would cost time on long dictations. */
const SAMPLE_LENGTH = 2_000;
/** How far another language must lead English before a text counts as not English. */
const LEAD = 0.08;
/** Words of no other language that is written in Latin letters, as far as people speak them. */
const UNMISTAKABLE = new Set(
  'yeah the you know think what would with have this they my going really maybe right should could there their which because'.split(
    ' ',
  ),
);
const NON_LATIN = /[^\p{Script=Latin}\P{L}]/gu;

/**
 * The language that rules may rely on: what the caller chose, else what the words show.
 * @param hint a language code such as `en` or `pt-BR`; anything else says nothing
 */
export function resolveLanguage(text: string, hint: string | undefined): Language {
  const chosen = hint?.trim().toLowerCase().split(/[-_]/u)[0];
  if (chosen !== undefined && /^[a-z]{2,3}$/u.test(chosen))
    return { code: chosen, english: chosen === 'en', certain: true, chosen: true };
  return detectLanguage(text);
}

/** The language of a text from its words alone. */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return { code: undefined, english: true, certain: false, chosen: false };
  const result = eld.detect(sample);
  if ((sample.match(NON_LATIN)?.length ?? 0) > letters / 2) {
    return { code: result.language || undefined, english: false, certain: true, chosen: false };
  }
  const scores = result.getScores();
  const english = scores['en'] ?? 0;
  const best = scores[result.language] ?? 0;
  const plain = isPlainEnglish(sample);
  if (result.language === 'en' || plain) {
    const certain = (result.language === 'en' && result.isReliable()) || plain;
    return { code: 'en', english: true, certain, chosen: false };
  }
  const foreign = result.isReliable() && best - english > LEAD && !(hasEnglishTerm(sample) && english > 0);
  if (foreign) return { code: result.language, english: false, certain: true, chosen: false };
  return { code: undefined, english: true, certain: false, chosen: false };
}

/** A short text made of names tells its language by a word such as "comma" or "paragraph" alone. */
function hasEnglishTerm(sample: string): boolean {
  const words = wordsOf(sample);
  return words.length <= 6 && words.some((word) => word.length > 4 && isKnownEnglish(word));
}

/** Half of the words are frequent English words of three letters or more, or a third can be nothing else. */
function isPlainEnglish(sample: string): boolean {
  const words = wordsOf(sample);
  if (words.length < 2) return false;
  const frequent = words.filter((word) => word.length > 2 && isFrequentEnglish(word)).length;
  return frequent >= words.length / 2 || words.filter((word) => UNMISTAKABLE.has(word)).length >= words.length / 3;
}

function wordsOf(sample: string): string[] {
  return sample.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
}
