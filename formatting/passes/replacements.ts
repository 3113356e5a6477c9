import { isNumberWord } from '../english/number-words.ts';
import type { Token } from '../token.ts';
import { endsPhrase, type Pass, phraseAt } from './pass.ts';

interface Cue {
  readonly words: readonly string[];
  /** It takes something back wherever it stands; the others also mean something else ("two actually nice people"). */
  readonly sure: boolean;
}

const cues = (sure: boolean, phrases: string): Cue[] =>
  phrases.split('|').map((cue) => ({ words: cue.split(' '), sure }));

/** How a speaker takes a word back, longest first. */
const CUES: readonly Cue[] = [
  ...cues(
    true,
    'no wait make that|no actually make that|actually no make that|sorry make that|actually make that|no make that|oh wait no|no wait no|wait make that|oh no wait|wait no|no wait|no sorry|sorry no|oh sorry|make that|or rather|no actually|actually no|sorry i mean|no i mean|i meant',
  ),
  ...cues(false, 'i mean|correction|actually|sorry|no'),
].sort((first, second) => second.words.length - first.words.length);
const CUE_STARTS = new Set(CUES.map(({ words }) => words[0] ?? ''));

const DAYS = new Set('monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight'.split(' '));
/** "May" and "march" are other words too. */
const MONTHS = new Set('january february april june july august september october november december'.split(' '));
const UNITS = new Set(['am', 'pm', 'a.m.', 'p.m.', "o'clock", 'percent', 'dollars', 'euros', 'pounds']);
const PREPOSITIONS = new Set(['on', 'at', 'in', 'by', 'to', 'for', 'from', 'until', 'till', 'the', 'next', 'this']);
/** What may follow the second side after a cue that is not sure. */
const CLOSERS = new Set('on at in by to for from until till and or but so of with if please then because'.split(' '));
/** No number has more words, so that the search stays linear. */
const ITEM_LONGEST = 8;

type Kind = 'number' | 'day' | 'month';

/**
 * Replaces a number, day or month by the one that corrects it: "at two actually make that three" is "at three".
 * Both sides must be of one kind and stand right beside the cue; every other correction is left to the rewrite.
 */
export const replaceItems: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const found = CUE_STARTS.has(tokens[index]?.key ?? '') ? findReplacement(tokens, index, out) : undefined;
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
  /** Where in what is written already the first side begins. */
  readonly start: number;
  readonly written: readonly Token[];
  readonly end: number;
}

function findReplacement(tokens: readonly Token[], at: number, out: readonly Token[]): Replacement | undefined {
  const cue = readCue(tokens, at);
  const end = out.length - (out.at(-1)?.text === ',' ? 1 : 0);
  const kind = kindOf(out[end - 1]);
  if (cue === undefined || kind === undefined) return undefined;
  const start = startOfItem(out, end, kind);
  const second = skipPreposition(tokens, cue.end, out[start - 1]);
  const secondEnd = endOfItem(tokens, second, kind);
  if (secondEnd === second || isUnit(out[start]) || isUnit(tokens[second])) return undefined;
  if (!cue.sure && !closes(tokens, secondEnd)) return undefined;
  const item = tokens.slice(second, secondEnd);
  // "At two pm no wait three" is still in the afternoon.
  const unit = out[end - 1];
  const keeps = isUnit(unit) && !item.some(isUnit) && !isUnit(tokens[secondEnd]);
  return { start, written: keeps && unit !== undefined ? [...item, unit] : item, end: secondEnd };
}

/** The words of a cue may have commas between them ("no, wait"); between commas every cue is sure. */
function readCue(
  tokens: readonly Token[],
  start: number,
): { readonly end: number; readonly sure: boolean } | undefined {
  for (const { words, sure } of CUES) {
    let index = start;
    for (const [at, word] of words.entries()) {
      if (at > 0 && tokens[index]?.text === ',') index += 1;
      if (!phraseAt(tokens, index, [word])) break;
      index += 1;
      if (at < words.length - 1) continue;
      const parted = tokens[index]?.text === ',';
      return { end: parted ? index + 1 : index, sure: sure || (parted && tokens[start - 1]?.text === ',') };
    }
  }
  return undefined;
}

/** The second side may say the preposition again: "on Tuesday no wait on Wednesday". */
function skipPreposition(tokens: readonly Token[], at: number, before: Token | undefined): number {
  const key = tokens[at]?.key ?? '';
  return PREPOSITIONS.has(key) && key === before?.key ? at + 1 : at;
}

function startOfItem(out: readonly Token[], end: number, kind: Kind): number {
  let start = end - 1;
  while (kind === 'number' && start > 0 && end - start < ITEM_LONGEST && kindOf(out[start - 1]) === 'number')
    start -= 1;
  return start;
}

function endOfItem(tokens: readonly Token[], start: number, kind: Kind): number {
  let end = start;
  while (kindOf(tokens[end]) === kind && end - start < ITEM_LONGEST) {
    end += 1;
    if (kind !== 'number') break;
  }
  return end;
}

function closes(tokens: readonly Token[], end: number): boolean {
  return endsPhrase(tokens, end) || CLOSERS.has(tokens[end]?.key ?? '');
}

function kindOf(of: Token | undefined): Kind | undefined {
  if (of === undefined) return undefined;
  if (DAYS.has(of.key)) return 'day';
  if (MONTHS.has(of.key)) return 'month';
  return isNumberWord(of.key) || isUnit(of) || /^[$€£]?\d/u.test(of.text) ? 'number' : undefined;
}

function isUnit(of: Token | undefined): boolean {
  return of !== undefined && (UNITS.has(of.key) || UNITS.has(of.text.toLowerCase()));
}
