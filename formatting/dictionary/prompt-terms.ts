import { isKnownEnglish } from '../english/common-words.ts';

/** Only the end of a longer prompt is read, as models do. */
const MAX_LENGTH = 8_000;
const MAX_TERMS = 100;
const MAX_TERM_LENGTH = 60;
/** More words than this are a clause, which nobody lists as one name. */
const MAX_TERM_WORDS = 3;
const ARROW = /=>|->|→|⇒/u;
/** What stands between the entries of a list, and what ends a sentence. A full stop within `Node.js` ends none. */
const LIST_MARK = /[,;:\n\r，、；：]+/u;
const SENTENCE_END = /[.!?。！？](?=\s|$)/u;
const BULLET = /^[-*•]\s+/u;

/**
 * The names in the free text that OpenAI's API calls a prompt, for the dictionary: the entries of a list, names within
 * sentences, and lines of `spoken => written`. Callers also send sentences that only set a style or came before
 * ("Hello, how are you?"), so ordinary words are none.
 */
export function termsOfPrompt(prompt: string): string[] {
  const lines = prompt
    .slice(-MAX_LENGTH)
    .split(/[\n\r]+/u)
    .map((line) => line.trim().replace(BULLET, ''));
  const replacements = lines.filter((line) => ARROW.test(line));
  const rest = lines.filter((line) => !ARROW.test(line)).join('\n');
  const items = rest.split(LIST_MARK).map((item) => item.trim().replace(/[.!?]$/, ''));
  const listed = items.filter((item) => item !== '');
  const isList = listed.every((item) => wordsOf(item).length <= MAX_TERM_WORDS);
  const names = isList ? listed.filter(isListedName) : rest.split(/[\n\r]+/u).flatMap(namesInProse);
  const terms = [...replacements, ...names].filter((term) => term.length <= MAX_TERM_LENGTH);
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

function isListedName(item: string): boolean {
  return wordsOf(item).some((word) => hasOwnShape(word) || !isKnownEnglish(word.toLowerCase()));
}

/** Runs of words in a sentence that are written like names. */
function namesInProse(line: string): string[] {
  return line.split(new RegExp(`${SENTENCE_END.source}|${LIST_MARK.source}`, 'u')).flatMap((clause) => {
    const runs: string[][] = [[]];
    for (const [index, word] of wordsOf(clause).entries()) {
      if (isName(word, index === 0)) runs.at(-1)?.push(word);
      else runs.push([]);
    }
    return runs.filter((run) => run.length > 0 && run.length <= MAX_TERM_WORDS).map((run) => run.join(' '));
  });
}

/** The first word of a clause has its capital from there. */
function isName(word: string, isFirst: boolean): boolean {
  if (hasOwnShape(word)) return true;
  return !isFirst && /^\p{Lu}/u.test(word) && !isKnownEnglish(word.toLowerCase());
}

/** A capital or a digit within, as in `iPhone`, `GPT-4` and `SQL`. */
function hasOwnShape(word: string): boolean {
  return /\p{L}/u.test(word) && /.[\p{Lu}\d]/u.test(word);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}](?:[^\s"“”«»()[\]]*[\p{L}\p{N}+#])?/gu) ?? [];
}
