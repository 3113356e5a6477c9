import { wordSet } from '../word-set.ts';
import type { Fact } from './fact.ts';

const JOINTS = wordSet('and but or und aber oder y e pero o et mais ou');
const SUBJECTS = wordSet('i we you they he she it ich wir du er je j tu il elle nous vous yo');
/** Spanish verbs tell these persons, so their pronouns are said for emphasis alone. */
const TOLD_BY_VERB = wordSet('yo nosotros');
const PREPOSITIONS = wordSet(
  'to for with from at in on by about of under over into am im an auf mit für bei von aus zu por para con avec pour dans sur chez sans',
);
/** Words that compare or join two items: "by train than by car". */
const PAIRING = wordSet('and or than und oder als y o que et ou');
const PAST = wordSet(
  'is are was were has have had paid gave took got went said told bought sold won lost made ate drank sent left came ran read wants needs likes owes',
);
const AUXILIARIES = wordSet('ai as a avons avez ont suis habe hast hat haben bin he has ha hemos han');
const REACH = 12;
const PREPOSITION_REACH = 4;
/** Kinds of a repeated beginning that may be left out with its subject: "we have to go". */
const REPEATABLE: ReadonlySet<Fact['kind']> = new Set(['content', 'modality', 'tense', 'hesitation']);

/** Marks words that a clause repeats from the clause before it and may leave out: "I gave Ann ten and (I gave) Ben five". */
export function markEllipsis(said: readonly Fact[], droppable: Set<number>): void {
  let subject = '';
  for (const [at, { word }] of said.entries()) {
    if (TOLD_BY_VERB.has(word)) droppable.add(at);
    if (PREPOSITIONS.has(word)) markPreposition(said, at, droppable);
    if (!SUBJECTS.has(word)) continue;
    const joint = jointBefore(said, at);
    const joined = joint !== undefined;
    // "It" stands for a noun, so no other pronoun may precede it.
    if (joined && (subject === word || (word === 'it' && subject === ''))) {
      droppable.add(at);
      if (subject === word) markRepeated(said, joint, at, droppable);
    }
    subject = word;
  }
  for (const [at, { word }] of said.entries()) if (JOINTS.has(word)) markVerb(said, at, droppable);
}

/** The conjunction that a subject follows: "and he", "and then he", "and today he". */
function jointBefore(said: readonly Fact[], at: number): number | undefined {
  const between = said[at - 1];
  if (JOINTS.has(between?.word ?? '')) return at - 1;
  const passes = between?.kind === 'time' || between?.kind === 'hesitation';
  return passes && JOINTS.has(said[at - 2]?.word ?? '') ? at - 2 : undefined;
}

/** Marks the verb after a subject if the clause before begins with the same words and is as positive. */
function markRepeated(said: readonly Fact[], joint: number, start: number, droppable: Set<number>): void {
  if (isNegative(said, Math.max(0, joint - REACH), joint) || isNegative(said, joint, endOfClause(said, start))) return;
  let longest = 0;
  for (let earlier = Math.max(0, joint - REACH); earlier < joint; earlier += 1)
    if (said[earlier]?.key === said[start]?.key) longest = Math.max(longest, sameLength(said, earlier, start, joint));
  for (let offset = 1; offset < longest; offset += 1) droppable.add(start + offset);
}

/** The number of equal facts of two clauses, up to the first object. */
function sameLength(said: readonly Fact[], earlier: number, start: number, joint: number): number {
  let size = 1;
  let verbs = 0;
  for (; earlier + size < joint; size += 1) {
    const fact = said[start + size];
    if (fact === undefined || fact.key !== said[earlier + size]?.key) break;
    if (verbs > 0 && PREPOSITIONS.has(fact.word)) return size + 1;
    if (fact.word !== 'to' && !REPEATABLE.has(fact.kind)) break;
    if (fact.kind === 'content' && !AUXILIARIES.has(fact.word)) verbs += 1;
    if (verbs > 1) break;
  }
  return size;
}

function isNegative(said: readonly Fact[], from: number, to: number): boolean {
  return said.slice(from, to).some(({ kind }) => kind === 'negation');
}

function endOfClause(said: readonly Fact[], start: number): number {
  const end = said.findIndex(({ word, opens }, at) => at > start && (JOINTS.has(word) || opens));
  return end < 0 ? Math.min(said.length, start + REACH) : end;
}

/** Marks the verb of a second clause with another subject: "Ann paid ten and Ben paid twenty". */
function markVerb(said: readonly Fact[], joint: number, droppable: Set<number>): void {
  for (let at = joint + 2; at <= joint + 3; at += 1) {
    const verb = said[at];
    const subject = said.slice(joint + 1, at);
    if (verb === undefined || !isVerb(verb.word)) continue;
    if (!subject.some(({ kind }) => kind === 'content' || kind === 'pronoun')) return;
    if (!subject.every(({ kind }) => kind === 'content' || kind === 'pronoun' || kind === 'light')) return;
    const from = Math.max(0, joint - REACH);
    const earlier = said.slice(from, joint - 1).findLastIndex(({ key }) => key === verb.key) + from;
    const end = endOfClause(said, joint);
    if (earlier <= from || end === at + 1 || isNegative(said, from, end)) return;
    droppable.add(at);
    return;
  }
}

const isVerb = (word: string) => PAST.has(word) || (word.length > 4 && word.endsWith('ed'));

/** Marks a preposition that a pair repeats: "to Marta and (to) Leo", "by train than (by) car". */
function markPreposition(said: readonly Fact[], at: number, droppable: Set<number>): void {
  if (!PAIRING.has(said[at - 1]?.word ?? '')) return;
  const before = said.slice(Math.max(0, at - 1 - PREPOSITION_REACH), at - 1);
  const again = before.findLastIndex(({ key }) => key === said[at]?.key);
  if (again < 0 || before.slice(again + 1).some(({ kind }) => kind === 'direction' || kind === 'negation')) return;
  droppable.add(at);
}
