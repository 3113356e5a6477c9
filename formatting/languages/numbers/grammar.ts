/** A spoken number: its value and the index of the word after it. */
export interface Spoken {
  readonly value: number;
  readonly end: number;
}

/** Reads a number that starts at a word. Undefined if none does. */
export type Reader = (words: readonly string[], at: number) => Spoken | undefined;

/** How a language builds whole numbers. */
export interface CardinalWords {
  /** The parts of a number word: `drei`, `und`, `zwanzig` of "dreiundzwanzig". Undefined for any other word. */
  readonly split: (key: string) => readonly string[] | undefined;
  /** Whether a joining word belongs to the number: the "y" of "treinta y cinco". */
  readonly joins: (before: string, key: string, after: string) => boolean;
  readonly below100: Reader;
  /** Reads the hundreds alone: "doscientos", "deux cents", "zweihundert". */
  readonly hundreds: Reader;
  readonly thousand: ReadonlySet<string>;
  /** Million and above. */
  readonly scales: ReadonlyMap<string, number>;
  /** A word between hundreds or thousands and the rest: the "und" of "hundertundeins". */
  readonly link: string | undefined;
}

/** How a language says the time of day. */
export interface ClockWords {
  /** Articles before the hour: "a las tres". Empty if {@link hour} follows it instead. */
  readonly articles: ReadonlySet<string>;
  /** The words after the hour: "Uhr", "heures". */
  readonly hour: ReadonlySet<string>;
  /** Words between hour and minutes: the "y" of "las tres y diez". */
  readonly plus: ReadonlySet<string>;
  /** Words after an hour or minutes that make them stay in words: "diez menos cuarto", "zehn vor drei". */
  readonly untouched: ReadonlySet<string>;
  /** Words for minutes: "media", "cuarto". */
  readonly minutes: ReadonlyMap<string, number>;
  /** Words before a bare number that may be an hour: "um zehn", "a las once". It stays in words. */
  readonly before: ReadonlySet<string>;
  readonly write: (hour: number, minute: string) => string;
}

/** How a language says dates. */
export interface DateWords {
  /** Ordinals for days, as they are written. */
  readonly ordinals: ReadonlyMap<string, string>;
  /** Whether days are said as cardinals too. */
  readonly cardinal: boolean;
  /** Months by their keys, as they are written. */
  readonly months: ReadonlyMap<string, string>;
  /** Words between day and month, and between month and year: "de". */
  readonly of: ReadonlySet<string>;
  /** Words between two days of one month: "bis zum". */
  readonly joints: readonly (readonly string[])[];
  /** Words before a day. */
  readonly before: ReadonlySet<string>;
}

/** The words of units. */
export interface UnitWords {
  /** Phrases for percent. */
  readonly percent: readonly (readonly string[])[];
  /** Currencies; those without a sign keep their word. */
  readonly currencies: ReadonlyMap<string, string | undefined>;
  /** Words before the coins: "doce euros con cincuenta". */
  readonly coinJoints: ReadonlySet<string>;
  readonly coins: ReadonlySet<string>;
  /** Words between millions and a currency: "dos millones de euros", "d'euros". */
  readonly ofCurrency: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
  /** Words after a unit that add to the amount: "dos kilos y medio". */
  readonly halves: readonly (readonly string[])[];
  /** The start of words that make money a thing: "zwanzig Euro Schein". */
  readonly things: RegExp | undefined;
}

/** The number grammar of a language. Each language is a table of words for one engine. */
export interface NumberGrammar {
  readonly cardinals: CardinalWords;
  readonly units: UnitWords;
  readonly clock: ClockWords;
  readonly dates: DateWords;
  /** Words of decimals and the sign they are written as: "coma" is a comma. */
  readonly points: ReadonlyMap<string, string>;
  /** Between the thousands of numbers with five digits or more. */
  readonly separator: string;
  /** Words between two numbers of one kind: "de veinte a treinta", "zehn oder zwölf". */
  readonly joints: ReadonlySet<string>;
  /** Words between two numbers of a range, which may share a multiplier: "de diez hasta veinte mil". */
  readonly ranges: ReadonlySet<string>;
  /** Words before the second number of a range: "zehn oder sogar zwanzigtausend". */
  readonly approximations: ReadonlySet<string>;
  /** Words that make the next number vague, or part of a name: "varios mil", "années quatre-vingt". */
  readonly vagueBefore: ReadonlySet<string>;
  /** Phrases after a number that make it vague: "treinta y pico". */
  readonly vagueAfter: readonly (readonly string[])[];
  /** The end of ordinals and fractions, whose first words are those of a number: "deux cent cinquantième". */
  readonly ordinal: RegExp | undefined;
  /** Words before round tens that make them a decade: "los ochenta". */
  readonly decadeBefore: ReadonlySet<string>;
  /** Articles of a noun that is itself a number: "le cent mètres". */
  readonly singular: ReadonlySet<string>;
  /** The number one with a gender, which may be an article: "treinta y una". */
  readonly articles: ReadonlySet<string>;
  /** Words that start a new phrase, so that the number before them counts nothing. */
  readonly closing: ReadonlySet<string>;
  /** Words that announce a number said digit by digit. */
  readonly announcing: ReadonlySet<string>;
  /** Telephone numbers are said in pairs: "zéro six douze". */
  readonly pairs: boolean;
  /** Nouns have a capital, so that one after a number is no sign of a title. */
  readonly capitalNouns: boolean;
}
