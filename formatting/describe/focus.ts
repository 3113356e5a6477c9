import { isKnownEnglish } from '../english/common-words.ts';
import { HEADING_PATTERNS, SIDE_TOPIC } from './heading-patterns.ts';
import { PATTERNS, type Patterns } from './patterns.ts';
import { distinctPhrases, type Phrase } from './phrases.ts';
import { trimEnd } from './shorten.ts';
import type { Sentence, Word } from './word.ts';

/** The sentences in which the main point, and the subject, of a note are looked for. */
const POINT_SENTENCES = 5;
const SUBJECT_SENTENCES = 2;
const MAX_CANDIDATES = 4;
const MIN_LENGTH = 4;
/** A main clause that is longer makes no title. */
const MAX_CLAUSE_WORDS = 10;
const FIRST_ARTICLE = /^(?:(?:the|a|an|my|our|der|die|das|le|la|les|el|los|las) |l['’])/iu;
/** "The news is they do have a place". */
const POSSESSION = /^(?:they|we|there|it)(?:['’](?:ve|s))? (?:do |does )?(?:(?:have|has|is|are|got) )?(?=an? )/iu;
const PRONOUN = /^(?:i|we|he|she|they|it|you)(?:['’]\p{L}+)? /iu;
/** A clause of another language that starts so is no title. */
const OTHER_PRONOUN =
  /^(?:ich|wir|du|er|sie|es|man|je|j['’]|on|nous|tu|il|elle|ils|elles|c['’]est|si|wenn|quand|cuando|he|hemos)(?!\p{L})/iu;
const SUBORDINATE =
  /^(?:when|if|while|after|before|because|since|although|on|in|at|for|from|with|during|until|as|by|to)\s/iu;
/** The end of the subject in a point that is too long: "the staircase on the second floor is …". */
const SUBJECT_END = / (?:is|are|was|were|has|have|had|does|do|did|will|can|can['’]t)(?= )/iu;

/** A sentence with its text from the first word that does not only open it. */
export interface Opened {
  readonly text: string;
  readonly sentence: Sentence;
}

/** What a heading needs. */
export interface FocusRequest {
  readonly heading: string;
  readonly language: string;
  /** The heading says little, so that the subject of the next sentence or the main phrase is added. */
  readonly needed: boolean;
  /** The heading only names a kind of note, so that the main clause is added. */
  readonly generic: boolean;
  /** The heading names a meeting or a record, so that one repeated noun tells its subject. */
  readonly occasion: boolean;
  /** The number of characters that the focus may have. */
  readonly longest: number;
}

/** What a note says about its heading. Undefined if it says nothing new. */
export function findFocus(
  rest: readonly Opened[],
  phrases: readonly Phrase[],
  request: FocusRequest,
): string | undefined {
  const patterns = PATTERNS[request.language];
  if (patterns === undefined) return undefined;
  const candidates = [
    () => findPoint(rest, patterns, request),
    ...(request.generic || request.needed ? [() => findQuestion(rest, request)] : []),
    ...(request.generic ? [() => findAction(rest, patterns, request)] : []),
    ...(request.generic ? [() => findMainClause(rest, patterns, request)] : []),
    ...(request.needed ? [() => findSubject(rest, phrases, request), () => findPhrase(phrases, request)] : []),
    // Without parts of speech, an article shows the noun. The first one after a meeting is its subject.
    ...(request.needed && request.occasion && request.language !== 'en'
      ? [() => findSubject(rest.slice(0, 1), undefined, request)]
      : []),
  ];
  for (const find of candidates) {
    const focus = find();
    if (focus !== undefined && isNew(focus, request.heading)) return uncapitalize(focus, request.language, rest);
  }
  return undefined;
}

/** "The problem is that Agnes knows too much", "today was about why clay holds water". */
function findPoint(
  rest: readonly Opened[],
  patterns: Patterns,
  { language, longest }: FocusRequest,
): string | undefined {
  const point = HEADING_PATTERNS[language]?.point;
  for (const { text } of rest.slice(0, POINT_SENTENCES)) {
    if (SIDE_TOPIC.test(text)) continue;
    const said = point
      ?.exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (said === undefined) continue;
    const clause = cutClause(said, patterns).replace(POSSESSION, '').replace(FIRST_ARTICLE, '');
    const fitting = clause.length <= longest ? clause : clause.split(SUBJECT_END)[0];
    if (fitting !== undefined && fitting.length <= longest && fitting.length >= MIN_LENGTH) return fitting;
  }
  return undefined;
}

function findQuestion(rest: readonly Opened[], { longest }: FocusRequest): string | undefined {
  const said = rest.slice(0, SUBJECT_SENTENCES).find(({ text }) => /^what if /iu.test(text))?.text;
  const question = said?.split(/[,?.]/u)[0];
  return question !== undefined && question.length <= longest ? question : undefined;
}

/** What is to be done, in the first sentences after the heading. */
function findAction(rest: readonly Opened[], patterns: Patterns, { longest }: FocusRequest): string | undefined {
  for (const { text } of rest.slice(0, SUBJECT_SENTENCES)) {
    const said = patterns.action.exec(text)?.[1];
    const action = said === undefined ? '' : cutClause(said, patterns);
    if (action.includes(' ') && action.length <= longest) return action;
  }
  return undefined;
}

/** The main clause of the next sentence: "When you rotate the screen, the timer goes back to zero but …". */
function findMainClause(
  rest: readonly Opened[],
  patterns: Patterns,
  { language, longest }: FocusRequest,
): string | undefined {
  const [next] = rest;
  if (next === undefined || (language !== 'en' && OTHER_PRONOUN.test(next.text))) return undefined;
  const main = next.text.split(/,\s/u).find((part) => !SUBORDINATE.test(part) && part.includes(' '));
  const clause = main === undefined ? '' : cutClause(main.replace(PRONOUN, ''), patterns).replace(FIRST_ARTICLE, '');
  const short = clause.split(/\s+/u).length <= MAX_CLAUSE_WORDS ? clause : (clause.split(/\sand\s/iu)[0] ?? '');
  const words = short.split(/\s+/u).length;
  return words >= 2 && words <= MAX_CLAUSE_WORDS && short.length <= longest ? short : undefined;
}

/** The subject of one of the next sentences, which the phrases must have again: "The heating in the church hall costs us …". */
function findSubject(
  rest: readonly Opened[],
  phrases: readonly Phrase[] | undefined,
  { heading, language, longest, occasion }: FocusRequest,
): string | undefined {
  const repeated = new Set(phrases?.filter(({ words, mentions }) => words === 1 && mentions > 1).map(({ key }) => key));
  for (const { text, sentence } of rest.slice(0, SUBJECT_SENTENCES)) {
    const subject =
      language === 'en' ? nounPhrase(sentence) : HEADING_PATTERNS[language]?.subject?.exec(text)?.[1]?.split(',')[0];
    if (subject === undefined || subject.length > longest || subject.length < MIN_LENGTH) continue;
    // One noun says too little after a heading that names the subject, unless the heading is one word as well.
    if (!occasion && heading.includes(' ') && !subject.includes(' ')) continue;
    const keys = sentence.words.filter(({ text: word, key }) => subject.includes(word) || subject.includes(key));
    if (phrases === undefined || keys.some(({ key }) => repeated.has(key))) return subject;
  }
  return undefined;
}

/** The words of an English sentence before its verb, if they are an article, nouns and prepositions. */
export function nounPhrase({ text, words }: Sentence): string | undefined {
  const verb = words.findIndex((word, at) => at > 0 && (word.verb || word.opens));
  const [first, last] = [words[0], words[verb - 1]];
  if (first === undefined || last === undefined || words[verb]?.verb !== true) return undefined;
  const subject = words.slice(0, verb);
  const isNominal = (word: Word) => word.part !== 'other';
  if (!subject.every(isNominal) || !subject.some(({ content }) => content)) return undefined;
  return text.slice(first.start, last.end).replace(FIRST_ARTICLE, '');
}

/** The best phrase of the note that its heading does not have. */
function findPhrase(
  phrases: readonly Phrase[],
  { heading, occasion, generic, longest }: FocusRequest,
): string | undefined {
  const named = heading.toLowerCase();
  return distinctPhrases(phrases, MAX_CANDIDATES).find(
    ({ key, text, titleText, nominal, mentions, words, name }) =>
      nominal &&
      // One noun of many is no subject, unless the heading only says when the note was made.
      (words > 1 ? mentions > 1 || occasion || name : mentions > 1 && (occasion || (generic && name))) &&
      titleText.length <= longest &&
      ![...key.split(' '), ...text.toLowerCase().split(' ')].some((word) => named.includes(word)),
  )?.titleText;
}

function cutClause(text: string, { clauseEnd, dangling }: Patterns): string {
  const end = text.search(clauseEnd);
  const words = trimEnd(end < 0 ? text : text.slice(0, end), /[?!.,\s]/u).split(/\s+/u);
  while (words.length > 1 && dangling.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}

function isNew(focus: string, heading: string): boolean {
  const named = heading.toLowerCase();
  const words = focus.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return words.some((word) => !named.includes(word));
}

/** A focus in lower case, unless its first word is a name, or the language capitalizes nouns. */
function uncapitalize(focus: string, language: string, rest: readonly Opened[]): string {
  const [first = ''] = focus.split(' ', 1);
  const isName = rest.some(({ sentence }) =>
    sentence.words.some(
      ({ text, part, opens }) =>
        text === first && (opens ? part === 'name' && !isKnownEnglish(text.toLowerCase()) : /^\p{Lu}/u.test(text)),
    ),
  );
  return language === 'de' || isName || /^\p{Lu}{2}/u.test(focus)
    ? focus
    : focus.slice(0, 1).toLowerCase() + focus.slice(1);
}
