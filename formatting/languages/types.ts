import type { SpokenMark } from '../english/spoken-marks.ts';

/** A break of the text that is said by name. */
export interface LayoutName {
  readonly words: readonly string[];
  readonly text: '\n' | '\n\n';
}

/** What is said as a command in a language, and the words around it that make it something else. */
export interface Commands {
  readonly marks: readonly SpokenMark[];
  readonly layout: readonly LayoutName[];
  /** Before these the name of a break is part of a phrase as well ("aller à la ligne"). */
  readonly layoutBefore: ReadonlySet<string>;
  /** "scratch that": takes back the clause before. */
  readonly takeBack: readonly (readonly string[])[];
  /** Before these the name of a mark or break is a noun ("un punto"), and a command is an order to somebody. */
  readonly before: ReadonlySet<string>;
  /** After these it is a noun as well ("punto de vista"). */
  readonly after: ReadonlySet<string>;
  /** Before "scratch that": it is an order to somebody ("please delete that"). */
  readonly governing: ReadonlySet<string>;
  /** Number words, between which "comma" and "point" are decimals. */
  readonly numbers: ReadonlySet<string>;
  readonly addresses: AddressWords;
}

/** How addresses are said. */
export interface AddressWords {
  readonly dot: string;
  readonly at: ReadonlySet<string>;
  readonly slash: ReadonlySet<string>;
  readonly joints: ReadonlyMap<string, string>;
  /** No label of a host: the address would begin after them. */
  readonly notLabels: ReadonlySet<string>;
}
