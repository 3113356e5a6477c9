import { parseDictionary } from '../dictionary/parse.ts';
import { lettersOf, soundOf, soundsLike } from '../dictionary/sound.ts';
import { detectLanguage } from '../language.ts';
import type { Refusal } from '../types.ts';
import { hasNewAddress } from './addresses.ts';
import { createNumberSupport, numbersOf, partsOf } from './numbers.ts';
import { ASSISTANT_PHRASES, CORRECTION_CUES, LIGHT_WORDS, NEGATIONS } from './phrases.ts';
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

function hasMarkup({ rewritten, raw }: Compared): boolean {
  const signs = [
    /<\/?[a-z_|][^<>\n]{0,60}>/iu,
    /```/u,
    /\*\*\S/u,
    /^#{1,6} /mu,
    /\{\s*"[^"]+"\s*:/u,
    /\[\/?inst\]/iu,
    /\]\(\S+\)/u,
  ];
  return signs.some((sign) => sign.test(rewritten) && !sign.test(raw));
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

function losesNumber({ draft, rewritten, language, corrected, words }: Compared): boolean {
  if (corrected) return false;
  const kept = createNumberSupport([rewritten], language);
  const joined = words.join('');
  return numbersOf(withoutBullets(draft)).some((number) => {
    const bare = partsOf(number)[0] ?? '';
    return !kept(number) && !joined.includes(bare);
  });
}

function changesNegation({ draftWords, rawWords, words, corrected }: Compared): boolean {
  const count = (list: readonly string[]) =>
    list.filter((word, at) => NEGATIONS.has(word) && word !== list[at - 1]).length;
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
  const invented = content.filter((word) => !/^\p{Nd}+$/u.test(word) && !isSaid(word)).length;
  const allowed = styled ? Math.max(2, Math.floor(words.length * 0.3)) : Math.floor(words.length / 25);
  if (invented > allowed) return true;
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

/** Content words of the draft that are gone. */
function losesWords({ draftWords, words, corrected, styled }: Compared): boolean {
  const isKept = createSupport(words);
  const content = draftWords.filter((word) => !LIGHT_WORDS.has(word) && !/^\p{Nd}+$/u.test(word));
  const lost = content.filter((word) => !isKept(word)).length;
  const allowed = corrected ? 0.75 : styled ? 0.5 : 0.25;
  return lost > Math.max(corrected ? 3 : 1, content.length * allowed);
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
