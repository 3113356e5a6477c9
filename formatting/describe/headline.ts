import { nounPhrase } from './focus.ts';
import { findHeading } from './heading.ts';
import { PATTERNS, type Patterns } from './patterns.ts';
import type { Phrase } from './phrases.ts';
import { trimEnd } from './shorten.ts';
import type { Sentence } from './word.ts';

const MAX_WORDS = 10;
/** A whole clause may be longer. */
const MAX_WHOLE_WORDS = 13;
const MAX_WHOLE_LENGTH = 72;
const LONG_SENTENCES = 40;
/** The number of characters of a sentence that are read for a title. */
const MAX_READ_LENGTH = 300;
/** The last position in its sentence at which an action can be the subject of the note. */
const MAX_OPENING_LENGTH = 30;
/** A shorter first sentence is only an opening: "Quick reminder to myself." */
const MAX_OPENING_WORDS = 6;
const MAX_CLAUSE_WORDS = 8;
const AND: ReadonlySet<string> = new Set(['and', 'und', 'et', 'y']);
const MIN_WORDS_BEFORE_AND = 3;
const OPENED_SENTENCES = 8;
/** The time at the end of a heading or a deed says nothing about its subject. */
const TIME_AT_END =
  / (?:this (?:morning|afternoon|evening|week|month)|last (?:night|week)|today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier)$/iu;
/** Words before the subject of a heading. */
const BEFORE_SUBJECT = /^(?:for |about |on |regarding )?(?:the |my |our )/iu;

