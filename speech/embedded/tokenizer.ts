import tokenizer from 'llama-tokenizer-js';

/** From this id on stand time stamps that Moonshine tiny was never taught to use. */
const FIRST_SPECIAL = 32_000;
const LAST_CONTROL = 2;

/** The text of Moonshine's tokens, which are Llama's: SentencePiece with bytes for rare characters. */
export function decodeTokens(tokens: readonly number[]): string {
  const words = tokens.filter((token) => token > LAST_CONTROL && token < FIRST_SPECIAL);
  return words.length === 0 ? '' : tokenizer.decode(words, false, true).trim();
}

/**
 * The tokens of a text as the model would write it.
 * @param afterSpace true when it begins a word
 */
export function encodeText(text: string, afterSpace: boolean): readonly number[] {
  return tokenizer.encode(text, false, afterSpace);
}
