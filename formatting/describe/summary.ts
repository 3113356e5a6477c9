import { HEADING_PATTERNS } from './heading-patterns.ts';
import { withoutOpening } from './headline.ts';
import { SMALL_TALK } from './patterns.ts';
import type { Phrase } from './phrases.ts';
import { shorten } from './shorten.ts';
import { taskScore } from './tasks.ts';
import type { Sentence } from './word.ts';

/** The maximum number of characters of a summary. */
export const MAX_SUMMARY_LENGTH = 400;
const MAX_SENTENCES = 4;
/** The tasks that go before other sentences. Sure ones are not limited. */
const MAX_TASKS = 3;
const SURE_TASK = 2;
/** A shorter note, or one of fewer sentences, is its own summary. */
const MAX_WHOLE_SENTENCES = 3;
const MIN_SENTENCE_WORDS = 4;
const MAX_SMALL_TALK_LENGTH = 40;
/** The number of characters of a sentence that are read for its main point. */
const MAX_READ_LENGTH = 300;

/** The most important sentences of a note, in their order. Undefined if there are none. */
export function summarize(
  sentences: readonly Sentence[],
  phrases: readonly Phrase[],
  language: string,
): string | undefined {
  const whole = sentences.map(({ text }) => text).join(' ');
  if (whole.length <= MAX_SUMMARY_LENGTH / 2 && sentences.length <= MAX_WHOLE_SENTENCES) return whole || undefined;
  const weights = new Map(phrases.filter(({ words }) => words === 1).map(({ key, weight }) => [key, weight]));
  const ranked = sentences
    .map((sentence, at) => {
      const task = taskScore(sentence, language);
      return {
        sentence,
        at,
        task,
        score: scoreOf(sentence, at, sentences.length, weights, task > 0) * pointFactor(sentence.text, language),
      };
    })
    .sort((first, second) => second.score - first.score || first.at - second.at);
  // A later part of a long sentence does not stand by itself.
  const complete = ranked.filter(({ sentence }) => sentence.continues !== true);
  const usable = complete.length >= MAX_SENTENCES ? complete : ranked;
  // A task belongs in the summary, whatever else is mentioned more often.
  const tasks = usable
    .filter(({ task, score, sentence }) => task > 0 && (score > 0 || sentence.words.length >= MIN_SENTENCE_WORDS))
    .sort((first, second) => second.task - first.task)
    .filter(({ task }, at) => at < MAX_TASKS || task >= SURE_TASK);
  const ordered = [...tasks, ...usable.filter((each) => !tasks.includes(each))];
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ordered) {
    if (chosen.length >= MAX_SENTENCES || (candidate.score <= 0 && !tasks.includes(candidate))) break;
    const size = candidate.sentence.text.length + 1;
    if (
      length + size > MAX_SUMMARY_LENGTH ||
      chosen.some((other) => haveSameContent(other.sentence, candidate.sentence))
    )
      continue;
    chosen.push(candidate);
    length += size;
  }
  if (chosen.length === 0) return shorten(ranked[0]?.sentence.text ?? whole, MAX_SUMMARY_LENGTH) || undefined;
  return chosen
    .sort((first, second) => first.at - second.at)
    .map(({ sentence }) => {
      const text = withoutOpening(sentence.text, language).replace(/[,;:]$/u, '.');
      // The first part of a long sentence ends where it was cut.
      const cut = usable === complete && sentence.continues === false && /[\p{L}\p{N}]$/u.test(text);
      return cut ? `${text} …` : text;
    })
    .reduce((text, next) => text + (text === '' || /[。！？]$/u.test(text) ? '' : ' ') + next, '');
}

/** A sentence that says that it tells the main point counts more: "The main thing is that …". */
function pointFactor(text: string, language: string): number {
  return HEADING_PATTERNS[language]?.point.test(text.slice(0, MAX_READ_LENGTH)) === true ? 1.5 : 1;
}

/** The weight of the phrases in a sentence, per word, so that a long sentence has no advantage. */
function scoreOf(
  { text, words }: Sentence,
  at: number,
  all: number,
  weights: ReadonlyMap<string, number>,
  task: boolean,
): number {
  const content = new Set(words.filter((word) => word.content).map(({ key }) => key));
  const small = !task && text.length <= MAX_SMALL_TALK_LENGTH && SMALL_TALK.test(text);
  if (small || (words.length < MIN_SENTENCE_WORDS && all > MAX_WHOLE_SENTENCES && text.length < 15)) return 0;
  let sum = 0;
  for (const key of content) sum += weights.get(key) ?? 0;
  const early = at === 0 ? 1.3 : at < 3 ? 1.15 : 1;
  const asks = /[?？]\s*$/u.test(text) ? 0.6 : 1;
  return (sum / Math.sqrt(words.length + 4)) * early * asks;
}

function haveSameContent(first: Sentence, second: Sentence): boolean {
  const keys = new Set(first.words.filter((word) => word.content).map(({ key }) => key));
  const others = second.words.filter((word) => word.content);
  const shared = others.filter(({ key }) => keys.has(key)).length;
  return others.length > 0 && shared / others.length > 0.7;
}
