import { boundStart } from './bound.ts';
import { vagueWordsOf } from './vague-words.ts';
import type { Sentence, Word } from './word.ts';

/** Something that a note mentions. */
export interface Phrase {
  /** As written at its first mention. */
  readonly text: string;
  readonly key: string;
  /** As a title writes it: with the negation, side or number before it, if each mention has one. */
  readonly titleText: string;
  /** The number of sentences that mention it. */
  readonly mentions: number;
  /** The share of the note's tenths (or sentences, if fewer) that mention it: 0 to 1. */
  readonly spread: number;
  /** Its score relative to the best phrase: 0 to 1. */
  readonly weight: number;
  readonly name: boolean;
  /** Each mention starts a sentence or follows a mark, so that its capital tells nothing. */
  readonly opens: boolean;
  readonly words: number;
  /** Its first mention inside a sentence, otherwise its first one, is a noun, not an adjective or a verb. */
  readonly nominal: boolean;
  /** Its parts of speech, one for each word. */
  readonly parts: readonly Word['part'][];
  /** One of its mentions is no modifier of another noun: "test" in "soil test", not "soil". */
  readonly head: boolean;
  /** A single word that is too general to name a subject. */
  readonly vague: boolean;
}

const MAX_PHRASE_WORDS = 3;
const TENTHS = 10;
/** The first sentences name the subject more often than later ones. */
const EARLY_SENTENCES = 3;
interface Counted {
  text: string;
  readonly key: string;
  words: readonly Word[];
  readonly sentences: Set<number>;
  first: number;
  name: boolean;
  opens: boolean;
  head: boolean;
  bound: string | undefined;
}

/** Finds the phrases that a note mentions, best first, in time linear in the length of the text. */
export function findPhrases(sentences: readonly Sentence[], language: string): Phrase[] {
  const english = language === 'en';
  const vague = vagueWordsOf(language);
  const counted = new Map<string, Counted>();
  for (const [at, sentence] of sentences.entries()) {
    for (const run of english ? nounRuns(sentence.words) : contentRuns(sentence.words)) {
      for (const part of partsOf(run, english)) {
        const head = part.at(-1) === run.at(-1);
        count(counted, part, {
          at,
          head,
          said: english ? sentence.text : undefined,
          bound: boundText(sentence, run, part),
        });
      }
    }
  }
  const tenths = Math.min(TENTHS, sentences.length);
  const scored = [...counted.values()]
    // Without parts of speech, two words are a phrase only if they are repeated together.
    .filter(({ words, sentences: said }) => english || words.length === 1 || said.size > 1)
    .map((of) => ({
      of,
      score: scoreOf(of, sentences.length, vague),
      spread: spreadOf(of.sentences, sentences.length, tenths),
    }))
    .sort((first, second) => second.score - first.score || first.of.first - second.of.first);
  const best = scored[0]?.score ?? 1;
  return scored.map(({ of, score, spread }) => ({
    text: of.text,
    titleText: of.bound ?? of.text,
    key: of.key,
    mentions: of.sentences.size,
    spread,
    weight: score / best,
    name: of.name,
    opens: of.opens,
    words: of.words.length,
    nominal: isNominal(of),
    parts: of.words.map(({ part }) => part),
    head: !english || of.head,
    vague: of.words.length === 1 && vague.has(of.key),
  }));
}

/** The best phrases, without those that share a word with a better one. */
export function distinctPhrases(phrases: readonly Phrase[], most: number): Phrase[] {
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length >= most) break;
    const words = phrase.key.split(' ');
    const repeated = chosen.some(({ key }) => words.some((word) => key.split(' ').includes(word)));
    if (!repeated && !phrase.vague) chosen.push(phrase);
  }
  return chosen;
}

/** Adjectives and nouns in a row that end in a noun: "new kitchen cabinets". */
function nounRuns(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = () => {
    while (run.length > 0 && run.at(-1)?.part === 'adjective') run.pop();
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const fits = word.content && (word.part === 'noun' || word.part === 'name' || word.part === 'adjective');
    if (!fits || word.opens) close();
    if (!fits) continue;
    // An adjective after a noun starts another phrase.
    if (word.part === 'adjective' && run.at(-1)?.part !== 'adjective') close();
    run.push(word);
  }
  close();
  return runs;
}

