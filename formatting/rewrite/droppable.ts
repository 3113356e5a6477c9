import { wordSet } from '../word-set.ts';
import { hasAddress, isSpokenJoint } from './addresses.ts';
import type { Compared } from './compared.ts';
import { markEllipsis } from './ellipsis.ts';
import type { Fact } from './fact.ts';
import { CORRECTION_CUES } from './phrases.ts';
import { isHourRestated } from './repeats.ts';

/** The facts of a dictation that a rewrite may leave out. */
export interface Droppable {
  /** Their indices in the dictation. */
  readonly droppable: ReadonlySet<number>;
  /** The facts that the speaker said as a correction. */
  readonly settled: ReadonlySet<string>;
}

/** Phrases of hesitation. */
const PHRASES: readonly (readonly string[])[] = [
  'you know',
  'i mean',
  'sort of',
  'kind of',
  'let i see',
  'you see',
  'o sea',
  'du weißt',
  'tu sais',
].map((phrase) => phrase.split(' '));
/** Words that count list items, and words that name emoji. */
const COUNTING = wordSet(
  'first second third fourth fifth firstly secondly thirdly finally lastly step number point one two three four five and then next',
);
const PICTURED = wordSet(
  'emoji emoticon thumbs thumb up down smiley smiling face party heart fire laughing crying winking wink sad happy clapping rocket check mark hands praying folded star',
);
const EMOJI = /\p{Extended_Pictographic}/gu;
const LIST_LINE = /^\s{0,9}(?:[-•*]|\d{1,2}[.)])\s/mu;
/** The maximum number of words before and after a correction cue that belong to it. */
const REACH = 8;
/** Cues that are ordinary words too. */
const WEAK_CUES = wordSet(
  'wait actually sorry rather instead correction moment pardon enfin plutôt perdón digo anzi scusa desculpa vielmehr',
);
/** Kinds of facts that correct each other in "two no three". */
const CLOSED: ReadonlySet<Fact['kind']> = new Set(['number', 'time', 'direction', 'pronoun']);

