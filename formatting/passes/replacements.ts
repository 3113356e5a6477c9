import { isKnownEnglish } from '../english/common-words.ts';
import { isNumberWord } from '../english/number-words.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { CUE_STARTS, type FoundCue, PAUSES, readCue } from './cues.ts';
import { endsPhrase, type Pass, startsSentence } from './pass.ts';

const DAYS = wordSet('monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight');
/** Kinds of words. A correction replaces a word by another one of the same kind only. */
const CLASSES: readonly (readonly [Kind, ReadonlySet<string>])[] = [
  ['daytime', wordSet('morning afternoon evening noon midnight night')],
  ['side', wordSet('left right')],
  ['direction', wordSet('north south east west')],
  ['size', wordSet('small medium large')],
  ['color', wordSet('red blue green yellow black white orange purple pink gray grey brown')],
];
/** The months without "may" and "march", which are other words too. */
const MONTHS = wordSet('january february april june july august september october november december');
const UNITS = new Set([
  'am',
  'pm',
  'a.m.',
  'p.m.',
  "o'clock",
  'percent',
  'dollars',
  'euros',
  'pounds',
  'yen',
  'rupees',
]);
const PREPOSITIONS = new Set(['on', 'at', 'in', 'by', 'to', 'for', 'from', 'until', 'till', 'the', 'next', 'this']);
/** Words that may follow the corrected item after a cue that does not always correct. */
const CLOSERS = wordSet('on at in by to for from until till and or but so of with if please then because');
/** Words with which a phrase starts again. */
const ANCHORS = wordSet('to at in on for from with by of the a an my your our their this dear hi hello');
const PREPOSITION_ANCHORS = wordSet('to at in on for from with by');
const MAX_RESTART_WORDS = 8;
/** More words than any number has. The limit keeps the search linear. */
const MAX_ITEM_WORDS = 8;

type Kind = 'number' | 'day' | 'month' | 'daytime' | 'side' | 'direction' | 'size' | 'color' | 'name';

/**
 * Applies corrections: replaces a number, day, month, name or other item by the one after the cue ("at two actually
 * make that three" is "at three"), and a phrase by one that starts again with the same word ("to the office no wait to
 * the shop"). All other corrections are left to the rewrite.
 */
export const replaceItems: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const found = CUE_STARTS.has(tokens[index]?.key ?? '') ? findCorrection(tokens, index, out) : undefined;
    const current = tokens[index];
    if (found !== undefined) {
      out.length = found.start;
      out.push(...found.written);
      index = found.end;
    } else {
      if (current !== undefined) out.push(current);
      index += 1;
    }
  }
  return out;
};

interface Replacement {
  /** The index in the written tokens at which the replaced item starts. */
  readonly start: number;
  readonly written: readonly Token[];
  readonly end: number;
}

function findCorrection(tokens: readonly Token[], at: number, out: readonly Token[]): Replacement | undefined {
  const cue = readCue(tokens, at);
  if (cue === undefined) return undefined;
  return (
    findDayPart(tokens, cue, out) ??
    findReplacement(tokens, cue, out) ??
    findCounted(tokens, cue, out) ??
    findRestart(tokens, cue, out)
  );
}

function findReplacement(tokens: readonly Token[], cue: FoundCue, out: readonly Token[]): Replacement | undefined {
  const end = endBeforePause(out);
  const kind = kindOf(out[end - 1]) ?? (cue.sure ? nameOf(out[end - 1]) : undefined);
  if (kind === undefined || (cue.defining && isDefined(out, end))) return undefined;
  const start = startOfItem(out, end, kind);
  const second = skipPreposition(tokens, cue.end, out[start - 1]);
  const secondEnd = endOfItem(tokens, second, kind);
  if (secondEnd === second || isUnit(out[start]) || isUnit(tokens[second])) return undefined;
  if (isNewClause(tokens, secondEnd, out, start)) return undefined;
  const whole = cue.sure && !cue.stopped && kind !== 'name';
  if (!whole && !closes(tokens, secondEnd)) return undefined;
  const item = tokens.slice(second, secondEnd);
  if (isSame(item, out.slice(start, end)) || (cue.denies && isListed(tokens, secondEnd, out[start - 1])))
    return undefined;
  // "At two pm no wait three" is 3 PM.
  const unit = out[end - 1];
  const keeps = isUnit(unit) && !item.some(isUnit) && !isUnit(tokens[secondEnd]);
  return { start, written: keeps && unit !== undefined ? [...item, unit] : item, end: secondEnd };
}

