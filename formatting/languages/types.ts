import type { SpokenMark } from '../english/spoken-marks.ts';

/** A line or paragraph break with a spoken name. */
export interface LayoutName {
  readonly words: readonly string[];
  readonly text: '\n' | '\n\n';
}

/** The spoken commands of a language, and the words around them that give them another meaning. */
export interface Commands {
  readonly marks: readonly SpokenMark[];
  readonly layout: readonly LayoutName[];
  /** Words before the name of a break that make it part of a phrase ("aller à la ligne"). */
  readonly layoutBefore: ReadonlySet<string>;
  /** Words after "new line" that make it a noun. */
  readonly layoutAfter: ReadonlySet<string>;
  /** Commands such as "scratch that", which remove the previous clause. */
  readonly takeBack: readonly (readonly string[])[];
  /** Words before the name of a mark or break that make it a noun ("un punto"). */
  readonly before: ReadonlySet<string>;
  /** Words after the name that make it a noun ("punto de vista"). */
  readonly after: ReadonlySet<string>;
  /** Words before "scratch that" that make it an order to someone else ("please delete that"). */
  readonly governing: ReadonlySet<string>;
  /** Whether a word is a number. Between two of them, "comma" and "point" are decimal separators. */
  readonly isNumber: (key: string) => boolean;
  readonly addresses: AddressWords;
}

/** The words of spoken addresses. */
export interface AddressWords {
  readonly dot: string;
  readonly at: ReadonlySet<string>;
  /** Top-level domains that are words of the language. They need another sign of an address. */
  readonly ambiguous: ReadonlySet<string>;
  readonly slash: ReadonlySet<string>;
  readonly joints: ReadonlyMap<string, string>;
  /** Words that cannot be part of a host name. An address starts after them. */
  readonly notLabels: ReadonlySet<string>;
}
