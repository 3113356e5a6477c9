import { isKnownEnglish } from '../english/common-words.ts';
import type { Refusal } from '../types.ts';
import { wordSet } from '../word-set.ts';
import { align, type Hunk } from './align.ts';
import { type Compared, withoutBullets } from './compared.ts';
import { markDroppable } from './droppable.ts';
import type { Fact } from './fact.ts';
import { factsOf, isEnglish } from './facts.ts';
import { hasNumberGrammar } from './foreign-quantities.ts';
import { findMoves } from './moves.ts';
import { swapsNumbers } from './number-order.ts';
import { createNumberSupport, createNumeralWords } from './numbers.ts';
import { COURTESY } from './phrases.ts';
import { isSameWord } from './same-words.ts';
import { isHeardAs } from './spelling.ts';

/** The number of light words that may be added or dropped: a fixed number, and one more per so many words. */
const LIGHT_CHANGES = 3;
const WORDS_PER_LIGHT_CHANGE = 6;

/** More words than a clean-up adds in one place. Limits the time for texts that have nothing in common. */
const MAX_GAINED = 40;

/** Both texts as facts, and the changes that are allowed. */
interface Change {
  readonly said: readonly Fact[];
  readonly written: readonly Fact[];
  /** Facts of the first text that may be left out. */
  readonly droppable: ReadonlySet<number>;
  /** What the speaker said as a correction. It may take the place of the corrected words. */
  readonly settled: ReadonlySet<string>;
  readonly styled: boolean;
  readonly names: ReadonlySet<string>;
  readonly isSaidNumber: (number: string) => boolean;
  readonly isNumeral: (word: string) => boolean;
}

/**
 * The first change of a rewrite that a clean-up does not explain: a fact that is not in both texts must be a
 * hesitation, a repetition, a spoken mark, something that the speaker corrected, or an error of grammar or of the
 * recognizer. The rewrite may follow the rules' text or the dictation.
 */
export function findChange(input: Compared): Refusal | undefined {
  const change = findChangeOf(input, input.draft);
  return change === undefined || input.raw === input.draft || findChangeOf(input, input.raw) !== undefined
    ? change
    : undefined;
}

function findChangeOf(input: Compared, text: string): Refusal | undefined {
  const { language } = input;
  const typed = isEnglish(language) || hasNumberGrammar(language);
  if (!typed && swapsNumbers(text, input.rewritten, language)) return 'reordered';
  const [said, written] = [factsOf(text, language), factsOf(withoutBullets(input.rewritten), language)];
  const { droppable, settled } = markDroppable(said, input);
  const change: Change = {
    said,
    written,
    droppable,
    settled,
    styled: input.styled,
    names: input.names,
    isSaidNumber: typed ? () => false : createNumberSupport([input.raw, input.draft], language),
    isNumeral: typed ? () => false : createNumeralWords(input.rewritten, language),
  };
  const hunks = align(
    said.map(({ key }) => key),
    written.map(({ key }) => key),
  );
  if (hunks === undefined || hunks.some(({ gained }) => gained.length > MAX_GAINED)) return 'new_words';
  const moves = findMoves(said, written, hunks);
  let light = 0;
  for (const { lost, gained } of hunks) {
    const rest = {
      lost: lost.filter((at) => !moves.said.has(at)),
      gained: gained.filter((at) => !moves.written.has(at)),
    };
    const judged = judge(change, rest);
    if (judged.refusal !== undefined) return isSwap(change, hunks) ? 'reordered' : judged.refusal;
    light += judged.light;
  }
  const most = LIGHT_CHANGES + written.length / WORDS_PER_LIGHT_CHANGE;
  return light > (input.styled ? most * 2 : most) ? 'new_words' : undefined;
}

interface Judged {
  readonly refusal?: Refusal;
  readonly light: number;
}

function judge(change: Change, { lost, gained }: Hunk): Judged {
  const { said, written } = change;
  const gone = lost.filter((at) => !change.droppable.has(at)).map((at) => said[at] as Fact);
  const come = gained.map((at) => written[at] as Fact);
  if (
    isSameRun(gone, come) ||
    isSameRun(
      lost.map((at) => said[at] as Fact),
      come,
    )
  )
    return { light: 0 };
  return pair(change, gone, come);
}

/** The same letters or digits with other spaces: "git hub", "alot", "555-0199". */
function isSameRun(gone: readonly Fact[], come: readonly Fact[]): boolean {
  if (gone.length === 0 || come.length === 0) return gone.length === come.length;
  const sound = HOMOPHONES.get(wordsOf(gone));
  if (sound !== undefined && sound === HOMOPHONES.get(wordsOf(come))) return true;
  if ([...gone, ...come].every(({ kind }) => kind === 'number')) return joined(gone) === joined(come);
  if ([...gone, ...come].some(({ kind }) => kind === 'negation')) return false;
  // A code that is said letter by letter: "a four" is A4.
  if ([...gone, ...come].some(({ kind }) => kind === 'number')) return codeOf(gone) === codeOf(come);
  return lettersOf(gone) === lettersOf(come);
}