/** Replaces a day and its part: "on Saturday morning, no, sorry, Sunday morning". */
function findDayPart(tokens: readonly Token[], cue: FoundCue, out: readonly Token[]): Replacement | undefined {
  const end = endBeforePause(out);
  const isDayPart = (day?: Token, part?: Token) => kindOf(day) === 'day' && kindOf(part) === 'daytime';
  if (!cue.sure || cue.defining || !isDayPart(out[end - 2], out[end - 1])) return undefined;
  const second = skipPreposition(tokens, cue.end, out[end - 3]);
  if (!isDayPart(tokens[second], tokens[second + 1])) return undefined;
  const item = tokens.slice(second, second + 2);
  if (isSame(item, out.slice(end - 2, end)) || isNewClause(tokens, second + 2, out, end - 2)) return undefined;
  return { start: end - 2, written: item, end: second + 2 };
}

/** Verbs after the subject of a clause. */
const PREDICATES = wordSet(
  "is isn't are aren't was wasn't were weren't will won't would wouldn't can can't could couldn't should may might must has hasn't had does doesn't did didn't works work suits suit seems looks sounds fits makes means comes goes",
);

/** Whether the item after a cue is the subject of its own clause: "Tuesday, actually no, Wednesday is better". */
function isNewClause(tokens: readonly Token[], end: number, out: readonly Token[], start: number): boolean {
  return PREDICATES.has(tokens[end]?.key ?? '') && !startsSentence(out, start);
}

/** Words with which a speaker defines a word: "when I say ten, I mean ten". */
const DEFINING = wordSet('say says said saying by mean means meant');

/** Whether the clause before an item defines it. */
function isDefined(out: readonly Token[], end: number): boolean {
  for (let at = end - 1; at >= Math.max(0, end - MAX_RESTART_WORDS) && out[at]?.kind !== 'mark'; at -= 1)
    if (DEFINING.has(out[at]?.key ?? '')) return true;
  return false;
}

function isSame(first: readonly Token[], second: readonly Token[]): boolean {
  return (
    first.length === second.length &&
    first.every(({ key, text }, at) => key === second[at]?.key && key !== '' && text !== '')
  );
}

/** Whether "no" precedes an item of a list: "red, no blue, no green". */
function isListed(tokens: readonly Token[], end: number, before: Token | undefined): boolean {
  const next = tokens[tokens[end]?.text === ',' ? end + 1 : end];
  return before?.key === 'no' || next?.key === 'no';
}

/**
 * Replaces a number and keeps its noun: "twenty chairs actually make that thirty", "two tablets, correction, three
 * tablets".
 */
function findCounted(tokens: readonly Token[], cue: FoundCue, out: readonly Token[]): Replacement | undefined {
  const end = endBeforePause(out);
  const noun = out[end - 1];
  if (!cue.sure || noun?.kind !== 'word' || kindOf(out[end - 2]) !== 'number') return undefined;
  const start = startOfItem(out, end - 1, 'number');
  const secondEnd = endOfItem(tokens, cue.end, 'number');
  if (secondEnd === cue.end || isUnit(out[start])) return undefined;
  const again = tokens[secondEnd]?.key === noun.key ? secondEnd + 1 : secondEnd;
  if (!endsPhrase(tokens, again) && !(again > secondEnd && closes(tokens, again))) return undefined;
  return { start, written: [...tokens.slice(cue.end, secondEnd), noun], end: again };
}

/**
 * Replaces a phrase that starts again: "send it to Anna no sorry send it to Maria", "the red one no wait the blue one".
 */
