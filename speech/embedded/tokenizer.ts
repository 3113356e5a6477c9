import tokenizer from 'llama-tokenizer-js';

/** From this id on stand time stamps that Moonshine tiny was never taught to use. */
const FIRST_SPECIAL = 32_000;
const LAST_CONTROL = 2;
const SPACE = '▁';

/** A word and the tokens that spell it: from `first` up to `end` of the tokens that were split. */
export interface TokenWord {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/** The text of Moonshine's tokens, which are Llama's: SentencePiece with bytes for rare characters. */
export function decodeTokens(tokens: readonly number[]): string {
  const words = tokens.filter(isText);
  return words.length === 0 ? '' : tokenizer.decode(words, false, beginsWord(words[0] ?? 0)).trim();
}

/** Splits tokens where a word begins. A token that is no text belongs to the word before it. */
export function splitWords(tokens: readonly number[]): TokenWord[] {
  const starts = tokens.flatMap((token, index) => (index === 0 || beginsWord(token) ? [index] : []));
  return starts.map((first, index) => {
    const end = starts[index + 1] ?? tokens.length;
    return { text: decodeTokens(tokens.slice(first, end)), first, end };
  });
}

/**
 * The tokens of a text as the model would write it.
 * @param afterSpace true when it begins a word
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
