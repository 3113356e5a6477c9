import tokenizer from 'llama-tokenizer-js';

/** The first id of the timestamp tokens, which Moonshine tiny does not use. */
const FIRST_SPECIAL = 32_000;
const LAST_CONTROL = 2;
const SPACE = '▁';

/** A word and its tokens: from `first` to `end` (exclusive). */
export interface TokenWord {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/** The text of tokens. Moonshine uses Llama's: SentencePiece with bytes for rare characters. */
export function decodeTokens(tokens: readonly number[]): string {
  const words = tokens.filter(isText);
  return words.length === 0 ? '' : tokenizer.decode(words, false, beginsWord(words[0] ?? 0)).trim();
}

/** Splits tokens into words. A token without text belongs to the word before it. */
export function splitWords(tokens: readonly number[]): TokenWord[] {
  const starts = tokens.flatMap((token, index) => (index === 0 || beginsWord(token) ? [index] : []));
  return starts.map((first, index) => {
    const end = starts[index + 1] ?? tokens.length;
    return { text: decodeTokens(tokens.slice(first, end)), first, end };
  });
}

/**
 * The tokens of a text as the model would write them.
 * @param afterSpace true if the text starts a word
 */
export function encodeText(text: string, afterSpace: boolean): readonly number[] {
  return tokenizer.encode(text, false, afterSpace);
}

function isText(token: number): boolean {
  return token > LAST_CONTROL && token < FIRST_SPECIAL;
}

function beginsWord(token: number): boolean {
  return isText(token) && (tokenizer.vocabById[token] ?? '').startsWith(SPACE);
}
