import { parseDictionary } from '../dictionary/parse.ts';
import { lettersOf } from '../dictionary/sound.ts';
import { detectLanguage } from '../language.ts';
import { CORRECTION_CUES } from './phrases.ts';
import { wordsOf } from './words.ts';

/** A rewrite and all that it may be compared with. */
export interface CheckInput {
  /** What was dictated, as the recognizer wrote it. */
  readonly raw: string;
  /** What the deterministic formatter made of it. */
  readonly draft: string;
  readonly rewritten: string;
  readonly language: string | undefined;
  readonly dictionary: string | undefined;
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
}

/** What every check looks at, prepared once. */
export interface Compared extends CheckInput {
  readonly rawWords: readonly string[];
  readonly draftWords: readonly string[];
  readonly words: readonly string[];
  /** The letters of every word of the dictionary's names. */
  readonly names: ReadonlySet<string>;
  /** The speaker took something back, so that words may be lost. */
  readonly corrected: boolean;
  /** Extra instructions ask for another style, so that more words may change. */
  readonly styled: boolean;
}

/** Cuts the texts of a check into words. */
export function compare(input: CheckInput): Compared {
  const [rawWords, draftWords] = [wordsOf(input.raw), wordsOf(input.draft)];
  return {
    ...input,
    language: input.language ?? detectLanguage(input.draft).code,
    rawWords,
    draftWords,
    words: wordsOf(input.rewritten),
    names: new Set(
      parseDictionary(input.dictionary).entries.flatMap(({ written }) =>
        [written, ...written.split(/[\s-]+/u)].map(lettersOf),
      ),
    ),
    corrected: CORRECTION_CUES.test(input.raw.toLowerCase().replaceAll(',', '')),
    styled: (input.extraInstructions ?? '').trim() !== '',
  };
}

/** The numbers of a list that counts from one are layout. */
export function withoutBullets(text: string): string {
  let next = 1;
  return text.replace(/^\s*(\d{1,2})[.)]\s/gmu, (found, number: string) => {
    if (Number(number) !== next) return found;
    next += 1;
    return '';
  });
}
