import { boundStart } from './bound.ts';
import { findHeadline } from './headline.ts';
import { distinctPhrases, type Phrase } from './phrases.ts';
import { shorten, trimEnd } from './shorten.ts';
import type { Sentence, Word } from './word.ts';

/** The maximum number of characters of a title, which fits one line of a list. */
export const MAX_TITLE_LENGTH = 80;
const MAX_WORDS = 8;
const MAX_CJK_WORDS = 10;
/** A note of at most this many words is its own title. */
const SHORT_NOTE_WORDS = 6;
/** A shorter chain of nouns gets a second phrase. */
const MIN_CHAIN_WORDS = 3;
/** The phrases of which one may be added to a heading. */
const MAX_CANDIDATES = 4;
/** A heading with an added subject is no longer. */
const MAX_COMPLETED_LENGTH = 60;

interface Chain {
  readonly words: readonly Word[];
  readonly sentence: Sentence;
  readonly score: number;
}

/**
 * The words of the note that name its subject best: nouns and the words between them ("call with Maria about the
 * kitchen").
 */
export function findTitle(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  language: string,
): string | undefined {
  const english = language === 'en';
  const all = sentences.reduce((sum, { words }) => sum + words.length, 0);
  if (all === 0) return undefined;
  if (all <= SHORT_NOTE_WORDS) return present(sentences.map(({ text }) => text).join(' '));
  const subjects = phrases.filter(({ words, nominal }) => words === 1 && nominal).map(({ text }) => text.toLowerCase());
  const headline = findHeadline(sentences, phrases, language, new Set(subjects));
  if (headline !== undefined) return present(headline.thing ? withSubject(headline.text, phrases) : headline.text);
  const weights = new Map(phrases.filter(({ words }) => words === 1).map(({ key, weight }) => [key, weight]));
  const best = findChain(sentences, weights, english);
  const [first, second] = distinctPhrases(phrases, 2);
  if (best === undefined) return first === undefined ? present(sentences[0]?.text ?? '') : present(first.titleText);
  const chain = textOf(best);
  const short = best.words.length < MIN_CHAIN_WORDS;
  if (!short || second === undefined || first === undefined) return present(chain);
  const keys = best.words.map(({ key }) => key);
  const other = [first, second].find(({ key }) => !key.split(' ').some((word) => keys.includes(word)));
  return present(other === undefined ? chain : `${chain}, ${other.titleText}`);
}

/** Adds the main subject of the note, if the heading does not name it: "Training log, half marathon". */
function withSubject(heading: string, phrases: readonly Phrase[]): string {
  const named = heading.toLowerCase();
  const single = !heading.includes(' ');
  const distinct = distinctPhrases(phrases, MAX_CANDIDATES);
  const subject = distinct.find(({ key, text, nominal }) => {
    const words = [...key.split(' '), ...text.toLowerCase().split(' ')];
    return nominal && !words.some((word) => named.includes(word));
  });
  const telling = subject !== undefined && (single || (subject === distinct[0] && subject.mentions > 1));
  const text = telling ? `${heading}, ${subject.titleText}` : heading;
  return text.length <= MAX_COMPLETED_LENGTH ? text : heading;
}

function findChain(
  sentences: readonly Sentence[],
  weights: ReadonlyMap<string, number>,
  english: boolean,
): Chain | undefined {
  let best: Chain | undefined;
  for (const [at, sentence] of sentences.entries()) {
    for (const words of english ? nounChains(sentence.words) : windows(sentence.words)) {
      const score = scoreOf(words, at, weights, english ? 0.12 : 0.25);
      if (best === undefined || score > best.score) best = { words, sentence, score };
    }
  }
  return best;
}

/**
 * Chains of nouns and the words between them, without marks. A chain starts with a content word and ends with a noun.
 */
function nounChains(words: readonly Word[]): Word[][] {
  const chains: Word[][] = [];
  for (let start = 0; start < words.length; start += 1) {
    const first = words[start];
    if (first === undefined || !isNamed(first)) continue;
    if (continuesChain(words, start)) continue;
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_WORDS); end += 1) {
      const last = words[end - 1];
      if (last === undefined || (end - 1 > start && last.opens) || last.part === 'other') break;
      const next = words[end];
      const whole = next === undefined || next.opens || !isNamed(next);
      if (whole && (last.part === 'noun' || last.part === 'name') && last.content) chains.push(words.slice(start, end));
    }
  }
  return chains;
}

/** Whether a noun precedes, directly or with a link: "call with" before "Maria". */
function continuesChain(words: readonly Word[], start: number): boolean {
  let at = start;
  while (at > 0 && !words[at]?.opens) {
    at -= 1;
    if (words[at]?.part !== 'link') return isNamed(words[at]);
  }
  return false;
}

function isNamed(of: Word | undefined): boolean {
  return (
    of !== undefined &&
    of.part !== 'other' &&
    of.part !== 'link' &&
    (of.content || of.part === 'number' || of.part === 'noun')
  );
}

/** Word sequences without marks that start and end with content words, for languages without parts of speech. */
function windows(words: readonly Word[]): Word[][] {
  const found: Word[][] = [];
  const nouns = words.some(({ part, text }) => part === 'name' && text.length > 1);
  for (let start = 0; start < words.length; start += 1) {
    const first = words[start];
    if (first === undefined || !isEdge(first, nouns)) continue;
    const most = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(first.text)
      ? MAX_CJK_WORDS
      : MAX_WORDS - 2;
    for (let end = start + 1; end <= Math.min(words.length, start + most); end += 1) {
      const last = words[end - 1];
      if (last === undefined || (end - 1 > start && last.opens)) break;
      if (isEdge(last, nouns)) found.push(words.slice(start, end));
    }
  }
  return found;
}

/** Whether a title may start or end with a word. In a language that capitalizes nouns (German), only nouns may. */
function isEdge({ content, text }: Word, nouns: boolean): boolean {
  return content && (!nouns || /^\p{Lu}/u.test(text));
}

/** The score of a chain: the squared weights of its phrases, minus a small cost for words without content. */
function scoreOf(words: readonly Word[], at: number, weights: ReadonlyMap<string, number>, cost: number): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const { key, content } of words) {
    const weight = content && !seen.has(key) ? (weights.get(key) ?? 0) : 0;
    sum += weight > 0 ? weight ** 2 : -cost;
    seen.add(key);
  }
  return sum * (at === 0 ? 1.25 : at < 3 ? 1.1 : 1);
}

function textOf({ words, sentence }: Chain): string {
  const from = words[0] === undefined ? 0 : boundStart(sentence.words, sentence.words.indexOf(words[0]));
  return sentence.text.slice(sentence.words[from]?.start ?? 0, words.at(-1)?.end ?? 0);
}

/** Formats a title: with a capital and without a full stop. */
function present(text: string): string | undefined {
  const plain = trimEnd(text.replace(/\s+/gu, ' ').trim(), /[.,;:。、]/u);
  if (plain === '') return undefined;
  const [first = ''] = plain;
  return shorten(first.toUpperCase() + plain.slice(first.length), MAX_TITLE_LENGTH);
}
