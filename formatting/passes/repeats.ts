import { DIGIT_WORDS } from '../english/number-words.ts';
import { clauseWordsOf } from '../languages/clauses.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import type { Pass } from './pass.ts';

/**
 * Words that a speaker stutters: function words. Any other word said three times is on purpose ("it is big big big"),
 * or is a word of a title, a song or a list.
 */
const STUTTERED = wordSet(
  "the a an i i'm i'll i've i'd we we're we'll we've you you're you'll you've he he's he'll she she's she'll it it's it'll they they're they'll they've this these those my your our their his its and and but or if because when while where which who what how that that's there's am is are was were be been do does did has have can could will would shall should may might must can't don't didn't won't isn't wasn't to of in on at for with from by about into then as than like just maybe also not",
);
const SOUNDS = wordSet('no yes yeah very really so ha haha he ho la na blah yada knock cha bla tick tock dot');
/** Twice may be intended ("had had", "very very"); three times is a stutter. */
const STUTTER = 3;
/** A recognizer that loops repeats any word more often than a speaker does. */
const LOOP = 8;
/** Function words that are never repeated on purpose. */
const NEVER_TWICE = wordSet(
  "the a an i we they she our your their and but or of to with from if because i'm it's we're he's she's they're i'll we'll that's there's i've we've",
);
/** Subjects that start a repeated phrase: "we need to we need to talk". */
const SUBJECTS = wordSet("i we they she he it you i'm we're they're it's");
const PREPOSITIONS = wordSet('in on at for with from to of by about');
const DETERMINERS = wordSet('the a an my our your their this');
/** Verbs that continue a phrase after its subject. "I do I do" and "he said he said" are intended. */
const CONTINUING = wordSet(
  'am is are was were have had will would can could should might must need want think just really was',
);
/** Auxiliaries that start a repeated question: "can you can you hear me". */
const ASKING = wordSet('can could will would should do did');
const QUESTION_WORDS = wordSet('what who where when why how which that');
const PHRASE_WORDS = [4, 3, 2] as const;

/**
 * Removes unintended repetitions, with the recognizer's commas: a function word, or a pair of them, said three times
 * ("we we we", "I was I was I was"), an article, pronoun or preposition said twice ("the the"), a phrase that starts
 * again ("we need to we need to talk"), and any word said eight times. "No, no, no" and "big big big" stay.
 */
export const collapseRepeats: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const open = clauseWordsOf(language)?.open ?? new Set();
  const phrases = PHRASE_WORDS.reduce((current, size) => collapsePhrases(current, size, open), tokens);
  return collapse(collapse(collapseTwice(phrases), 1), 2);
};

/** Removes a repeated function word: "the the", "I, I think". */
function collapseTwice(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const next = afterPause(tokens, index + 1);
    const again = tokens[next];
    const twice =
      again?.key === current.key &&
      current.kind === 'word' &&
      NEVER_TWICE.has(current.key) &&
      again.spaced &&
      !isSpelled(tokens, index, next) &&
      !isStranded(tokens, index);
    if (!twice || again.kind !== 'word') {
      out.push(current);
      continue;
    }
    // The first word keeps its capital and position.
    let last = next;
    for (let at = afterPause(tokens, last + 1); tokens[at]?.key === current.key; at = afterPause(tokens, last + 1))
      last = at;
    out.push(current);
    index = last;
  }
  return out;
}

/** Whether "a a" are letters: of a code, or of a battery. */
function isSpelled(tokens: readonly Token[], first: number, second: number): boolean {
  if (tokens[first]?.key !== 'a') return false;
  const [before, after] = [tokens[first - 1]?.key ?? '', tokens[second + 1]?.key ?? ''];
  const letter = (key: string) => (key.length === 1 && key !== 'i') || DIGIT_WORDS.has(key);
  return letter(before) || letter(after) || after.startsWith('batter') || tokens[second]?.text === 'A';
}

const RELATIVE = wordSet('who whom whose which what where that whoever whatever how');
const STRANDING_REACH = 8;

/** Whether the first of two prepositions may end a clause: "the people we work with with pride". */
export function isStranded(tokens: readonly Token[], index: number): boolean {
  if (!PREPOSITIONS.has(tokens[index]?.key ?? '')) return false;
  for (let at = index - 1; at >= Math.max(0, index - STRANDING_REACH) && tokens[at]?.kind === 'word'; at -= 1) {
    if (RELATIVE.has(tokens[at]?.key ?? '')) return true;
    const noun = tokens[at - 1];
    if (SUBJECTS.has(tokens[at]?.key ?? '') && noun?.kind === 'word' && !isFunctionWord(noun.key)) return true;
  }
  return false;
}

