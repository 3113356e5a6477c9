import type { SpokenMark } from '../english/spoken-marks.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { endsPhrase, isTerminal, type Scope, startsLine } from './pass.ts';

/** The name of a mark in a text. */
interface Found {
  readonly named: SpokenMark;
  /** False for a name that is a noun. */
  command: boolean;
}

/** Finds names of marks in one language. */
export interface Finder {
  /** Whether a name may start with this word. Most words cannot, so this check comes first. */
  readonly starts: (key: string) => boolean;
  /** The name of a mark at a token. `out`: the tokens already written. */
  readonly find: (tokens: readonly Token[], index: number, out: readonly Token[]) => Found | undefined;
}

interface Command {
  readonly index: number;
  readonly named: SpokenMark;
}

/** Marks that come in pairs. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['«', '»'],
  ['„', '“'],
]);
const CLOSINGS = new Set(CLOSING.values());

/** The number of tokens before a name that show whether it is a noun. */
const WINDOW = 8;

/**
 * Which names of marks in the text are commands. In a text with the recognizer's punctuation, a name inside a clause is
 * a word, unless another command in the text shows that the speaker dictates marks. The name of a quote or bracket is a
 * command only if the other one of its pair is there too. In code every name is a command.
 */
export function commandsIn(
  tokens: readonly Token[],
  { starts, find }: Finder,
  { place }: Scope,
): (index: number, named: SpokenMark) => boolean {
  if (place.kind === 'code') return () => true;
  const commands: Command[] = [];
  const nouns: Command[] = [];
  for (const [index, { key }] of tokens.entries()) {
    const before = starts(key) ? tokens.slice(Math.max(0, index - WINDOW), index) : [];
    const found = starts(key) ? find(tokens, index, before) : undefined;
    if (found !== undefined) (found.command ? commands : nouns).push({ index, named: found.named });
  }
  const single = singlesOf(tokens, commands, nouns, (place.before ?? '').trim() !== '');
  const paired = commands.filter(({ index }) => !single.has(index));
  const dictates =
    !tokens.some(isRecognized) ||
    paired.length > 1 ||
    paired.some(({ index, named }) => isBordered(tokens, index, named));
  const listed = namesInLists(tokens, paired);
  const ended = paired.some(
    ({ index, named }) => named.mark === '.' && isTerminal(tokens[index + named.words.length] ?? END),
  );
  const interjected = !ended && paired.some(({ index, named }) => isInterjected(tokens, index, named));
  // "Nobody, comma, nobody, period, gets in": beside an emphatic full stop, a single other name is no command either.
  if (interjected && paired.length <= MAX_EMPHATIC) return () => false;
  return (index, named) =>
    (dictates || announcesList(tokens, index, named)) &&
    !single.has(index) &&
    !listed.has(index) &&
    (ended || !isInterjected(tokens, index, named)) &&
    !(paired.length === 1 && isEmphatic(tokens, index, named));
}

/** More names of marks than this show that the speaker dictates them. */
const MAX_EMPHATIC = 2;
/** The end of the text ends a sentence. */
const END: Token = token('mark', '.');

const COUNTS = wordSet('two three four five six seven eight nine ten several following these');
const LIST_STARTS = wordSet('a an the my your our his her their one');

/** Whether a colon follows what the text counts, and a list starts: "three things colon a refund, an apology". */
function announcesList(tokens: readonly Token[], index: number, { mark, words }: SpokenMark): boolean {
  if (mark !== ':' || !/[a-z]{2}s$/u.test(tokens[index - 1]?.key ?? '')) return false;
  const counted = COUNTS.has(tokens[index - 2]?.key ?? '') || COUNTS.has(tokens[index - 3]?.key ?? '');
  return counted && LIST_STARTS.has(tokens[index + words.length]?.key ?? '');
}

/** Marks of which one is enough in a place: two of their names in a row are words. */
const PLAIN = /^[.,;:?!…–]$/u;

