import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

const AUXILIARIES = wordSet(
  "is are was were am do does did has have had can could will would shall should may might must isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't",
);
const SUBJECTS = wordSet(
  'i you he she it we they there this that these those the a an my your his her our their its anyone anybody someone everyone everybody anything something everything',
);
/** Auxiliaries that ask when a name follows: "can Anna come". The others also start orders ("have Anna call"). */
const BEFORE_NAME = wordSet('is are was were has can could would should');
/** Words that start the main clause after "had I known" or "should you need it". */
const MAIN_CLAUSE = wordSet(
  "would could might i'd we'd you'd he'd she'd they'd please let call email contact feel had",
);
const CONDITIONAL = wordSet('had should were');
/** Subjects with which "should" always asks: "should we tell them". */
const DELIBERATING = wordSet('i we');
const ASKING = wordSet(
  "what who whom whose which when where why how what's who's where's when's why's how's what're who're",
);
/** Words that may follow "what" or "who" directly: "what happened". */
const ASKED_VERBS = wordSet(
  'happened happens happening caused made makes called said says told wants needs knows thinks comes goes went broke won lost else about if',
);
const MEASURES = wordSet('many much long far often old big small tall fast soon late well come about');
/** After "what", these words make an exclamation: "what a day". */
const EXCLAIMING = wordSet('a an');
/** "May we live long" is a wish, "may we come in" a question. */
const WISHING = wordSet('all always never ever be both each');
/** Auxiliaries before "you" that ask also in the middle of a text. */
const REQUESTING = wordSet('can could would did');
/** Words before an auxiliary and "you" that do not ask: "so can you", "the one that did you good". */
const STATING = wordSet(
  'so neither nor than as only never rarely seldom here there then little not if that this which who what whatever i you he she it we they and or',
);
/** Words that start another clause after the question. */
const NEXT_CLAUSE = wordSet(
  "i i'm i'll i've we we're we'll they he she it's he's she's thanks thank let let's but because so then",
);
const MAX_TAIL_WORDS = 8;
/** Words that may precede a question: "and what is that". */
const LEADING = wordSet('and so but well ok okay hey hi hello then now also wait oh no yes yeah sorry');
const MAX_LEADING = 4;
/** A longer text without punctuation is more than one sentence. */
const MAX_QUESTION_WORDS = 30;
/** Question words that also start a clause: "when I got home I slept". */
const CLAUSE_STARTERS = wordSet('when where how why which what who whose');
const TAGS =
  /(?:^| )(?:isn't it|aren't you|aren't they|don't you|doesn't it|won't you|can't you|right guys|didn't you|wasn't it|isn't he|isn't she|haven't you|hasn't it)$/u;

/**
 * Whether a sentence is a question: inverted ("do you", "is it"), or with a question word and a verb ("what's", "how
 * many").
 */
export function isQuestion(sentence: readonly Token[]): boolean {
  const words = sentence.filter(({ kind }) => kind === 'word' || kind === 'atom').map(({ key }) => key);
  if (words.length === 0 || words.length > MAX_QUESTION_WORDS) return false;
  const tag = sentence.at(-1)?.key === 'right' && sentence.at(-2)?.text === ',';
  if ((tag || TAGS.test(words.join(' '))) && words.length > 2) return true;
  const start = skipLeading(sentence, words);
  const [first = '', second = '', third = ''] = words.slice(start);
  if (AUXILIARIES.has(first)) {
    if (isCondition(first, second, words.slice(start + 3))) return false;
    const name = BEFORE_NAME.has(first) && /^\p{Lu}\p{L}/u.test(subjectOf(sentence, second)?.text ?? '');
    return (
      name || asksDoing(first, second, words.length - start) || isInverted(first, second, third, words.length - start)
    );
  }
  return asksWith(first, second, third, words, start) || asksAtEnd(words);
}

/** Whether a question starts with a question word. */
function asksWith(first: string, second: string, third: string, words: readonly string[], start: number): boolean {
  if (!ASKING.has(first)) return false;
  if (first.endsWith("'s") || first.endsWith("'re")) return !SUBJECTS.has(second) || second !== 'i';
  if (EXCLAIMING.has(second)) return false;
  if (AUXILIARIES.has(second)) return asksWithVerb(first, third);
  if (first === 'how') return MEASURES.has(second) || (AUXILIARIES.has(third) && !SUBJECTS.has(second));
  if (first === 'why' && (second === 'not' || second === "don't")) return true;
  if ((first === 'what' || first === 'who') && ASKED_VERBS.has(second)) return words.length - start <= 8;
  if (asksOfSubject(first, second, third, words.length - start)) return true;
  // "what time is it", "which one do you want".
  const noun = !SUBJECTS.has(second) && ['what', 'which', 'whose'].includes(first);
  return noun && (AUXILIARIES.has(third) || AUXILIARIES.has(words[start + 3] ?? '')) && !CLAUSE_STARTERS.has(second);
}

/**
 * Whether a text without punctuation ends with a question to the reader: "I will be late can you start without me". In
 * "so can you" and "what they do you can do", the same words state something.
 */
function asksAtEnd(words: readonly string[]): boolean {
  const at = words.findLastIndex((word, index) => word === 'you' && REQUESTING.has(words[index - 1] ?? ''));
  const tail = words.slice(at + 1);
  if (at < 3 || tail.length === 0 || tail.length > MAX_TAIL_WORDS || words.length < 6) return false;
  return !STATING.has(words[at - 2] ?? '') && !tail.some((word) => NEXT_CLAUSE.has(word));
}

/** The index of the first word of the question itself: "and what is that", "Anna, do you". */
function skipLeading(sentence: readonly Token[], words: readonly string[]): number {
  let start = 0;
  while (start < MAX_LEADING && LEADING.has(words[start] ?? '')) start += 1;
  // "What what are you doing".
  if (words[start] === words[start + 1] && ASKING.has(words[start] ?? '')) start += 1;
  if (words[start] === 'there' && /^h(?:i|ey|ello)$/u.test(words[start - 1] ?? '')) start += 1;
  const comma = sentence.findIndex((of) => of.text === ',');
  const before = sentence.slice(0, Math.max(0, comma)).filter(({ kind }) => kind === 'word').length;
  return before > 0 && before <= 2 && AUXILIARIES.has(words[before] ?? '') ? before : start;
}

function isInverted(auxiliary: string, subject: string, third: string, length: number): boolean {
  // "do it now" is an order.
  if (length < 2 || !SUBJECTS.has(subject) || (auxiliary === 'do' && subject === 'it')) return false;
  // Orders, wishes and statements: "do that again", "have a nice day", "may the force", "had the car".
  if (['do', 'have', 'had', 'has', 'may', 'might', 'must'].includes(auxiliary)) {
    if (auxiliary === 'may' && subject === 'we') return !WISHING.has(third);
    return ['i', 'you', 'we', 'they', 'he', 'she', 'it'].includes(subject) && auxiliary !== 'may'
      ? true
      : subject === 'i';
  }
  return true;
}

/** Whether the sentence is an inverted condition: "had I known I would have come", "should you need it let me know". */
function isCondition(auxiliary: string, subject: string, rest: readonly string[]): boolean {
  if (!CONDITIONAL.has(auxiliary) || (auxiliary === 'should' && DELIBERATING.has(subject))) return false;
  return rest.some((word) => MAIN_CLAUSE.has(word));
}

/** The first token of a word. */
function subjectOf(sentence: readonly Token[], word: string): Token | undefined {
  return sentence.find(({ key, text }) => key === word && text !== '');
}

/** "does" and "did" always ask, unless "not" follows: "does lunch start now", "did people like it". */
function asksDoing(auxiliary: string, second: string, length: number): boolean {
  return (auxiliary === 'does' || auxiliary === 'did') && length > 2 && second !== 'not';
}

const MAX_ASKED_WORDS = 10;

/** Whether the question word is the subject or belongs to it: "who ate my sandwich", "which bus goes downtown". */
function asksOfSubject(asking: string, second: string, third: string, length: number): boolean {
  if (length < 3 || length > MAX_ASKED_WORDS || SUBJECTS.has(second)) return false;
  if (asking === 'who') return !CLAUSE_STARTERS.has(second);
  const noun = (asking === 'which' || asking === 'what') && !/(?:[^su]s|ed)$/u.test(second);
  return noun && /[a-z](?:[^s]s|ed)$/u.test(third);
}

/** Whether a question word before an auxiliary asks: "what is it" does, "which is fine" does not. */
function asksWithVerb(asking: string, third: string): boolean {
  if (asking === 'which') return SUBJECTS.has(third) && third !== 'the' && third !== 'a' && third !== 'an';
  return third !== '';
}
