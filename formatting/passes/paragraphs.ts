import { append, type Token, token } from '../token.ts';
import { isTerminal, type Pass, startsSentence } from './pass.ts';

const GREETINGS = new Set(['dear', 'hi', 'hello', 'hey', 'good']);
const GREETING_WORDS = 4;
const CLOSINGS: readonly string[] = [
  'best regards',
  'kind regards',
  'warm regards',
  'best wishes',
  'yours sincerely',
  'yours truly',
  'yours faithfully',
  'many thanks',
  'regards',
  'sincerely',
  'cheers',
  'best',
  'thanks',
];
const NAME_WORDS = 3;
/** A paragraph ends once it has this many sentences and words. */
const PARAGRAPH_SENTENCES = 4;
const PARAGRAPH_WORDS = 50;

/** Lays out an e-mail without spoken line breaks: greeting, paragraphs, closing and name. */
export const writeParagraphs: Pass = (tokens, { place, language }) => {
  if (place.kind !== 'email' || tokens.some(({ kind }) => kind === 'break' || kind === 'bullet')) return tokens;
  const greeting = language.english ? endOfGreeting(tokens) : 0;
  const closing = language.english ? startOfClosing(tokens, greeting) : tokens.length;
  const body = breakBody(tokens.slice(greeting, closing));
  const out: Token[] = [...tokens.slice(0, greeting)];
  if (greeting > 0 && greeting < tokens.length) out.push(token('break', '\n\n', false));
  append(out, body);
  if (closing < tokens.length) {
    out.push(token('break', '\n\n', false));
    append(out, breakClosing(tokens.slice(closing)));
  }
  return out;
};

/** The end of a greeting such as "Hi Anna," at the start. */
function endOfGreeting(tokens: readonly Token[]): number {
  if (!GREETINGS.has(tokens[0]?.key ?? '')) return 0;
  const comma = tokens.slice(0, GREETING_WORDS + 1).findIndex(({ text }) => text === ',');
  return comma > 0 ? comma + 1 : 0;
}

/** The start of a closing such as "Best regards, Anna" at the end. */
function startOfClosing(tokens: readonly Token[], from: number): number {
  const earliest = Math.max(from + 1, tokens.length - NAME_WORDS - 5);
  for (let at = earliest; at < tokens.length; at += 1) {
    if (!startsSentence(tokens, at)) continue;
    for (const closing of CLOSINGS) {
      const words = closing.split(' ');
      if (!words.every((word, offset) => tokens[at + offset]?.key === word)) continue;
      const rest = tokens.slice(at + words.length).filter(({ kind }) => kind === 'word' || kind === 'atom');
      const comma = tokens[at + words.length]?.text === ',';
      if (rest.length <= NAME_WORDS && (comma || rest.length === 0)) return at;
    }
  }
  return tokens.length;
}

/** Puts the name on its own line, without a full stop. */
function breakClosing(closing: readonly Token[]): Token[] {
  const comma = closing.findIndex(({ text }) => text === ',');
  const ended = isTerminal(closing.at(-1)) ? closing.slice(0, -1) : [...closing];
  if (comma < 0 || comma + 1 >= ended.length) return ended;
  return [...ended.slice(0, comma + 1), token('break', '\n', false), ...ended.slice(comma + 1)];
}

function breakBody(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  let words = 0;
  let sentences = 0;
  for (const [index, of] of tokens.entries()) {
    out.push(of);
    if (of.kind === 'word' || of.kind === 'atom') words += 1;
    if (!isTerminal(of)) continue;
    sentences += 1;
    const next = tokens[index + 1];
    if (sentences < PARAGRAPH_SENTENCES || words < PARAGRAPH_WORDS || next === undefined || !next.spaced) continue;
    out.push(token('break', '\n\n', false));
    words = 0;
    sentences = 0;
  }
  return out;
}
