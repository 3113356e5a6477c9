import { parseDictionary } from '../dictionary/parse.ts';
import { lettersOf } from '../dictionary/sound.ts';
import { detectLanguage } from '../language.ts';
import { CORRECTION_CUES } from './phrases.ts';
import { wordsOf } from './words.ts';

/** A rewrite and the texts that it is compared with. */
export interface CheckInput {
  /** The dictation as the recognizer wrote it. */
  readonly raw: string;
  /** The result of the rules. */
  readonly draft: string;
  readonly rewritten: string;
  readonly language: string | undefined;
  readonly dictionary: string | undefined;
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
}

/** The input of all checks, prepared once. */
export interface Compared extends CheckInput {
  readonly rawWords: readonly string[];
  readonly draftWords: readonly string[];
  readonly words: readonly string[];
  /** The letters of every word of the dictionary's names. */
  readonly names: ReadonlySet<string>;
  /** The speaker corrected something, so that words may be left out. */
  readonly corrected: boolean;
  /** Extra instructions request another style, so more words may change. */
  readonly styled: boolean;
}

/** Splits the texts of a check into words. */
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

/** Removes the numbers of a list that counts from one: they are layout. */
export function withoutBullets(text: string): string {
  let next = 1;
  return text.replace(/^\s{0,9}(\d{1,2})[.)]\s/gmu, (found, number: string) => {
    if (Number(number) !== next) return found;
    next += 1;
    return '';
  });
}
