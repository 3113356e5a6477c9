import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld as Detector } from 'eld/small';
import { isFrequentEnglish, isKnownEnglish } from './english/common-words.ts';
import { wordSet } from './word-set.ts';

/** The language of a text, as far as it is known. */
export interface Language {
  /** ISO 639-1 code; undefined if the text is too short to tell and the caller named none. */
  readonly code: string | undefined;
  /** The English rules apply: English was named or detected, or nothing indicates another language. */
  readonly english: boolean;
  /** There is positive evidence for `code`. Rules that could damage other languages require it. */
  readonly certain: boolean;
  /** The caller named it. */
  readonly chosen: boolean;
}

/** The number of characters that are read to detect a language. */
const SAMPLE_LENGTH = 2_000;
/** How much more likely than English another language must be. */
const LEAD = 0.08;
/** Words that occur in no other widely spoken language in Latin script. */
const UNMISTAKABLE = wordSet(
  'yeah the you know think what would with have this they my going really maybe right should could there their which because',
);
const NON_LATIN = /[^\p{Script=Latin}\P{L}]/gu;

let detector: typeof Detector | undefined;

/**
 * Loads the n-grams of 60 languages, which takes a fifth of a second of processor time. Most texts are recognized by their
 * words or have a named language, so this happens with the first other text, or when a process has time for it.
 */
export function loadNgrams(): typeof Detector {
  // By its path, because the package exports no module for `require`.
  detector ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/small'))).eld as typeof Detector;
  return detector;
}

/**
 * The language of a text: the caller's choice, otherwise detected.
 * @param hint a language code such as `en` or `pt-BR`; anything else is ignored
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
  if ((sample.match(NON_LATIN)?.length ?? 0) > letters / 2) {
    return { code: loadNgrams().detect(sample).language || undefined, english: false, certain: true, chosen: false };
  }
  // Most dictations are plain English, and counting frequent words costs a tenth of comparing n-grams.
  if (isPlainEnglish(sample)) return { code: 'en', english: true, certain: true, chosen: false };
  const result = loadNgrams().detect(sample);
  if (result.language === 'en') return { code: 'en', english: true, certain: result.isReliable(), chosen: false };
  const scores = result.getScores();
  const english = scores['en'] ?? 0;
  const best = scores[result.language] ?? 0;
  const foreign = result.isReliable() && best - english > LEAD && !(hasEnglishTerm(sample) && english > 0);
  if (foreign) return { code: result.language, english: false, certain: true, chosen: false };
  return { code: undefined, english: true, certain: false, chosen: false };
}

/** Whether a short text contains an English word such as "comma" or "paragraph". */
function hasEnglishTerm(sample: string): boolean {
  const words = wordsOf(sample);
  return words.length <= 6 && words.some((word) => word.length > 4 && isKnownEnglish(word));
}

/** Whether half of the words are frequent English words of three letters or more, or a third are unmistakable ones. */
function isPlainEnglish(sample: string): boolean {
  const words = wordsOf(sample);
  if (words.length < 2) return false;
  const frequent = words.filter((word) => word.length > 2 && isFrequentEnglish(word)).length;
  return frequent >= words.length / 2 || words.filter((word) => UNMISTAKABLE.has(word)).length >= words.length / 3;
}

function wordsOf(sample: string): string[] {
  return sample.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
}