function findRestart(tokens: readonly Token[], cue: FoundCue, out: readonly Token[]): Replacement | undefined {
  const anchor = tokens[cue.end];
  if (!cue.sure || anchor?.kind !== 'word') return undefined;
  const end = endBeforePause(out);
  for (let start = end - 1; start >= Math.max(0, end - MAX_RESTART_WORDS); start -= 1) {
    const of = out[start];
    if (of === undefined || of.kind === 'mark' || of.kind === 'break' || of.kind === 'bullet') return undefined;
    if (of.key !== anchor.key) continue;
    const next = tokens[cue.end + 1];
    const twice = next?.kind === 'word' && start + 1 < end && out[start + 1]?.key === next.key;
    let same = 1;
    while (start + same < end && out[start + same]?.key === tokens[cue.end + same]?.key) same += 1;
    // "We read the plan, sorry, the plan was old."
    if (start + same === end && isNewClause(tokens, cue.end + same, out, start)) return undefined;
    const restarts = PREPOSITION_ANCHORS.has(anchor.key) && !cue.stopped;
    if (!twice && !restarts && !(ANCHORS.has(anchor.key) && lengthOfPhrase(tokens, cue.end) === end - start))
      return undefined;
    return { start, written: [], end: cue.end };
  }
  return undefined;
}

/** The number of words up to the end of the phrase or a word that starts another one. */
function lengthOfPhrase(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (end - start <= MAX_RESTART_WORDS && !(end > start + 1 ? closes(tokens, end) : endsPhrase(tokens, end)))
    end += 1;
  return end - start;
}

/** The end of the written tokens, without a pause mark. */
function endBeforePause(out: readonly Token[]): number {
  const last = out.at(-1);
  return out.length - (last?.kind === 'mark' && !last.spoken && PAUSES.has(last.text) ? 1 : 0);
}

/** Skips a repeated preposition: "on Tuesday no wait on Wednesday". */
function skipPreposition(tokens: readonly Token[], at: number, before: Token | undefined): number {
  const key = tokens[at]?.key ?? '';
  return PREPOSITIONS.has(key) && key === before?.key ? at + 1 : at;
}

function startOfItem(out: readonly Token[], end: number, kind: Kind): number {
  let start = end - 1;
  while (kind === 'number' && start > 0 && end - start < MAX_ITEM_WORDS && kindOf(out[start - 1]) === 'number')
    start -= 1;
  return start;
}

function endOfItem(tokens: readonly Token[], start: number, kind: Kind): number {
  let end = start;
  const isKind = (of: Token | undefined) => (kind === 'name' ? nameOf(of) : kindOf(of)) === kind;
  while (isKind(tokens[end]) && end - start < MAX_ITEM_WORDS) {
    end += 1;
    if (kind !== 'number') break;
  }
  return end;
}

function closes(tokens: readonly Token[], end: number): boolean {
  return endsPhrase(tokens, end) || CLOSERS.has(tokens[end]?.key ?? '');
}

/** A word that is not in the lists of English words counts as a name, and so does one with a capital. */
function nameOf(of: Token | undefined): Kind | undefined {
  if (of?.kind !== 'word' || of.key.length < 3) return undefined;
  return !isKnownEnglish(of.key) || /^\p{Lu}\p{Ll}+$/u.test(of.text) ? 'name' : undefined;
}

function kindOf(of: Token | undefined): Kind | undefined {
  if (of === undefined) return undefined;
  const listed = CLASSES.find(([, words]) => words.has(of.key));
  if (listed !== undefined) return listed[0];
  if (DAYS.has(of.key)) return 'day';
  if (MONTHS.has(of.key)) return 'month';
  return isNumberWord(of.key) || isUnit(of) || /^[$€£¥₹]?\d/u.test(of.text) ? 'number' : undefined;
}

function isUnit(of: Token | undefined): boolean {
  return of !== undefined && (UNITS.has(of.key) || UNITS.has(of.text.toLowerCase()));
}
