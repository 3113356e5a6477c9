import { isNumberWord } from '../english/number-words.ts';
import type { Token } from '../token.ts';
import { type Pass, phraseAt } from './pass.ts';

/** How a speaker takes a word back, longest first. Bare "actually", "no" and "sorry" need the same kind on both sides. */
const CUES: readonly (readonly string[])[] = [
  'no wait make that',
  'no actually make that',
  'actually no make that',
  'sorry make that',
  'actually make that',
  'no make that',
  'oh wait no',
  'no wait no',
  'wait make that',
  'oh no wait',
  'wait no',
  'no wait',
  'no sorry',
  'sorry no',
  'oh sorry',
  'i mean',
  'i meant',
  'make that',
  'or rather',
  'no actually',
  'actually no',
  'sorry i mean',
  'no i mean',
  'correction',
  'actually',
  'sorry',
  'no',
]
  .map((cue) => cue.split(' '))
  .sort((first, second) => second.length - first.length);
const CUE_STARTS = new Set(CUES.map((cue) => cue[0] ?? ''));

const DAYS = new Set('monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight'.split(' '));
const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
);
const HALVES = new Set(['am', 'pm', 'a.m.', 'p.m.', "o'clock", 'percent', 'dollars', 'euros', 'pounds', 'hundred']);
const PREPOSITIONS = new Set(['on', 'at', 'in', 'by', 'to', 'for', 'from', 'until', 'till', 'the', 'next', 'this']);
/** Words that make what they surround a statement, not a slip: "two, not three", "sorry two". */
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
    const cue = CUE_STARTS.has(tokens[index]?.key ?? '') ? readCue(tokens, index) : undefined;
    const found = cue === undefined ? undefined : findItem(tokens, cue.end, out, cue.pauses);
    if (found === undefined) {
      const current = tokens[index];
      if (current !== undefined) out.push(current);
      index += 1;
      continue;
    }
    out.length = found.start;
    index = found.resume;
  }
  return out.length === tokens.length ? tokens : out;
};

function readCue(tokens: readonly Token[], start: number): { end: number; pauses: boolean } | undefined {
  for (const cue of CUES) {
    const length = cueLength(tokens, start, cue);
    if (length === undefined) continue;
    const pauses = tokens[start - 1]?.text === ',';
    // A lone "no" or "sorry" is only a correction between pauses or in an unpunctuated text.
    return { end: start + length, pauses };
  }
  return undefined;
}

/** The cue's words may have commas between them: "no, wait". */
function cueLength(tokens: readonly Token[], start: number, cue: readonly string[]): number | undefined {
  let index = start;
  for (const [at, word] of cue.entries()) {
    if (at > 0 && tokens[index]?.text === ',') index += 1;
    if (!phraseAt(tokens, index, [word])) return undefined;
    index += 1;
  }
  if (tokens[index]?.text === ',') index += 1;
  return index - start;
}

function findItem(tokens: readonly Token[], start: number, out: readonly Token[], pauses: boolean) {
  const end = out.length - (pauses && out.at(-1)?.text === ',' ? 1 : 0);
  const kind = kindOf(out[end - 1]);
  if (kind === undefined) return undefined;
  let from = end - 1;
  while (from > 0 && end - from < ITEM_LONGEST && isPart(out[from - 1], kind) && out[from]?.kind !== 'mark') from -= 1;
  // The second side may say the preposition again: "on Tuesday no wait on Wednesday".
  let second = start;
  if (
    tokens[second]?.key !== '' &&
    tokens[second]?.key === out[from - 1]?.key &&
    PREPOSITIONS.has(tokens[second]?.key ?? '')
  ) {
    second += 1;
  }
  if (kindOf(tokens[second]) !== kind || isHalf(tokens[second])) return undefined;
  return isHalf(out[from]) ? undefined : { start: from, resume: second };
}

function kindOf(of: Token | undefined): Kind | undefined {
  if (of === undefined) return undefined;
  if (DAYS.has(of.key)) return 'day';
  if (MONTHS.has(of.key) && of.key !== 'may' && of.key !== 'march') return 'month';
  return isNumberWord(of.key) || isHalf(of) || /^\d/u.test(of.text) || /^[$€£]\d/u.test(of.text) ? 'number' : undefined;
}

function isPart(of: Token | undefined, kind: Kind): boolean {
  return kind === 'number' && of !== undefined && (of.key === 'and' ? false : kindOf(of) === 'number');
}

function isHalf(of: Token | undefined): boolean {
  return of !== undefined && (HALVES.has(of.key) || HALVES.has(of.text.toLowerCase())) && of.key !== 'hundred';
}