/** The names that the recognizer separated from another name by a comma only: "period, comma, whatever you like". */
function namesInLists(tokens: readonly Token[], commands: readonly Command[]): ReadonlySet<number> {
  const listed = new Set<number>();
  for (const [at, { index, named }] of commands.entries()) {
    const next = commands[at + 1];
    const end = index + named.words.length;
    const isList = tokens[end]?.text === ',' && next?.index === end + 1;
    if (!isList || !PLAIN.test(named.mark) || !PLAIN.test(next.named.mark)) continue;
    listed.add(index).add(next.index);
  }
  return listed;
}

/**
 * Whether a full stop is said inside a sentence of the recognizer: "he put his foot down, period, and the boys left".
 * After a dictated one the recognizer starts a sentence, or ends the text.
 */
function isInterjected(tokens: readonly Token[], start: number, { words, mark }: SpokenMark): boolean {
  const end = start + words.length;
  const next = tokens[end + 1];
  if (mark !== '.' || tokens[start - 1]?.text !== ',' || tokens[end]?.text !== ',') return false;
  return !tokens[start - 1]?.spoken && !tokens[end]?.spoken && next?.kind === 'word' && next.text === next.key;
}

/** Whether a mark is the first one of a pair. */
function opens({ mark, attaches }: SpokenMark): boolean {
  return (attaches === 'right' || mark === '«') && CLOSING.has(mark);
}

/**
 * The indices of quotes and brackets without their pair. @param nouns names that stay words, also the first one of a pair
 * @param continuesText the first one may be in the text before
 */
function singlesOf(
  tokens: readonly Token[],
  commands: readonly Command[],
  nouns: readonly Command[],
  continuesText: boolean,
): ReadonlySet<number> {
  const single = new Set<number>();
  const firstOpening = continuesText ? 0 : tokens.findIndex(isOpening);
  const firstNoun = nouns.find(({ named }) => opens(named))?.index ?? tokens.length;
  const lastClosing = tokens.findLastIndex(isClosing);
  let open: { readonly index: number; readonly closing: string } | undefined;
  for (const { index, named } of commands) {
    const closing = opens(named) ? CLOSING.get(named.mark) : undefined;
    if (closing !== undefined) {
      if (open !== undefined) single.add(open.index);
      open = { index, closing };
    } else if (CLOSINGS.has(named.mark)) {
      if (open?.closing === named.mark) open = undefined;
      else if (firstOpening < 0 || firstOpening > index || firstNoun < index) single.add(index);
    }
  }
  if (open !== undefined && lastClosing < open.index) single.add(open.index);
  return single;
}

function isOpening({ kind, text }: Token): boolean {
  return kind === 'mark' && CLOSING.has(text);
}

function isClosing({ kind, text }: Token): boolean {
  return kind === 'mark' && CLOSINGS.has(text);
}

function isRecognized({ kind, text, spoken }: Token): boolean {
  return kind === 'mark' && !spoken && /^[.,;:!?¿¡]$/u.test(text);
}

/** Whether a name is at the border of a clause, or the next word starts a sentence. */
function isBordered(tokens: readonly Token[], start: number, { words }: SpokenMark): boolean {
  const end = start + words.length;
  const next = tokens[end];
  const capital = next?.kind === 'word' && next.text !== next.key && next.key !== 'i' && !next.key.startsWith("i'");
  return endsPhrase(tokens, end) || startsLine(tokens, start) || tokens[start - 1]?.kind === 'mark' || capital;
}

const ABSOLUTE = wordSet('no not never nothing nobody none nowhere always every pas non nicht kein keine');

/** Whether a full stop is said for emphasis: "I will not pay for this, full stop." */
function isEmphatic(tokens: readonly Token[], start: number, { words, mark }: SpokenMark): boolean {
  if (mark !== '.' || tokens[start - 1]?.text !== ',' || !isTerminal(tokens[start + words.length])) return false;
  for (let at = start - 2; at >= 0 && !isTerminal(tokens[at]); at -= 1) {
    const key = tokens[at]?.key ?? '';
    if (ABSOLUTE.has(key) || key.endsWith("n't")) return true;
  }
  return false;
}
