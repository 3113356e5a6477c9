import type { Place } from './context.ts';
import { isFrequentEnglish } from './english/common-words.ts';
import type { Language } from './language.ts';
import { continuesText } from './passes/capitals.ts';
import { join, type Token, token } from './token.ts';
import { UNSPACED } from './unspaced.ts';

/** Characters before the cursor after which no space is added. */
const NO_SPACE_AFTER = /(?:[\s([{<«“‘/\\@#$€£¥₹_-]|(?:^|\s)["'])$/u;
/** Characters after the cursor before which no space is added. */
const NO_SPACE_BEFORE = /^[\s,.;:!?…)\]}»”’%]/u;

/** Joins the tokens so that they continue the text before the cursor and lead into the text after it. */
export function fitToCursor(tokens: readonly Token[], place: Place, language: Language): string {
  const { before, after } = place;
  const fitted = continuesText(before) && place.kind !== 'code' ? lowerFirst(tokens, language) : tokens;
  let text = join(fitted);
  if (text === '') return '';
  if (before !== undefined && before !== '' && needsSpace(before, text)) text = ` ${text}`;
  if (after !== undefined && /^[\p{L}\p{N}]/u.test(after) && needsSpace(text, after)) text = `${text} `;
  return text;
}

function needsSpace(before: string, after: string): boolean {
  if (NO_SPACE_AFTER.test(before) || NO_SPACE_BEFORE.test(after)) return false;
  return !UNSPACED.test(before.at(-1) ?? '') && !UNSPACED.test(after[0] ?? '');
}

/** Lowers the capital of a common word at the start. A name keeps it. */
function lowerFirst(tokens: readonly Token[], language: Language): readonly Token[] {
  const first = tokens[0];
  if (first?.kind !== 'word' || !language.english || !/^\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?$/u.test(first.text))
    return tokens;
  if (first.key === 'i' || first.key.startsWith("i'") || !isFrequentEnglish(first.key)) return tokens;
  return [token('word', first.text[0]?.toLowerCase() + first.text.slice(1), first.spaced), ...tokens.slice(1)];
}
