import { isQuestion } from '../english/questions.ts';
import { append, type Token, token } from '../token.ts';
import { isTerminal, type Pass } from './pass.ts';

/** Shorter lines are fragments ("Thanks", "Hello, Anna") and get no mark. */
const SENTENCE_WORDS = 4;
const SENTENCE_CHARACTERS = 6;
/** The maximum length of a single chat sentence without a full stop. */
const CHAT_WORDS = 12;
const ADDRESS = /@|:\/\/|^[#/~.]|\.\p{L}{2,}$/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
// The bound on marks per letter keeps the match linear.
const INDIC = /\p{Script=Devanagari}\p{M}{0,16}$/u;
const STOPPED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{N}%]\p{M}{0,16}$/u;

/**
 * Ends the last sentence of each paragraph with a question mark if it asks, otherwise with a full stop. Code and search
 * fields get none.
 */
export const writeEndings: Pass = (tokens, scope) => {
  const { kind, after } = scope.place;
  const open = kind === 'code' || kind === 'search' || continues(after);
  const out: Token[] = [];
  let lineStart = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    const current = tokens[index];
    if (current !== undefined && current.kind !== 'break') continue;
    const line = tokens.slice(lineStart, index);
    const ends = current === undefined || current.text === '\n\n';
    // List items and single lines of an address or a poem get no mark.
    append(out, ends && line[0]?.kind !== 'bullet' && !open ? endLine(line, scope.language.english) : line);
    if (current !== undefined) out.push(current);
    lineStart = index + 1;
  }
  return out;
};

/** Removes the last full stop where none belongs: after a single chat sentence, in a search field, before more text. */
export const openEndings: Pass = (tokens, { place }) => {
  if (place.kind === 'chat') return openChat(tokens);
  const line = place.kind === 'code' && tokens.filter(isTerminal).length === 1;
  return place.kind === 'search' || line || continues(place.after) ? withoutStop(tokens) : tokens;
};

/** Whether the text after the cursor continues the sentence. */
function continues(after: string | undefined): boolean {
  return after !== undefined && /^\s*[\p{Ll},;:)\].!?]/u.test(after);
}

function endLine(line: readonly Token[], english: boolean): readonly Token[] {
  const start = startOfSentence(line);
  const sentence = line.slice(start);
  const last = line.at(-1);
  if (last === undefined || sentence.length === 0 || isOpenEnded(last)) return line;
  const body = lastWord(sentence);
  if (body === undefined || (body.kind === 'atom' && isAddress(body.text)) || body.text.endsWith('.')) return line;
  if (english && isQuestion(sentence)) return [...line, token('mark', '?', false)];
  const mark = stopOf(body.text);
  const enough = start > 0 || isWhole(sentence);
  return mark !== undefined && enough ? [...line, token('mark', mark, false)] : line;
}

/** Whether a token is an address: "docs/api" is one, "3/15/2024" is a date. */
function isAddress(text: string): boolean {
  return ADDRESS.test(text) || (text.includes('/') && /\p{L}/u.test(text));
}

function startOfSentence(line: readonly Token[]): number {
  for (let at = line.length - 1; at >= 0; at -= 1) {
    if (isTerminal(line[at])) {
      // Closing marks after a full stop belong to the previous sentence.
      let start = at + 1;
      while (line[start]?.kind === 'mark' && line[start]?.spaced === false) start += 1;
      return start;
    }
  }
  return 0;
}

/** Whether the last token is a comma, colon or opening mark, so that the sentence is not finished. */
function isOpenEnded(last: Token): boolean {
  return last.kind === 'mark' && !/^["'“”’»)\]%]$/u.test(last.text);
}

function lastWord(sentence: readonly Token[]): Token | undefined {
  return sentence.findLast(({ kind }) => kind === 'word' || kind === 'atom');
}

function isWhole(sentence: readonly Token[]): boolean {
  const words = sentence.filter(({ kind }) => kind === 'word' || kind === 'atom');
  const unspaced = words.some(({ text }) => CJK.test(text));
  return unspaced
    ? words.reduce((sum, { text }) => sum + text.length, 0) >= SENTENCE_CHARACTERS
    : words.length >= SENTENCE_WORDS;
}

function stopOf(text: string): string | undefined {
  if (CJK.test(text)) return '。';
  if (INDIC.test(text)) return '।';
  return STOPPED.test(text) ? '.' : undefined;
}

/** Removes the full stop of one short sentence: "See you at five". */
function openChat(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'atom').length;
  const sentences = tokens.filter(isTerminal).length;
  const lines = tokens.some(({ kind }) => kind === 'break');
  return words <= CHAT_WORDS && sentences === 1 && !lines ? withoutStop(tokens) : tokens;
}

function withoutStop(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1);
  return last?.kind === 'mark' && !last.spaced && (last.text === '.' || last.text === '。')
    ? tokens.slice(0, -1)
    : tokens;
}