/** Marks what may be left out: hesitations, list counts, names of emoji, and corrected words. */
export function markDroppable(said: readonly Fact[], input: Compared): Droppable {
  const droppable = new Set<number>();
  const settled = new Set<string>();
  markHesitations(said, droppable);
  markEllipsis(said, droppable);
  markReasons(said, droppable, input.rewritten);
  if (said.some(({ key }) => key === 'please')) settled.add('please');
  markCorrections(said, droppable, settled, input);
  if (hasAddress(input.rewritten))
    for (const [at, { word }] of said.entries()) if (isSpokenJoint(word)) droppable.add(at);
  if (LIST_LINE.test(input.rewritten)) markCounts(said, droppable);
  if (count(input.rewritten, EMOJI) > count(input.draft, EMOJI)) markPictures(said, droppable);
  for (const [at, fact] of said.entries()) {
    if (isHourRestated(said, at)) droppable.add(at);
    // "Three to two" may become "3–2".
    const between = said[at - 1]?.kind === 'number' && said[at + 1]?.kind === 'number';
    if (between && (fact.word === 'to' || fact.word === 'through')) droppable.add(at);
  }
  return { droppable, settled };
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

function markHesitations(said: readonly Fact[], droppable: Set<number>): void {
  for (const at of said.keys()) {
    for (const phrase of PHRASES) {
      if (phrase.every((word, offset) => said[at + offset]?.key === word || said[at + offset]?.word === word))
        for (const offset of phrase.keys()) droppable.add(at + offset);
    }
  }
}

const DENYING = new Set(['no', 'non', 'nein']);
const COUNTED_REACH = 4;

/** Whether the noun before "no" follows again: "dix-huit heures, non, dix-neuf heures". */
function isCountedAgain(said: readonly Fact[], at: number): boolean {
  const noun = said[at - 1];
  const plain = noun?.kind === 'content' || noun?.kind === 'unit';
  return plain && said.slice(at + 2, at + 1 + COUNTED_REACH).some(({ key }) => key === noun.key);
}

/** Conjunctions before the reason of a question. */
const REASONS = ['because', 'parce que', 'porque', 'weil'].map((words) => words.split(' '));
const AFTER_QUESTION = /\?\s+([\p{L}\p{N}]+)/gu;

/** Marks "because" if the rewrite ends a question before its clause: "is he vegan? The dessert has butter in it". */
function markReasons(said: readonly Fact[], droppable: Set<number>, rewritten: string): void {
  const openers = new Set(Array.from(rewritten.matchAll(AFTER_QUESTION), ([, word = '']) => word.toLowerCase()));
  if (openers.size === 0) return;
  for (const at of said.keys()) {
    const reason = REASONS.find((words) => words.every((word, offset) => said[at + offset]?.word === word));
    if (reason === undefined || !openers.has(said[at + reason.length]?.word ?? '')) continue;
    for (const offset of reason.keys()) droppable.add(at + offset);
  }
}

/** Marks the words before a cue as corrected and the words after it as the correction. */
function markCorrections(
  said: readonly Fact[],
  droppable: Set<number>,
  settled: Set<string>,
  { corrected }: Compared,
): void {
  const mark = (from: number, to: number) => {
    for (let at = Math.max(0, from - REACH); at < to; at += 1) droppable.add(at);
    for (let at = to; at < Math.min(said.length, to + REACH); at += 1) {
      settled.add(said[at]?.key ?? '');
      // A repeated word was said before the cue: "two bags of rice wait no three bags".
      if (at > to && said.slice(Math.max(0, from - REACH), from).some(({ key }) => key === said[at]?.key))
        droppable.add(at);
    }
    if (!isChosen(said, from, to)) droppable.add(to);
  };
  for (const [at, { word }] of said.entries()) {
    const next = said[at + 1];
    const previous = said[at - 1];
    if (DENYING.has(word) && next !== undefined && previous !== undefined && at > 0) {
      const again = said.slice(Math.max(0, at - 4), at).some(({ key, kind }) => key === next.key && kind !== 'content');
      if (
        (CLOSED.has(next.kind) && next.kind === previous.kind) ||
        (again && next.kind === 'light') ||
        isCountedAgain(said, at)
      )
        mark(at, at + 1);
    }
  }
  if (!corrected) return;
  const text = said.map(({ word }) => word).join(' ');
  for (const found of text.matchAll(new RegExp(CORRECTION_CUES, 'gu'))) {
    const from = text.slice(0, found.index).split(' ').length - 1;
    const to = from + found[0].split(' ').length;
    if (from > 0 && to < said.length && isCue(found[0], said, from, to)) mark(from, to);
  }
}

/** Whether the first word after a cue replaces the last one before it, so that it must stay: "tuesday no wednesday". */
function isChosen(said: readonly Fact[], from: number, to: number): boolean {
  const after = said[to];
  // The noun of a number stands between: "dix-huit heures, non, dix-neuf heures".
  const before = said[from - 1]?.kind === 'unit' ? said[from - 2] : said[from - 1];
  return after !== undefined && CLOSED.has(after.kind) && after.kind === before?.kind && after.key !== before.key;
}

function isCue(cue: string, said: readonly Fact[], from: number, to: number): boolean {
  return !WEAK_CUES.has(cue) || /^(?:or|oder|ou|o)$/u.test(said[from - 1]?.word ?? '') || isRestart(said, from, to);
}

/** Whether the words after a cue repeat a word before it, or are of the same closed kind. */
function isRestart(said: readonly Fact[], from: number, to: number): boolean {
  const [before, after] = [said.slice(Math.max(0, from - REACH), from), said.slice(to, to + 2)];
  const last = before.at(-1);
  return after.some(
    ({ key, kind }) => before.some((other) => other.key === key) || (CLOSED.has(kind) && kind === last?.kind),
  );
}

/** Marks words that count the items of a list. A number counts them after "number", or in a row that starts at one. */
function markCounts(said: readonly Fact[], droppable: Set<number>): void {
  let last = 0;
  for (const [at, { word, kind, readings }] of said.entries()) {
    if (!COUNTING.has(word)) continue;
    const value = kind === 'number' ? Number(readings[0]) : undefined;
    const counts = value === undefined || value === last + 1 || LABELS.has(said[at - 1]?.word ?? '');
    if (counts) droppable.add(at);
    if (counts && value !== undefined) last = value;
  }
}

const LABELS = wordSet('number step point item');

function markPictures(said: readonly Fact[], droppable: Set<number>): void {
  for (let at = said.length - 1; at >= 0 && PICTURED.has(said[at]?.word ?? ''); at -= 1) droppable.add(at);
  for (const [at, { word }] of said.entries()) {
    if (word !== 'emoji') continue;
    for (let before = at; before >= 0 && PICTURED.has(said[before]?.word ?? ''); before -= 1) droppable.add(before);
  }
}
