import { endsPhrase, isJoined, startsLine, startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import {
  ARTICLES,
  NOUN_AFTER,
  NOUN_BEFORE,
  OF_PHRASE,
  PLAIN_BEFORE,
  type SpokenMark,
  WEAK_BEFORE,
} from './spoken-marks.ts';

/** A demonstrative may be the last word of a question: "what is that question mark". */
const POINTING = wordSet('this that these those');
const CORRECTING = wordSet('scratch strike delete');
/** Verbs whose object may be the name of a mark, if a place follows: "use comma between them". */
const HANDLING = wordSet('add put use insert remove type press hit say without with forget replace omit skip');
/** Verbs whose object may be a quoted text: "it says period not found". */
const QUOTING = wordSet('says shows reads displays prints spells wrote writes written typed');
/** Marks of which the text must name the other one too. */
const PAIRS = new Set(['"', '(', '[', '{']);
const PLACES = wordSet('at after before between here there instead or and in to on from key');
/** First words of a sentence: "period" before one of them ends the previous sentence. */
const STARTERS = wordSet(
  "let let's please thanks thank then however also i'm i'll i've i'd we'll we're we've you'll you're that's it's there's what's here's sorry yes no hi hello best regards",
);
/** Verbs whose subject is the noun "period": "the work period ended". */
const PREDICATES = wordSet(
  'is was are were has had will would can could should may might must does did ends begins starts lasts runs expires covers applies means began ran came went meant saw of',
);
/** Subjects of a question that starts with "is" or "will". */
const ASKED = wordSet(
  'i you he she it we they this that these those there anyone everyone somebody the a my your his her our their',
);
/** Words that cannot come between an article and the noun "period". */
const NOT_MODIFIERS = wordSet(
  'i you he she it we they me him us them now today tomorrow yesterday soon here there again too please is was are were be been do did has had have will would can could should and or but so if when that this to of in on at for with from by as than then not never also just very',
);
/** Before one of these, the name of a sign is a noun. */
const SIGN_NAMED = wordSet('or and is was are were in on next before after means goes up here there for');
const DETERMINERS = wordSet('a an the my your his her our their its this that such');
const PREPOSITIONS = wordSet('in during for of from at over since throughout until before after within on by to');
/** Adjectives: after an article and one of them, a noun must follow ("a weird period"). */
const ADJECTIVES = wordSet(
  'weird strange difficult hard tough dark good bad happy sad great terrible rough golden crazy quiet stressful interesting important brief long short new old first second last next exciting boring critical crucial intense slow cold warm dry wet rainy hot peaceful prosperous turbulent unusual normal typical specific particular certain different similar recent modern ancient early late final initial extended lengthy lovely wonderful horrible awful challenging productive creative nice fun big huge small little tiny',
);
const INTENSIFIERS = wordSet('very really such so quite rather pretty particularly');
const MAX_MODIFIERS = 3;

/** Whether an English name of a mark, which ends before `end`, is a command. `before`: the tokens already written. */
export function isEnglishCommand(
  tokens: readonly Token[],
  end: number,
  before: readonly Token[],
  named: SpokenMark,
): boolean {
  if (isNamedInCapitals(tokens, end - named.words.length)) return false;
  if (isNounAfter(tokens, end, named)) return false;
  if (isNounBefore(before, endsPhrase(tokens, end), named))
    return STARTERS.has(tokens[end]?.key ?? '') && isLexical(before, named);
  const quoted =
    !PAIRS.has(named.mark) &&
    QUOTING.has(before.at(-1)?.key ?? '') &&
    !endsPhrase(tokens, end) &&
    !STARTERS.has(tokens[end]?.key ?? '');
  const handled = quoted || (HANDLING.has(before.at(-1)?.key ?? '') && PLACES.has(tokens[end]?.key ?? ''));
  return !handled && !(named.words[0] === 'period' && isSubject(tokens, end, before));
}

/** Whether the name of a mark can be a command in any language: not inside a compound or at the start of a line. */
export function standsFree(
  tokens: readonly Token[],
  start: number,
  end: number,
  named: SpokenMark,
  continuesText: boolean,
): boolean {
  if (isJoined(tokens, start) || isJoined(tokens, end - 1)) return false;
  const opens = named.attaches === 'right' || named.mark === '«';
  if (!opens && startsLine(tokens, start) && !(continuesText && start === 0)) return false;
  // An opening or joining mark needs a word after it.
  return !(opens || named.attaches === 'both') || isFollowed(tokens, end);
}

const TITLES = wordSet('mr mrs ms dr');

/** Whether a capital inside a sentence makes the name of a mark the name of a person: "Mrs. Dash". */
function isNamedInCapitals(tokens: readonly Token[], start: number): boolean {
  const of = tokens[start];
  if (of === undefined || of.text === of.key || of.text === of.text.toUpperCase()) return false;
  const before = tokens[start - 1];
  if (before?.text === '.') return TITLES.has(tokens[start - 2]?.key ?? '');
  return before?.kind === 'word';
}

/** Whether a word follows, after a comma of the recognizer or other opening marks. */
function isFollowed(tokens: readonly Token[], end: number): boolean {
  const next = tokens[tokens[end]?.text === ',' ? end + 1 : end];
  return next?.kind === 'word' || next?.kind === 'atom' || /^["'“‘«([{-]$/u.test(next?.text ?? '');
}

function isNounAfter(tokens: readonly Token[], end: number, named: SpokenMark): boolean {
  const next = tokens[end]?.key ?? '';
  // "Comma or no comma".
  if (next === 'or' && tokens[end + 1]?.key === 'no' && tokens[end + 2]?.key === named.words[0]) return true;
  if (named.mark === ',' && (next === 'is' || next === 'was')) return !ASKED.has(tokens[end + 1]?.key ?? '');
  // "Dollar sign or euro sign": the names of two signs.
  if (named.words.at(-1) === 'sign' && named.attaches !== 'left' && SIGN_NAMED.has(next)) return true;
  if (next === 'of') return !OF_PHRASE.has(tokens[end + 1]?.key ?? '');
  return NOUN_AFTER.has(next) || (named.after?.has(next) ?? false);
}

function isNounBefore(before: readonly Token[], closes: boolean, named: SpokenMark): boolean {
  const previous = before.at(-1)?.key ?? '';
  // "scratch that comma": the correction ends before the name of the mark.
  if (previous === 'that' && CORRECTING.has(before.at(-2)?.key ?? '')) return false;
  if (named.before?.has(previous)) return true;
  if (named.explicit) return PLAIN_BEFORE.has(previous);
  // "Yes or no question mark".
  if (previous === 'no' && before.at(-2)?.key === 'or' && /^[.?!]$/u.test(named.mark)) return false;
  // "No comma I did not": an answer at the start of a sentence.
  if (previous === 'no' && named.mark === ',' && startsSentence(before, before.length - 1)) return closes;
  if (POINTING.has(previous) && closes && named.attaches === 'left') return named.mark !== '?' && isPlaced(before);
  if (NOUN_BEFORE.has(previous)) return true;
  if (named.words[0] === 'period' && isDescribed(before)) return true;
  if (!named.weakBefore?.has(previous) && !WEAK_BEFORE.has(previous)) return false;
  for (let back = 2; back <= 4; back += 1) {
    const word = before.at(-back);
    if (word === undefined || word.kind === 'mark' || word.kind === 'break') return false;
    if (ARTICLES.has(word.key)) return true;
  }
  return false;
}

/** Whether an article and an adjective precede: "a weird period", "the most difficult period". */
function isDescribed(before: readonly Token[]): boolean {
  if (!ADJECTIVES.has(before.at(-1)?.key ?? '')) return false;
  const word = before.at(-2)?.key ?? '';
  const article = INTENSIFIERS.has(word) || word === 'most' ? (before.at(-3)?.key ?? '') : word;
  return DETERMINERS.has(article);
}

/** Whether a preposition precedes the demonstrative: "in that period" has a noun, "I said that period" a command. */
function isPlaced(before: readonly Token[]): boolean {
  const word = before.at(-2);
  return word?.kind !== 'word' || PREPOSITIONS.has(word.key);
}

/** Whether only a word such as "contract" suggests a noun: "the contract period let me know". */
function isLexical(before: readonly Token[], named: SpokenMark): boolean {
  const previous = before.at(-1)?.key ?? '';
  return (named.before?.has(previous) ?? false) || (named.weakBefore?.has(previous) ?? false);
}

/**
 * Whether "period" is the subject of the next verb, with an article and modifiers before it: "the work period ended".
 */
function isSubject(tokens: readonly Token[], end: number, before: readonly Token[]): boolean {
  const next = tokens[end];
  if (next?.kind !== 'word' || ASKED.has(tokens[end + 1]?.key ?? '')) return false;
  if (!PREDICATES.has(next.key) && !/[a-z]{2}ed$/u.test(next.key)) return false;
  for (let back = 1; back <= MAX_MODIFIERS + 1; back += 1) {
    const word = before.at(-back);
    if (word?.kind !== 'word') return false;
    if (ARTICLES.has(word.key)) return back > 1;
    if (NOT_MODIFIERS.has(word.key)) return false;
  }
  return false;
}
