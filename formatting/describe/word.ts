/** A word of a transcript. */
export interface Word {
  readonly text: string;
  /** The key that all forms of the word share: its lemma in English, otherwise its lower case. */
  readonly key: string;
  /** It can be the subject of a note: no function word, no filler, no number. */
  readonly content: boolean;
  /** `noun`, `name`, `adjective`; `link` for words between nouns ("of", "the", "and"); `other` for the rest. */
  readonly part: 'noun' | 'name' | 'adjective' | 'link' | 'number' | 'other';
  /** Its start and end in the sentence, in characters. */
  readonly start: number;
  readonly end: number;
  /** It follows a mark, or is the first word. */
  readonly opens: boolean;
  /** It can name a subject. In languages with articles, only a word after an article can. */
  readonly nominal: boolean;
  /** A verb, and a preposition. False where parts of speech are not known. */
  readonly verb: boolean;
  readonly preposition: boolean;
}

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** Whether it is a later part of a long sentence, or the first one. Undefined for a whole sentence. */
  readonly continues?: boolean;
  /** It is a clause that was cut from a text without marks. */
  readonly clause?: boolean;
}
