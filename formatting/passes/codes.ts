import { announces } from '../english/identifiers.ts';
import { closes } from '../english/number-context.ts';
import { readPhrase } from '../english/number-run.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { endsPhrase, type Pass, startsSentence } from './pass.ts';

/** Nouns before a short code: "seat 14C", "vitamin B12". */
const LABELED = wordSet(
  'seat gate apartment apt unit room suite flat platform terminal exit row section paragraph appendix vitamin building block bay locker bus route floor',
);
/** Nouns before a longer code, directly or with "is", "number" or "code" between them. */
const CODED = wordSet(
  'plate licence license registration tracking serial confirmation booking passport flight order ticket case code number id reference postcode zip part model product key',
);
const CONNECTING = wordSet('is was number code id');
const DASHES = wordSet('dash hyphen');
/** Words that the last number of a code may count instead: "gate b twenty minutes ago". */
const COUNTED =
  /^(?:percent|people|dollars?|euros?|pounds?|o'clock|am|pm|(?:second|minute|hour|day|week|month|year|mile|meter|time)s?)$/u;
const LETTER = /^[a-z]$/u;

const MIN_CODE = 3;
const MIN_LABEL = 2;
/** The minimum length of a code that starts with "a": "order a two" is not a code. */
const MIN_AFTER_ARTICLE = 4;
const MAX_PARTS = 24;

/** Joins letters and digits that are said one by one: "the plate is k x one nine" is "the plate is KX19". */
export const writeCodes: Pass = (tokens, { language, place }) => {
  if (!language.english || place.kind === 'code') return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const code = startsCode(tokens, index) ? readCode(tokens, index) : undefined;
    out.push(code === undefined ? current : token('word', code.text, current.spaced));
    index = code?.end ?? index + 1;
  }
  return out;
};

interface Code {
  readonly text: string;
  readonly end: number;
}

/** A part of a code: a letter, or digits; with the index of the token after it. */
interface Part {
  readonly text: string;
  readonly end: number;
}

function startsCode(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.key ?? '';
  return LABELED.has(before) || isCoded(tokens, index);
}

function isCoded(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.key ?? '';
  const noun = before === 'is' || before === 'was' ? (tokens[index - 2]?.key ?? '') : before;
  return CODED.has(noun) || announces(tokens, index);
}

function readCode(tokens: readonly Token[], start: number): Code | undefined {
  const parts = readParts(tokens, start);
  dropOpenEnd(tokens, parts);
  const text = parts.map((part) => part.text).join('');
  const end = parts.at(-1)?.end ?? start;
  const length = text.replaceAll('-', '').length;
  const coded = isCoded(tokens, start);
  // "Case number twenty three dash one one oh five" has a dash instead of a letter.
  if (!/\d/u.test(text) || !(/[A-Z]/u.test(text) || (coded && text.includes('-')))) return undefined;
  if (length < (coded && !LABELED.has(tokens[start - 1]?.key ?? '') ? MIN_CODE : MIN_LABEL)) return undefined;
  if (startsWithArticle(tokens, start) && length < MIN_AFTER_ARTICLE) return undefined;
  // After a short code, a noun may follow that its last number counts.
  return length > MIN_CODE || closes(tokens, end) || /(?:s|ing)$/u.test(tokens[end]?.key ?? '')
    ? { text, end }
    : undefined;
}

function readParts(tokens: readonly Token[], start: number): Part[] {
  const parts: Part[] = [];
  let index = start;
  while (parts.length < MAX_PARTS) {
    const dashed = parts.length > 0 && DASHES.has(tokens[index]?.key ?? '');
    const part = readPart(tokens, dashed ? index + 1 : index);
    if (part === undefined) break;
    parts.push({ text: dashed ? `-${part.text}` : part.text, end: part.end });
    index = part.end;
  }
  return parts;
}

function readPart(tokens: readonly Token[], index: number): Part | undefined {
  const current = tokens[index];
  if (current?.kind !== 'word' || !current.spaced) return undefined;
  const next = tokens[index + 1]?.key ?? '';
  if (
    (current.text === current.key || !startsSentence(tokens, index)) &&
    LETTER.test(current.key) &&
    !(current.key === 'a' && /^(?:hundred|thousand)$/u.test(next))
  )
    return { text: current.key.toUpperCase(), end: index + 1 };
  if (/^\d{1,4}$/u.test(current.key)) return { text: current.key, end: index + 1 };
  const phrase = readPhrase(tokens, index);
  if (phrase?.pieces === undefined || phrase.joined) return undefined;
  const digits = phrase.pieces.map((piece) => piece.digits);
  return digits.every((text) => /^\d{1,4}$/u.test(text)) ? { text: digits.join(''), end: phrase.end } : undefined;
}

/** Removes last parts that belong to the next words: an article, "I", or a number that counts something. */
function dropOpenEnd(tokens: readonly Token[], parts: Part[]): void {
  for (;;) {
    const last = parts.at(-1);
    if (last === undefined) return;
    const article = last.text === 'A' && !closes(tokens, last.end);
    const pronoun = last.text === 'I' && !endsPhrase(tokens, last.end);
    const counting = /\d$/u.test(last.text) && COUNTED.test(tokens[last.end]?.key ?? '');
    if (!article && !pronoun && !counting) return;
    parts.pop();
  }
}

/** Whether the first letter may be an article: "order a two". After "number", "is" or a similar word it is not. */
function startsWithArticle(tokens: readonly Token[], start: number): boolean {
  const article = tokens[start]?.key === 'a' || tokens[start]?.key === 'i';
  return article && !LETTER.test(tokens[start + 1]?.key ?? '') && !CONNECTING.has(tokens[start - 1]?.key ?? '');
}