const joined = (facts: readonly Fact[]) =>
  facts.map(({ word, readings }) => (/^\d/u.test(word) ? word : (readings[0] ?? '')).replaceAll(/\D/gu, '')).join('');
const codeOf = (facts: readonly Fact[]) => facts.map(({ word, readings }) => readings[0] ?? word).join('');
const lettersOf = (facts: readonly Fact[]) => facts.map(({ word }) => word.replaceAll(/[^\p{L}]/gu, '')).join('');

const wordsOf = (facts: readonly Fact[]) => facts.map(({ word }) => word).join(' ');
/** Word pairs that sound like one word. */
const HOMOPHONES: ReadonlyMap<string, string> = new Map(
  [
    ['they are', 'there'],
    ['you are', 'your'],
    ['we are', 'were'],
    ["who 's", 'whose'],
    ['he is', 'his'],
  ].flatMap((group) => group.map((words) => [words, group[0] ?? ''] as const)),
);

/** Pairs lost facts with gained ones, in order. The remaining ones must be light words. */
function pair(change: Change, gone: readonly Fact[], come: readonly Fact[]): Judged {
  const lost: Fact[] = [];
  const gained: Fact[] = [];
  let next = 0;
  for (const fact of come) {
    const found = gone.slice(next, next + MAX_GAINED).findIndex((other) => isReplaced(change, other, fact)) + next;
    if (found < next) gained.push(fact);
    else {
      lost.push(...gone.slice(next, found));
      next = found + 1;
    }
  }
  lost.push(...gone.slice(next));
  const refusal = reasonOf(
    lost.filter((fact) => !isDroppable(change, fact)),
    gained.filter((fact) => !isAddable(change, fact)),
  );
  return refusal === undefined ? { light: lost.length + gained.length } : { refusal, light: 0 };
}

/** The most important reason among the lost and gained facts. Undefined if there are none. */
function reasonOf(lost: readonly Fact[], gained: readonly Fact[]): Refusal | undefined {
  if (lost.length + gained.length === 0) return undefined;
  const has = (facts: readonly Fact[], kind: Fact['kind']) => facts.some((fact) => fact.kind === kind);
  if (has(gained, 'number')) return 'new_number';
  if (has(lost, 'number')) return 'lost_number';
  if (has(lost, 'negation') || has(gained, 'negation')) return 'negation_changed';
  if (gained.some(({ kind, word }) => kind === 'content' && !isKnownEnglish(word))) return 'new_name';
  if (has(gained, 'content')) return 'new_words';
  if (has(lost, 'content')) return 'lost_words';
  return 'changed_fact';
}

function isReplaced({ names, isNumeral, isSaidNumber }: Change, said: Fact, written: Fact): boolean {
  if (said.kind === 'number' && written.kind === 'number')
    return (
      written.readings.some((value) => said.readings.includes(value)) ||
      (isSaidNumber(written.word) && isNumeral(said.word))
    );
  if (written.kind === 'number') return isNumeral(said.word) && isSaidNumber(written.word);
  if (said.kind === 'number') return false;
  // "Or rather his sister" may become "Tom's sister".
  if (written.word === "'s") return POSSESSIVES.has(said.key);
  if (isSameWord(said.word, written.word)) return true;
  if (!FREE.has(said.kind) || !FREE.has(written.kind)) return false;
  return isHeardAs(said.word, written.word, names);
}

const POSSESSIVES = new Set(['his', 'her', 'their', 'is', 'has']);

/** Kinds of words in which a recognition error may be corrected. Another fact is never a correction. */
const FREE: ReadonlySet<Fact['kind']> = new Set(['content', 'light', 'hesitation']);

function isAddable({ said, settled, styled, isSaidNumber }: Change, { kind, key, word }: Fact): boolean {
  if (settled.has(key)) return true;
  if (kind === 'light') return true;
  // "It rises by 40 euros to 790": a unit that was said holds for the other number too.
  if (kind === 'unit') return said.some((other) => other.kind === 'unit' && other.key === key);
  if (kind === 'number') return isSaidNumber(word);
  if (kind === 'hesitation') return styled && COURTESY.has(word);
  return styled && (COURTESY.has(word) || STYLE_WORDS.has(word));
}

/** Words that another style may add or drop without changing the meaning. */
const STYLE_WORDS = wordSet('would could can will do does am is are have you your i we');

function isDroppable({ styled, isNumeral }: Change, { kind, word }: Fact): boolean {
  if (kind === 'light' || kind === 'hesitation') return true;
  if (isNumeral(word)) return true;
  return styled && (COURTESY.has(word) || STYLE_WORDS.has(word));
}

/** Whether the same words are in another order, for example with the actor swapped. */
function isSwap({ said, written }: Change, hunks: readonly Hunk[]): boolean {
  const gone = hunks.flatMap(({ lost }) => lost.map((at) => said[at]?.key ?? '')).toSorted();
  const come = hunks.flatMap(({ gained }) => gained.map((at) => written[at]?.key ?? '')).toSorted();
  return gone.length > 0 && gone.join(' ') === come.join(' ');
}
