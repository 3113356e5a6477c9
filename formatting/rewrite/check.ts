import { parseDictionary } from '../dictionary/parse.ts';
import { lettersOf, soundOf, soundsLike } from '../dictionary/sound.ts';
import { isNumberWord } from '../english/number-words.ts';
import { detectLanguage } from '../language.ts';
import type { Refusal } from '../types.ts';
import { hasNewAddress } from './addresses.ts';
import { createNumberSupport, createNumeralWords, numbersOf, partsOf } from './numbers.ts';
import {
  ASSISTANT_PHRASES,
  CORRECTION_CUES,
  COURTESY,
  HESITATIONS,
  LIGHT_WORDS,
  LOCAL_NEGATIONS,
  NEGATIONS,
} from './phrases.ts';
import { createSupport, wordsInOrder, wordsOf } from './words.ts';

/** A rewrite and all that it may be compared with. */
export interface CheckInput {
  /** What was dictated, as the recognizer wrote it. */
  readonly raw: string;
  /** What the deterministic formatter made of it. */
  readonly draft: string;
  readonly rewritten: string;
  readonly language: string | undefined;
  readonly dictionary: string | undefined;
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
}

/** All words of a check, cut once. */
interface Compared extends CheckInput {
  readonly rawWords: readonly string[];
  readonly draftWords: readonly string[];
  readonly words: readonly string[];
  /** The speaker took something back, so that words may be lost. */
  readonly corrected: boolean;
  /** Extra instructions ask for another style, so that more words may change. */
  readonly styled: boolean;
}

/** Longer texts are not compared word by word, as time grows with the square. */
export const REWRITE_MAX_LENGTH = 12_000;
const GROWTH = 1.6;
const SHRINKAGE = 0.4;
/** Short texts may grow by as many characters whatever the ratio: marks, capitals, a contraction in full. */
const SLACK = 16;
/** Numbers are looked at on their own. */
const HAS_DIGIT = /\p{Nd}/u;
/** In a long text a recognizer's slip may be set right by a word that sounds like none: one in so many. */
const WORDS_PER_SLIP = 25;
/** As many words in a row out of another field are no accident. */
const LEAK_WORDS = { context: 4, instructions: 3 };

type Check = readonly [Refusal, (input: Compared) => boolean];

/** In this order, so that the reason is the most telling one. */
const CHECKS: readonly Check[] = [
  ['empty', ({ words }) => words.length === 0],
  ['markup', hasMarkup],
  ['assistant_phrase', hasAssistantPhrase],
  ['new_address', ({ raw, draft, rewritten, dictionary }) => hasNewAddress(rewritten, [raw, draft, dictionary ?? ''])],
  ['language_changed', hasOtherLanguage],
  ['question_lost', losesQuestion],
  ['new_number', hasNewNumber],
  ['lost_number', losesNumber],
  ['negation_changed', changesNegation],
  ['instructions_leak', (input) => leaks(input, input.extraInstructions, LEAK_WORDS.instructions)],
  ['context_leak', (input) => leaks(input, input.context, LEAK_WORDS.context)],
  ['dictionary_echo', echoesDictionary],
  ['new_name', hasNewName],
  ['new_words', hasNewWords],
  ['grew', grows],
  ['shrank', shrinks],
  ['lost_words', losesWords],
  ['reordered', isReordered],
];

/**
 * Why a rewrite must not replace the deterministic result; undefined when it may. It answers, invents, translates, leaks,
 * or loses what was said: whatever the model did, words that nobody dictated do not pass.
 */
export function findRefusal(input: CheckInput): Refusal | undefined {
  const compared: Compared = {
    ...input,
    rawWords: wordsOf(input.raw),
    draftWords: wordsOf(input.draft),
    words: wordsOf(input.rewritten),
    corrected: CORRECTION_CUES.test(input.raw.toLowerCase().replaceAll(',', '')),
    styled: (input.extraInstructions ?? '').trim() !== '',
  };
  return CHECKS.find(([, isBad]) => isBad(compared))?.[0];
}