/** Whether a word before a subject only joins clauses: "because we need to to go". */
function isFunctionWord(key: string): boolean {
  return STUTTERED.has(key) || key === 'so' || key.endsWith('ly');
}

/** Removes a repeated phrase: "we need to we need to talk", "in the in the morning". */
function collapsePhrases(
  tokens: readonly Token[],
  size: (typeof PHRASE_WORDS)[number],
  open: ReadonlySet<string>,
): readonly Token[] {
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const second = afterPause(tokens, index + size);
    const again = tokens[second]?.key === tokens[index]?.key && tokens[index]?.kind === 'word';
    // "It was leaking, it was leaking badly": a whole clause before a comma is said again for emphasis.
    const unfinished = second === index + size || open.has(tokens[index + size - 1]?.key ?? '');
    if (again && unfinished && startsAgain(tokens, index, size) && isSame(tokens, index, second, size)) {
      for (let at = index; at < index + size; at += 1) {
        const of = tokens[at];
        if (of !== undefined) out.push(of);
      }
      index = second + size;
      continue;
    }
    const current = tokens[index];
    if (current !== undefined) out.push(current);
    index += 1;
  }
  return out;
}

/** Whether a phrase starts that is never repeated on purpose. */
function startsAgain(tokens: readonly Token[], start: number, size: number): boolean {
  const [first = '', second = ''] = [tokens[start]?.key, tokens[start + 1]?.key];
  const opens =
    asksAgain(tokens, start) ||
    (SUBJECTS.has(first) && CONTINUING.has(second)) ||
    (PREPOSITIONS.has(first) && DETERMINERS.has(second));
  if (!opens) return false;
  for (let at = start; at < start + size; at += 1) if (tokens[at]?.kind !== 'word') return false;
  return true;
}

/** "Can you can you hear me", but not "what can I can I" or "I will I will". */
function asksAgain(tokens: readonly Token[], start: number): boolean {
  const [before = '', first = '', second = ''] = [tokens[start - 1]?.key, tokens[start]?.key, tokens[start + 1]?.key];
  return ASKING.has(first) && SUBJECTS.has(second) && before !== second && !QUESTION_WORDS.has(before);
}

/** The next token, after a comma of the recognizer if there is one. */
function afterPause(tokens: readonly Token[], index: number): number {
  const pause = tokens[index];
  return pause?.text === ',' && !pause.spoken ? index + 1 : index;
}

function collapse(tokens: readonly Token[], size: 1 | 2): readonly Token[] {
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const times = countRepeats(tokens, index, size);
    if (times >= LOOP || (times >= STUTTER && isStutter(tokens, index, size))) {
      out.push(...tokens.slice(index, index + size));
      index += times * size;
    } else {
      const current = tokens[index];
      if (current !== undefined) out.push(current);
      index += 1;
    }
  }
  return out;
}

function countRepeats(tokens: readonly Token[], start: number, size: number): number {
  if (tokens[start]?.key !== tokens[start + size]?.key) return 1;
  for (let offset = 0; offset < size; offset += 1) {
    if (!mayRepeat(tokens[start + offset])) return 1;
  }
  // "Over and over and over" is intended; with "then" it is a stutter.
  if (size === 2 && tokens[start + 1]?.key === 'and' && tokens[start]?.key !== 'then') return 1;
  if (size === 2 && tokens[start]?.key === 'and' && tokens[start + 1]?.key !== 'then') return 1;
  let times = 1;
  while (isSame(tokens, start, start + times * size, size)) times += 1;
  return times;
}

function isSame(tokens: readonly Token[], first: number, second: number, size: number): boolean {
  for (let offset = 0; offset < size; offset += 1) {
    const other = tokens[second + offset];
    if (other === undefined || other.key === '' || !other.spaced) return false;
    if (other.key !== tokens[first + offset]?.key) return false;
  }
  return true;
}

/** Numbers, single letters and sounds are repeated on purpose, however often. */
function mayRepeat(of: Token | undefined): boolean {
  if (of?.kind !== 'word' || SOUNDS.has(of.key) || DIGIT_WORDS.has(of.key) || /\d/u.test(of.key)) return false;
  return of.key.length > 1 || of.key === 'i' || of.key === 'a';
}

function isStutter(tokens: readonly Token[], start: number, size: number): boolean {
  for (let offset = 0; offset < size; offset += 1) if (!STUTTERED.has(tokens[start + offset]?.key ?? '')) return false;
  return true;
}
