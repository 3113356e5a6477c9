import { wordSet } from '../word-set.ts';
import type { Hunk } from './align.ts';
import type { Fact } from './fact.ts';

/** The indices of facts that stand in another place of the same clause. */
export interface Moves {
  readonly said: ReadonlySet<number>;
  readonly written: ReadonlySet<number>;
}

/** Adverbs that mean the same before and after the verb. */
const ADVERBS = wordSet(
  'already still soon always often sometimes usually now then today tomorrow yesterday tonight probably maybe perhaps possibly apparently allegedly supposedly certainly definitely please really actually again too later early daily weekly monthly currently finally recently immediately quickly heute morgen gestern bald immer oft jetzt schon vielleicht wahrscheinlich bitte hier demain hier bientôt toujours souvent maintenant déjà peut-être hoy mañana ayer pronto siempre ahora ya quizás',
);
/** Words that may belong to a phrase of time: "on Friday at ten". */
const TIME_LINKS = wordSet('at on in the by from of am um im le la les à el las a de');
const CLAUSES = wordSet('because if when while after before until unless although since whether once');
/** Such a clause belongs to what is denied: "I did not leave because it rained". */
const BOUND_BY_NEGATION = wordSet('because since until');
const JOINTS = wordSet('and but or so that which who what und aber oder dass y o pero que et ou mais qui');
/** Verbs with a clause as their object, which an adverb may belong to instead. */
const REPORTS = wordSet(
  'say says said tell tells told know knows knew think thinks thought hear heard promise promised ask asked want wants wanted decide decided hope hoped agree agreed believe believed see saw claim claimed mean means meant sagt sagte sagen weiß dice dijo sabe dit sait',
);
const NOMINATIVES = wordSet('i we he she they');
const MAX_PHRASE = 5;
const MAX_CLAUSE = 10;
const MAX_CROSSED = 14;

/** Finds adverbs, phrases of time and subordinate clauses that a rewrite moves within a sentence. */
export function findMoves(said: readonly Fact[], written: readonly Fact[], hunks: readonly Hunk[]): Moves {
  const moves = { said: new Set<number>(), written: new Set<number>() };
  let shift = 0;
  const places = hunks.map(({ lost, gained }) => {
    const before = shift;
    shift += gained.length - lost.length;
    return { lost, gained, before };
  });
  for (const from of places) {
    for (const to of places) {
      if (from === to || moves.said.has(from.lost[0] ?? -1)) continue;
      const size = sameRun(from.lost, to.gained, said, written);
      const [start, target] = [from.lost[0], to.gained[0]];
      if (size === 0 || start === undefined || target === undefined) continue;
      // The place of the target among the facts that were said.
      const place = target - to.before;
      const crossed = place > start ? range(start + size, place) : range(place, start);
      const moved = range(start, start + size);
      if (!isFree(said, moved, crossed) || crossesSentence(said, written, moved, crossed, target)) continue;
      for (const at of moved) moves.said.add(at);
      for (const at of range(target, target + size)) moves.written.add(at);
    }
  }
  for (const [index, second] of places.entries()) {
    const first = places[index - 1];
    if (first === undefined || !isInverted(...windowsOf(said, written, first, second))) continue;
    for (const at of [...first.lost, ...second.lost]) moves.said.add(at);
    for (const at of [...first.gained, ...second.gained]) moves.written.add(at);
  }
  return moves;
}

/** Words that can be the subject after a German verb. */
const INVERTED = wordSet('ich wir du er sie es man ihr');

/** A difference, with the number of facts that were gained minus those that were lost before it. */
interface Place extends Hunk {
  readonly before: number;
}

/** What stands in both texts from one difference to the end of the next one, with what is the same between them. */
function windowsOf(
  said: readonly Fact[],
  written: readonly Fact[],
  first: Place,
  second: Place,
): [readonly Fact[], readonly Fact[]] {
  const start = first.lost[0] ?? (first.gained[0] ?? 0) - first.before;
  const end = (second.lost[0] ?? (second.gained[0] ?? 0) - second.before) + second.lost.length;
  const after = second.before + second.gained.length - second.lost.length;
  return [said.slice(start, end), written.slice(start + first.before, end + after)];
}