/** The end of the words before a clause that is the object of a question word. */
const ASKS_FOR = /\b(?:what|how|why|where|which|that) $/iu;
/** A verb that says nothing without its object: "say at the wedding". */
const WITHOUT_OBJECT = /^(?:say|tell|do|get|make|have|know|see) (?:at|in|on|for|to|by|before|after|so|if|that)\b/iu;
/** A first sentence that says how the speaker is: "It's late and I can't sleep". */
const PERSONAL = /^it(?:['’]s| is| was) .{1,40}$/iu;
const GERMAN_VERB_FIRST =
  /^(?:muss|müssen|soll|sollen|sollten|kann|können|ist|sind|war|hat|haben|wird|werden|geht|kommt|machen|nehmen) /iu;

/** A title, and whether it names a thing, to which another subject can be added. */
export interface Headline {
  readonly text: string;
  readonly thing: boolean;
}

function withoutOpeners(text: string, { openers: known }: Patterns): string {
  let rest = text;
  for (;;) {
    const lower = rest.toLowerCase();
    const opener = known.find((each) => lower.startsWith(each));
    if (opener === undefined) return rest;
    const after = rest.slice(opener.length).trimStart();
    // "Right knee bends": an adjective is no opener.
    if (ADJECTIVE.test(opener) && !AFTER_OPENER.test(after)) return rest;
    rest = after;
  }
}

/** Openers that are adjectives too, without a mark after them. */
const ADJECTIVE = /^(?:right|well|gut|bon|bueno) $/u;
/** What follows such a word if it only opens a sentence. */
const AFTER_OPENER =
  /^(?:i|we|you|he|she|they|it|the|a|an|my|our|so|then|and|okay|ok|let|this|that|there|today|now|just|um|uh|ich|wir|er|sie|es|das|die|der|also|dann|heute|je|on|nous|il|elle|le|la|les|alors|donc|euh|yo|el|los|las|pues|entonces|hoy|vamos|tengo|tenemos)(?![\p{L}\p{M}])/iu;

/** Whether a sentence says what somebody has to do. */
export function namesTask({ text }: Sentence, language: string): boolean {
  const patterns = PATTERNS[language];
  if (patterns === undefined) return false;
  const bare = withoutOpeners(text.slice(0, MAX_READ_LENGTH), patterns);
  const found = first(actionAt(patterns, bare, MAX_READ_LENGTH)?.slice(1));
  return (found !== undefined && cut(found, patterns) !== undefined) || patterns.request?.test(bare) === true;
}

/** The text of a sentence without the words that only open it, with a capital: "Okay so on the way" is "On the way". */
export function withoutOpening(text: string, language: string): string {
  const patterns = PATTERNS[language];
  const bare = patterns === undefined ? text : withoutOpeners(text, patterns);
  // "Also muss …": a German verb stands second, so the word before it is needed.
  if (language === 'de' && GERMAN_VERB_FIRST.test(bare)) return text;
  const [letter = ''] = bare;
  return bare === text ? text : letter.toUpperCase() + bare.slice(letter.length);
}

/** An action that starts within the first characters. */
function actionAt({ action }: Patterns, text: string, within: number): RegExpExecArray | undefined {
  const found = action.exec(text);
  return found === null || found.index > within ? undefined : found;
}

/** What is to be done, unless it depends on a question word or its verb has no object: "what I want to say at …". */
function taskIn(patterns: Patterns, text: string): RegExpExecArray | undefined {
  const found = actionAt(patterns, text, MAX_OPENING_LENGTH);
  if (found === undefined || ASKS_FOR.test(text.slice(0, found.index))) return undefined;
  return found.slice(1).some((said) => said !== undefined && WITHOUT_OBJECT.test(said)) ? undefined : found;
}

/** What the speaker did. */
function deedOf({ deed, isDeed }: Patterns, text: string): RegExpExecArray | null {
  const found = deed?.exec(text) ?? null;
  const [verb = ''] = found?.[1]?.toLowerCase().split(' ', 1) ?? [];
  return isDeed?.(verb) === false ? null : found;
}

/**
 * Finds a title in how the note names its subject: a heading in its first words, "I'm calling about …", the subject of
 * the first sentence, what the speaker did, or a task.
 * @param subjects the words that can name a subject alone, in lower case
 */
export function findHeadline(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  language: string,
  subjects: ReadonlySet<string>,
): Headline | undefined {
  const patterns = PATTERNS[language];
  // The start of a long talk does not tell its subject.
  if (patterns === undefined || sentences.length > LONG_SENTENCES) return undefined;
  const texts = sentences.slice(0, 4).map(({ text }) => withoutOpeners(text.slice(0, MAX_READ_LENGTH), patterns));
  const opening = openingOf(texts, sentences);
  const find = (of: readonly string[], read: (text: string) => readonly (string | undefined)[] | null | undefined) =>
    findFirst(
      of,
      (text) => first(read(text)?.slice(1)),
      (text) => cut(text, patterns, subjects),
    );
  const opened = sentences.slice(0, OPENED_SENTENCES).map((sentence) => ({
    sentence,
    text: withoutOpeners(sentence.text.slice(0, MAX_READ_LENGTH), patterns),
  }));
  const heading = findHeading(opened, phrases, language);
  if (heading !== undefined) return { text: heading, thing: false };
  const thing = find(texts, (text) => patterns.about.exec(text));
  if (thing !== undefined) return { text: thing, thing: !thing.includes(' ') };
  const text =
    findQuestion(texts.slice(0, 2), patterns) ??
    find(PERSONAL.test(texts[0] ?? '') ? texts.slice(0, 2) : texts.slice(0, 1), (text) =>
      patterns.subject.exec(text),
    ) ??
    find(opening, (text) => deedOf(patterns, text))?.replace(TIME_AT_END, '') ??
    find(opening, (text) => taskIn(patterns, text)) ??
    findClause(sentences, texts) ??
    (language === 'en' ? findSubject(sentences[0], phrases) : undefined);
  return text === undefined ? undefined : { text, thing: false };
}

/** A first clause that is short and complete, as run-on text is cut: "The car failed its inspection". */
function findClause([sentence]: readonly Sentence[], [text = '']: readonly string[]): string | undefined {
  if (sentence?.clause !== true || !/^(?:the|my|our) /iu.test(text)) return undefined;
  const bare = trimEnd(text.replace(BEFORE_SUBJECT, ''), /[.\s]/u);
  return bare.split(/\s+/u).length <= MAX_CLAUSE_WORDS ? bare : undefined;
}

/** The subject of the first sentence: "The soil test came back for the allotment". */
function findSubject(sentence: Sentence | undefined, phrases: readonly Phrase[]): string | undefined {
  if (sentence === undefined || !/^(?:the|my|our) /iu.test(sentence.text)) return undefined;
  const subject = nounPhrase(sentence);
  const [last] = sentence.words.filter(({ text }) => subject?.endsWith(text) === true);
  const isSubject = phrases.some(({ key, nominal, vague }) => key === last?.key && nominal && !vague);
  return isSubject && subject?.includes(' ') === true ? subject : undefined;
}

/** The first sentence, and the second one if the first is only an opening. */
function openingOf(texts: readonly string[], sentences: readonly Sentence[]): readonly string[] {
  return texts.slice(0, (sentences[0]?.words.length ?? 0) <= MAX_OPENING_WORDS ? 2 : 1);
}

const first = (groups: readonly (string | undefined)[] | undefined) => groups?.find((group) => group !== undefined);

function findFirst(
  texts: readonly string[],
  read: (text: string) => string | undefined,
  cutTitle: (text: string) => string | undefined,
): string | undefined {
  for (const text of texts) {
    const found = read(text);
    const title = found === undefined ? undefined : cutTitle(found);
    if (title !== undefined) return title;
  }
  return undefined;
}

/** Reads "What if the app could remind you to drink water". */
function findQuestion(texts: readonly string[], { dangling }: Patterns): string | undefined {
  const question = texts.find((text) => /^what if /iu.test(text));
  return question === undefined
    ? undefined
    : trimDangling(question.split(/\s+/u).slice(0, MAX_WORDS).join(' '), dangling);
}

/** The first clause, limited in length and without an incomplete end. One word must be a subject. */
function cut(
  text: string,
  { clauseEnd, dangling }: Patterns,
  subjects: ReadonlySet<string> = new Set(),
): string | undefined {
  const end = text.search(clauseEnd);
  const title = trimDangling(firstWords(end < 0 ? text : text.slice(0, end)), dangling);
  return title.includes(' ') || subjects.has(title.toLowerCase()) ? title : undefined;
}

/** At most the words of a title. A part after the last "and" that would be incomplete is left out. */
function firstWords(text: string): string {
  const words = text.trim().split(/\s+/u);
  if (words.length <= MAX_WHOLE_WORDS && text.trim().length <= MAX_WHOLE_LENGTH) return words.join(' ');
  const kept = words.slice(0, MAX_WORDS);
  const and = kept.findLastIndex((word) => AND.has(word.toLowerCase()));
  return kept.slice(0, words.length > MAX_WORDS && and >= MIN_WORDS_BEFORE_AND ? and : MAX_WORDS).join(' ');
}

function trimDangling(title: string, dangling: ReadonlySet<string>): string {
  const words = trimEnd(title, /[?!.,\s]/u).split(/\s+/u);
  while (words.length > 1 && dangling.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}