/** Tags, fences, emphasis, headings, JSON and links, more of any than were dictated. */
const MARKUP: readonly RegExp[] = [
  /<\/?[a-z_|][^<>\n]{0,60}>/giu,
  /```/gu,
  /\*\*\S/gu,
  /^#{1,6} /gmu,
  /\{\s*"[^"]+"\s*:/gu,
  /\[\/?inst\]/giu,
  /\]\(\S+\)/gu,
];

function hasMarkup({ rewritten, raw }: Compared): boolean {
  const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
  return MARKUP.some((sign) => count(rewritten, sign) > count(raw, sign));
}

function hasAssistantPhrase({ rewritten, raw, draft }: Compared): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('’', "'");
  const [text, said] = [plain(rewritten), `${plain(raw)}\n${plain(draft)}`];
  return ASSISTANT_PHRASES.some((phrase) => {
    const found = phrase.exec(text)?.[0];
    return found !== undefined && !containsWords(said, found);
  });
}

function containsWords(said: string, phrase: string): boolean {
  return ` ${wordsOf(said).join(' ')} `.includes(` ${wordsOf(phrase).join(' ')} `);
}

function hasOtherLanguage({ raw, draft, rewritten, words }: Compared): boolean {
  if (words.length < 4) return false;
  const [before, after] = [detectLanguage(draft), detectLanguage(rewritten)];
  if (!before.certain || !after.certain || before.code === after.code) return false;
  const spoken = detectLanguage(raw);
  return spoken.certain && spoken.code !== after.code;
}

/** Answers to questions are statements. */
function losesQuestion({ draft, rewritten, corrected }: Compared): boolean {
  const count = (text: string) => text.match(/[?？؟]/gu)?.length ?? 0;
  const [before, after] = [count(draft), count(rewritten)];
  return before > 0 && (after === 0 || (!corrected && after < before && before - after > 1));
}

function hasNewNumber({ raw, draft, rewritten, language, dictionary }: Compared): boolean {
  const isSaid = createNumberSupport([raw, draft, dictionary ?? ''], language ?? detectLanguage(draft).code);
  return numbersOf(withoutBullets(rewritten)).some((number) => !isSaid(number));
}

/** The numbers of a list that counts from one are layout. */
function withoutBullets(text: string): string {
  let next = 1;
  return text.replace(/^\s*(\d{1,2})[.)]\s/gmu, (found, number: string) => {
    if (Number(number) !== next) return found;
    next += 1;
    return '';
  });
}

function losesNumber({ draft, rewritten, language, corrected, words, draftWords }: Compared): boolean {
  if (corrected) return false;
  const kept = createNumberSupport([rewritten], language);
  const joined = words.join('');
  const lost = numbersOf(withoutBullets(draft)).some(
    (number) => !kept(number) && !joined.includes(partsOf(number)[0] ?? ''),
  );
  return lost || countNumbers(rewritten, words) < countNumbers(draft, draftWords);
}

/** Numbers in digits, and runs of English number words. */
function countNumbers(text: string, words: readonly string[]): number {
  const spoken = words.filter((word, at) => isCounted(word) && !isCounted(words[at - 1])).length;
  return numbersOf(text).length + spoken;
}

/** "one" is a pronoun as often. */
function isCounted(word: string | undefined): boolean {
  return word !== undefined && word !== 'one' && isNumberWord(word);
}

function changesNegation({ draft, draftWords, rawWords, words, language, corrected }: Compared): boolean {
  const local = LOCAL_NEGATIONS.get(language ?? detectLanguage(draft).code ?? '');
  const negates = (word: string) => NEGATIONS.has(word) || word === local;
  const count = (list: readonly string[]) => list.filter((word, at) => negates(word) && word !== list[at - 1]).length;
  const [before, after] = [count(draftWords), count(words)];
  return after > Math.max(before, count(rawWords)) || (!corrected && after < before);
}

function leaks({ raw, draft, words }: Compared, field: string | undefined, size: number): boolean {
  const foreign = wordsOf(field ?? '');
  if (foreign.length < size) return false;
  const said = new Set([...runsOf(wordsOf(raw), size), ...runsOf(wordsOf(draft), size)]);
  const leaked = new Set(runsOf(foreign, size).filter((run) => !said.has(run)));
  return runsOf(words, size).some((run) => leaked.has(run));
}

function runsOf(words: readonly string[], size: number): string[] {
  return words.slice(0, Math.max(0, words.length - size + 1)).map((_, at) => words.slice(at, at + size).join(' '));
}

/** Names of the dictionary that nobody said, or hardly anything but them. */
function echoesDictionary({ dictionary, rawWords, draftWords, words }: Compared): boolean {
  const names = parseDictionary(dictionary).entries.flatMap(({ written }) => wordsOf(written));
  if (names.length === 0) return false;
  const isSaid = createSupport([...rawWords, ...draftWords]);
  const echoed = words.filter((word) => names.includes(word) && !LIGHT_WORDS.has(word) && !isSaid(word));
  return echoed.length > 0;
}

/** A word with a capital inside a sentence that nobody said. */
function hasNewName({ rewritten, rawWords, draftWords, dictionary, raw }: Compared): boolean {
  const isSaid = createSupport([...rawWords, ...draftWords]);
  const names = parseDictionary(dictionary).entries.map(({ written }) => soundOf(lettersOf(written)));
  const capitals = rewritten.matchAll(/(?<![.!?…:"“”'(\n-]\s{0,2})(?<!^)(?<=\s)\p{Lu}[\p{L}\p{M}’']+/gu);
  for (const [found] of capitals) {
    const words = wordsOf(found).filter((word) => !LIGHT_WORDS.has(word));
    if (words.every(isSaid) || raw.includes(found)) continue;
    if (names.some((sound) => soundsLike(sound, soundOf(lettersOf(found))))) continue;
    return true;
  }
  return false;
}

/** Content words that were not said, or too many light ones: an answer in the speaker's words is one too. */
function hasNewWords(input: Compared): boolean {
  const { words, rawWords, draftWords, styled } = input;
  const isSaid = createSupport([...rawWords, ...draftWords]);
  const content = words.filter((word) => !LIGHT_WORDS.has(word) && !NEGATIONS.has(word));
  const isNew = (word: string) => !HAS_DIGIT.test(word) && !isSaid(word) && !(styled && COURTESY.has(word));
  if (content.filter(isNew).length > Math.floor(words.length / WORDS_PER_SLIP)) return true;
  const said = new Set([...rawWords, ...draftWords]);
  const light = words.filter((word) => LIGHT_WORDS.has(word) && !said.has(word)).length;
  return light > (styled ? Math.max(3, words.length * 0.35) : Math.max(1, words.length * 0.12));
}

function grows({ draft, raw, rewritten, styled }: Compared): boolean {
  const longest = Math.max(draft.length, raw.length);
  return rewritten.length > longest * (styled ? 2 : GROWTH) + SLACK;
}

function shrinks({ draft, rewritten, corrected }: Compared): boolean {
  return rewritten.length + SLACK < draft.length * (corrected ? 0.15 : SHRINKAGE);
}

/** Words of the draft that are gone: content words, or many others than hesitations. */
function losesWords({ draftWords, rewritten, words, language, corrected, styled }: Compared): boolean {
  const isKept = createSupport(words);
  const isNumeral = createNumeralWords(rewritten, language);
  const lost = (list: readonly string[]) => list.filter((word) => !isKept(word)).length;
  const isNumber = (word: string) => isNumeral(word) || isNumberWord(word) || HAS_DIGIT.test(word);
  const meant = draftWords.filter((word) => !HESITATIONS.has(word) && !isNumber(word));
  const content = meant.filter((word) => !LIGHT_WORDS.has(word));
  const share = corrected ? 0.75 : styled ? 0.5 : 0.25;
  // An order without its verb is another sentence: "tell Tom that I am late".
  if (!corrected && !styled && lost(meant.slice(0, 1)) > 0) return true;
  if (lost(content) > Math.max(corrected ? 3 : 1, content.length * share)) return true;
  return lost(meant) > Math.max(corrected ? 6 : 2, meant.length * (corrected ? 0.8 : 0.4));
}

/** The same words in another order say something else. */
function isReordered({ draftWords, rawWords, words, styled }: Compared): boolean {
  if (words.length < 4) return false;
  const order = Math.max(wordsInOrder(words, draftWords), wordsInOrder(words, rawWords));
  const shared = Math.max(sharedWords(words, draftWords), sharedWords(words, rawWords));
  return order < shared * (styled ? 0.5 : 0.8);
}

function sharedWords(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared;
}