/**
 * Whether a time and the subject change places around a German verb: "morgen rufe ich an", "ich rufe morgen an". The
 * alignment may keep the time, the verb or the subject in place.
 */
function isInverted(said: readonly Fact[], written: readonly Fact[]): boolean {
  const size = said.length;
  if (size < 3 || size > MAX_PHRASE + 2 || size !== written.length) return false;
  const turned = (late: readonly Fact[], early: readonly Fact[]) => {
    const [subject, verb, ...time] = early;
    const isSame = [...time, verb, subject].every((fact, at) => fact?.key === late[at]?.key);
    const isPlain = ![...late.slice(1), ...early.slice(1)].some(({ opens }) => opens);
    const isVerb = verb?.kind === 'content' || verb?.kind === 'light';
    return isSame && isPlain && isVerb && INVERTED.has(subject?.word ?? '') && isAdverbial(time);
  };
  return turned(said, written) || turned(written, said);
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The length of a lost run if all of it is gained elsewhere, otherwise 0. */
function sameRun(
  lost: readonly number[],
  gained: readonly number[],
  said: readonly Fact[],
  written: readonly Fact[],
): number {
  const same = lost.length > 0 && lost.length === gained.length && lost.length <= MAX_CLAUSE;
  return same && lost.every((at, index) => said[at]?.key === written[gained[index] ?? -1]?.key) ? lost.length : 0;
}

/** Whether one of two neighbors may move across the other. */
function isFree(said: readonly Fact[], moved: readonly number[], crossed: readonly number[]): boolean {
  if (crossed.length === 0 || crossed.length > MAX_CROSSED) return false;
  const [first, second] = [moved, crossed].map((all) => all.map((at) => said[at] as Fact)) as [Fact[], Fact[]];
  return mayCross(first, second) || mayCross(second, first);
}

function mayCross(unit: readonly Fact[], others: readonly Fact[]): boolean {
  const words = others.map(({ word }) => word);
  if (words.some((word) => JOINTS.has(word) || CLAUSES.has(word) || REPORTS.has(word))) return false;
  const negative = others.some(({ kind }) => kind === 'negation');
  const [first] = unit;
  if (first !== undefined && CLAUSES.has(first.word)) {
    const plain = !unit.slice(1).some(({ word }) => JOINTS.has(word) || CLAUSES.has(word));
    const whole = unit.length > 2 && others.length > 1;
    return plain && whole && !(negative && BOUND_BY_NEGATION.has(first.word));
  }
  if (!isAdverbial(unit)) return false;
  const subjects = words.filter((word) => NOMINATIVES.has(word)).length;
  return !negative && subjects <= 1 && !others.some(({ kind }) => kind === 'time' || kind === 'number');
}

function isAdverbial(unit: readonly Fact[]): boolean {
  return (unit.length === 1 && ADVERBS.has(unit[0]?.word ?? '')) || isTime(unit);
}

/** "Friday", "on Friday at ten": weekdays, months, times and dates alone. */
function isTime(unit: readonly Fact[]): boolean {
  return (
    unit.length <= MAX_PHRASE &&
    unit.some(({ kind }) => kind === 'time') &&
    unit.every(({ kind, word }) => kind === 'time' || kind === 'number' || TIME_LINKS.has(word))
  );
}

/** Whether a sentence ends between the old and the new place. */
function crossesSentence(
  said: readonly Fact[],
  written: readonly Fact[],
  moved: readonly number[],
  crossed: readonly number[],
  target: number,
): boolean {
  const [start, end] = [Math.min(...moved, ...crossed), Math.max(...moved, ...crossed)];
  const before = (moved[0] ?? 0) > (crossed[0] ?? 0);
  const from = before ? target : target - crossed.length;
  const opens = (facts: readonly Fact[], first: number, last: number) =>
    facts.slice(Math.max(0, first) + 1, last + 1).some((fact) => fact.opens);
  return opens(said, start, end) || opens(written, from, from + moved.length + crossed.length - 1);
}