/** Content words in a row, for languages without parts of speech. */
function contentRuns(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (!word.content || word.opens) runs.push([]);
    if (word.content) runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0);
}

function partsOf(run: readonly Word[], english: boolean): Word[][] {
  const parts: Word[][] = run.filter(({ part }) => part !== 'adjective').map((word) => [word]);
  for (let size = 2; size <= MAX_PHRASE_WORDS; size += 1) {
    for (let at = 0; at + size <= run.length; at += 1) {
      // The last noun of a run carries its meaning. Without parts of speech, any pair may.
      if (!english || at + size === run.length || run[at + size - 1]?.part === 'name')
        parts.push(run.slice(at, at + size));
    }
  }
  return parts;
}

interface Mention {
  /** The index of the sentence. */
  readonly at: number;
  /** The phrase ends its run of nouns. */
  readonly head: boolean;
  /** The text of the sentence, of which a phrase keeps its marks. Undefined in a language without parts of speech. */
  readonly said: string | undefined;
  readonly bound: string | undefined;
}

/** A phrase with the negation, side or number before it. Undefined if there is none. */
function boundText({ text, words }: Sentence, run: readonly Word[], part: readonly Word[]): string | undefined {
  const [first, opening, last] = [part[0], run[0], part.at(-1)];
  if (first === undefined || opening === undefined || last === undefined) return undefined;
  const [own, whole] = [words.indexOf(first), words.indexOf(opening)];
  const near = boundStart(words, own);
  const from = near < own ? near : boundStart(words, whole);
  return from < (near < own ? own : whole) ? text.slice(words[from]?.start, last.end) : undefined;
}

function count(counted: Map<string, Counted>, words: Word[], { at, head, said, bound }: Mention): void {
  const key = words.map((word) => word.key).join(' ');
  const known = counted.get(key);
  const name = words.every(({ part }) => part === 'name');
  const opens = words[0]?.opens === true;
  if (known !== undefined) {
    // A capital inside a sentence says more than one at its start.
    if (known.opens && !opens) Object.assign(known, { text: textOf(words, key, said), words });
    known.sentences.add(at);
    known.name ||= name;
    known.opens &&= opens;
    known.head ||= head;
    if (bound === undefined) known.bound = undefined;
    return;
  }
  const text = textOf(words, key, said);
  counted.set(key, { text, key, words, sentences: new Set([at]), first: at, name, opens, head, bound });
}

function textOf(words: readonly Word[], key: string, said: string | undefined): string {
  return (
    said?.slice(words[0]?.start, words.at(-1)?.end) ??
    words
      .map((word) => word.text)
      .join(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(key) ? '' : ' ')
  );
}

function scoreOf({ key, words, sentences, first, name }: Counted, all: number, vague: ReadonlySet<string>): number {
  const mentions = sentences.size;
  const early = first < Math.min(EARLY_SENTENCES, Math.ceil(all / 2)) ? 1.4 : 1;
  const general = words.every((word) => vague.has(word.key)) ? 0.3 : 1;
  // A phrase of two words says more than each word, unless a long note mentions it only once.
  const length = words.length === 1 ? 1 : mentions > 1 || all < 8 ? 1.5 : 1.1;
  return Math.log2(1 + mentions) * early * general * length * (name ? 1.2 : 1) * (key.length < 3 ? 0.3 : 1);
}

/** Whether a phrase names something. "Left knee" and "biggest wish" do so only if they are repeated. */
function isNominal({ words, sentences }: Counted): boolean {
  const [first] = words;
  if (first === undefined || !words.every(({ nominal }, at) => nominal || at > 0)) return false;
  return first.part !== 'adjective' || sentences.size > 1;
}

function spreadOf(sentences: ReadonlySet<number>, all: number, tenths: number): number {
  const hit = new Set([...sentences].map((at) => Math.floor((at * tenths) / all)));
  return hit.size / tenths;
}
