import type { FactKind } from './lexicon.ts';

/** A word or a number, as the check of a rewrite compares it. */
export interface Fact {
  readonly kind: FactKind;
  /** The compared key: equal keys have the same meaning. */
  readonly key: string;
  /** The word itself, in lower case. */
  readonly word: string;
  /** For a number, every value that it may stand for. */
  readonly readings: readonly string[];
  /** It is the first word of a sentence or line. */
  readonly opens: boolean;
}
