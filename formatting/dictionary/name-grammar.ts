import { isDescribedThing } from '../english/things.ts';
import { endsPhrase, startsLine, startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Function words. Only after an article can one of them be a name. */
const GRAMMAR_WORDS = wordSet(
  'it us who am is are was be or and if in on at to of by up we he she me my so do go no not as but for from with i you they them this that what when where how why all any out off over had has have did does been were',
);
const MODALS = wordSet('will may can might must shall could would should');
const ARTICLES = wordSet('the a an our your their his her my its this that these those');
const TITLES = wordSet(
  'mr mrs ms miss mister dr doctor prof professor uncle aunt auntie grandma grandpa sir saint captain',
);
const GREETINGS = wordSet('hi hello hey dear thanks bye goodbye');
/** First words of a sentence after a greeting. */
const AFTER_GREETING = wordSet(
  "i i'm i've i'll i'd we we're you your can could how are is it it's this that just thank thanks hope what what's when where do did would please sorry here here's there there's the my our any quick",
);
/** Verbs whose object is a person if it has no article. */
const ADDRESSING = wordSet(
  'ask asks asked asking tell tells told telling remind reminds reminded reminding inform informs informed thank thanked congratulate invite invites invited cc ping pinged',
);
/** Verbs whose subject is a person. */
const SAYING = wordSet(
  'said says thinks thought wants wanted asked asks told tells knows knew agreed agrees emailed texted wrote replied mentioned promised suggested decided likes liked loves loved hates hated called phoned insisted believes complained explained joked laughed smiled apologized',
);
/** Words before a clause, so that its subject follows. */
const CLAUSE_OPENERS = wordSet(
  'and but because that if when so then while since although though said says think thinks thought believe guess suppose after before until',
);
/** Words after which a name may follow as object or owner. */
const BEFORE_OBJECT = wordSet(
  'with from for about by at in on to of and or but is was are were see saw met meet visit use borrow take took at near behind like than as ask check find fix read write',
);
/** Words after "'s" as a verb, not a possessive: "the bill's due", "spring's here". */
const NOT_OWNED = wordSet(
  'due not been going a the an too very so on in at here there coming getting just now what that gone over up down out still already always never about almost really being my your his her our their to no all and or but',
);
/** Words that show that the previous noun has no noun after it. */
const STANDS_ALONE = wordSet(
  'about at because before after but by can could for from had has have if in into is are was were of on or and should since so than that then this to today tomorrow tonight yesterday until was when where whether who why will with would what how he she i we they it you not again now soon please instead too also later his her my our your their the a an yet as',
);
/** Given names that are also nouns which need an article. */
const NAMELESS_OBJECTS = wordSet(
  'bill mark jack rob nick pat bob frank grant chase drew dick chuck rich sue penny carol daisy heather holly will guy victor max mason hunter carter parker taylor tyler baker dean page wade lance rod buck gene ray art josh peg stew jerry jimmy tony harry mike don dale glen cliff brook miles rusty sandy randy woody olive ruby crystal ginger robin martin marshall bishop king prince duke earl junior christian colt clay dusty harper piper porter archer cooper cash chance jay kit lane lee neil reed reid ross rowan skip tad tanner trip troy ward warren wolf',
);
const COMPOUNDS = wordSet('channel workspace api sdk integration plugin repo dm webhook');
const OPENING_AN_APP = wordSet('install installed download downloaded launch uninstall');

/**
 * Whether ordinary words are meant as a name of the dictionary: because of the recognizer's spelling, or because of the
 * words around them. If both are possible, they are ordinary words.
 * @param written the spelling in the dictionary
 */
export function readsAsName(tokens: readonly Token[], start: number, size: number, written: string): boolean {
  const end = start + size;
  if (isWrittenSo(tokens, start, size, written)) return !startsSentence(tokens, start) || isAcronym(written);
  if (size > 1) return readsAsPhrase(tokens, start, end);
  const key = tokens[start]?.key.replace(/'s$/u, '') ?? '';
  const before = tokens[start - 1];
  const previous = before?.key ?? '';
  if (GRAMMAR_WORDS.has(key)) return isAcronym(written) && before?.kind === 'word' && ARTICLES.has(previous);
  if (ARTICLES.has(previous)) return COMPOUNDS.has(tokens[end]?.key ?? '') && !NAMELESS_OBJECTS.has(key);
  if (before?.kind === 'word' && TITLES.has(previous)) return true;
  const standsAlone = endsPhrase(tokens, end) || STANDS_ALONE.has(tokens[end]?.key ?? '');
  if (tokens[start]?.key.endsWith("'s")) return isOwner(tokens, start, key);
  return (
    isGreeted(tokens, start, end, key) ||
    (ADDRESSING.has(previous) && standsAlone) ||
    (OPENING_AN_APP.has(previous) && standsAlone) ||
    (previous === 'via' && standsAlone) ||
    isSpeaker(tokens, start, end) ||
    (NAMELESS_OBJECTS.has(key) && (previous === 'with' || previous === 'from') && standsAlone) ||
    (NAMELESS_OBJECTS.has(key) && isJoinedWithPerson(tokens, start, end))
  );
}

/** Verbs before "to" and another verb. */
const BEFORE_INFINITIVE = wordSet(
  'began begin begins begun start starts started want wants wanted going try tries tried trying able used like likes tend tends tended seem seems seemed continue continues continued have has had need needs needed supposed about likely ready',
);

/**
 * Whether the grammar shows that a rare English word is not the name of the dictionary that is spelled like it: a verb
 * ("the boat began to yaw"), an adjective ("a svelte black coat") or a thing ("a rusty brad").
 */
export function readsAsWord(tokens: readonly Token[], start: number): boolean {
  const of = tokens[start];
  if (of === undefined || of.text !== of.key) return false;
  const previous = tokens[start - 1]?.key ?? '';
  if (isDescribedThing(tokens, start)) return true;
  if (previous === 'to') return BEFORE_INFINITIVE.has(tokens[start - 2]?.key ?? '');
  const next = tokens[start + 1];
  const described = next?.kind === 'word' && !STANDS_ALONE.has(next.key) && !COMPOUNDS.has(next.key);
  return (previous === 'a' || previous === 'an') && described;
}

/** Whether the recognizer spelled it as in the dictionary. */
function isWrittenSo(tokens: readonly Token[], start: number, size: number, written: string): boolean {
  const text = tokens
    .slice(start, start + size)
    .map(({ text: part, spaced }, at) => (spaced && at > 0 ? ` ${part}` : part))
    .join('');
  return text.replaceAll('’', "'") === written.replaceAll('’', "'");
}

function isAcronym(written: string): boolean {
  return /^\p{Lu}{2,}(?:['’]s)?$/u.test(written);
}

/** Whether several words are a name. Those that start like a clause are not: "he will spring", "the best buy". */
function readsAsPhrase(tokens: readonly Token[], start: number, end: number): boolean {
  const first = tokens[start]?.key ?? '';
  if (MODALS.has(first) || GRAMMAR_WORDS.has(first)) {
    return ADDRESSING.has(tokens[start - 1]?.key ?? '') || isSpeaker(tokens, start, end);
  }
  const previous = tokens[start - 1]?.key ?? '';
  return !(/(?:est|^best|^worst|^most|^last|^first)$/u.test(first) && ARTICLES.has(previous));
}

/** Whether the word is greeted, with a mark or a new sentence after it: "hi mark,", "thanks will". */
function isGreeted(tokens: readonly Token[], start: number, end: number, key: string): boolean {
  const previous = tokens[start - 1]?.key ?? '';
  const thanked = previous === 'you' && tokens[start - 2]?.key === 'thank';
  if (!thanked && !GREETINGS.has(previous)) return false;
  const opener = thanked ? start - 2 : start - 1;
  if (!startsSentence(tokens, opener) && !startsLine(tokens, opener)) return false;
  return endsPhrase(tokens, end) || (!MODALS.has(key) && AFTER_GREETING.has(tokens[end]?.key ?? ''));
}

/** Whether the word is the subject of a person's verb: "mark said". */
function isSpeaker(tokens: readonly Token[], start: number, end: number): boolean {
  return opensClause(tokens, start) && SAYING.has(tokens[end]?.key ?? '');
}

function opensClause(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  if (startsSentence(tokens, start) || (before?.kind === 'mark' && before.text === ',')) return true;
  return before?.kind === 'word' && CLAUSE_OPENERS.has(before.key);
}

/** Whether "'s" is a possessive: "with bill's car", not "the bill's due". */
function isOwner(tokens: readonly Token[], start: number, key: string): boolean {
  if (!NAMELESS_OBJECTS.has(key)) return false;
  const before = tokens[start - 1];
  if (before !== undefined && !startsSentence(tokens, start) && !BEFORE_OBJECT.has(before.key)) return false;
  const next = tokens[start + 1];
  return next?.kind === 'word' && !NOT_OWNED.has(next.key) && !/(?:ing|ed)$/u.test(next.key);
}

/** Whether "and" joins the word with a person: "bill and i", "anna and mark are". */
function isJoinedWithPerson(tokens: readonly Token[], start: number, end: number): boolean {
  if (tokens[end]?.key === 'and' && opensClause(tokens, start)) {
    const other = tokens[end + 1];
    return other?.key === 'i' || other?.key === 'she' || other?.key === 'he';
  }
  if (tokens[start - 1]?.key !== 'and') return false;
  const other = tokens[start - 2];
  const person = other?.key === 'me' || other?.key === 'i' || (other?.kind === 'atom' && /^\p{Lu}/u.test(other.text));
  return person && (endsPhrase(tokens, end) || /^(?:is|are|was|were|have|had|both)$/u.test(tokens[end]?.key ?? ''));
}
