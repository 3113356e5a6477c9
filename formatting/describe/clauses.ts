import { wordSet } from '../word-set.ts';
import type { Sentence, Word } from './word.ts';

const MIN_CLAUSE_WORDS = 4;
const MAX_NOUN_PHRASE_WORDS = 4;
/** English words that may precede a clause of its own. */
const JOINS: ReadonlySet<string> = wordSet('so and but then also anyway plus maybe');
const PRONOUNS: ReadonlySet<string> = wordSet('i we he she they it there you nobody everyone somebody');
const NOMINATIVES: ReadonlySet<string> = new Set(['i', 'we', 'he', 'she', 'they']);
/** Lemmas of verbs whose object is a clause, or which stand before the subject of a question. */
const REPORTS: ReadonlySet<string> = wordSet(
  'think reckon say know hope guess believe feel mean suppose see hear find wish bet swear tell be do have can could will would shall should may might must',
);
const DETERMINERS: ReadonlySet<string> = wordSet('the a an my our his her their this these');
/** After such a word, a subject and a verb belong to the clause before. */
const HOLDS: ReadonlySet<string> = wordSet(
  'that which who what how when where why whether if because since while before after until unless than as although though like',
);

/** Cuts an English sentence without marks before each clause that has its own subject and verb. */
export function cutClauses(sentence: Sentence): Sentence[] {
  const { words } = sentence;
  const starts = [0];
  for (let at = 1; at < words.length; at += 1) {
    const clause = words.slice(starts.at(-1), at);
    // "On the way home I have to …": words without a verb belong to the clause that follows.
    if (clause.length >= MIN_CLAUSE_WORDS && hasVerb(clause, 0, clause.length) && startsClause(words, at))
      starts.push(at);
  }
  return starts.map((start, index) => asClause(sentence, start, starts[index + 1] ?? words.length));
}

function startsClause(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || before.preposition || HOLDS.has(lower(before)) || JOINS.has(lower(before))) return false;
  let subject = at;
  while (subject < at + 2 && JOINS.has(lower(words[subject]))) subject += 1;
  const first = lower(words[subject]);
  // "Get it fixed": what follows a verb is its object, unless it can only be a subject.
  if (before.verb && subject === at && (!NOMINATIVES.has(first) || REPORTS.has(before.key))) return false;
  if (first === 'let' && lower(words[subject + 1]) === 'me') return true;
  if (PRONOUNS.has(first)) return hasVerb(words, subject + 1, 2);
  if (!DETERMINERS.has(first)) return false;
  let noun = subject + 1;
  while (noun <= subject + MAX_NOUN_PHRASE_WORDS && isNoun(words[noun])) noun += 1;
  return noun > subject + 1 && words[noun]?.verb === true;
}

const lower = (word: Word | undefined) => word?.text.toLowerCase() ?? '';
const isNoun = (word: Word | undefined) => word !== undefined && /^(?:noun|name|adjective)$/u.test(word.part);

function hasVerb(words: readonly Word[], from: number, within: number): boolean {
  return words.slice(from, from + within).some(({ verb }) => verb);
}

/** A clause as a sentence: with a capital and a full stop, since it has no marks of its own. */
function asClause({ text, words }: Sentence, first: number, end: number): Sentence {
  const start = words[first]?.start ?? 0;
  const said = text.slice(start, words[end]?.start ?? text.length).trim();
  const [letter = ''] = said;
  return {
    text: letter.toUpperCase() + said.slice(letter.length) + (/\p{P}$/u.test(said) ? '' : '.'),
    words: words.slice(first, end).map((word) => ({ ...word, start: word.start - start, end: word.end - start })),
    clause: true,
  };
}
