import { isNumberWord } from '../english/number-words.ts';
import { type Compared, HAS_DIGIT, withoutBullets } from './compared.ts';
import { createNumberSupport, createNumeralWords, numbersOf, partsOf } from './numbers.ts';
import { HESITATIONS, LIGHT_WORDS, LOCAL_NEGATIONS, NEGATIONS } from './phrases.ts';
import { createSupport, wordsInOrder } from './words.ts';

const SHRINKAGE = 0.4;
/** Short texts may shrink by as many characters whatever the ratio: hesitations. */
const SLACK = 16;

/** Answers to questions are statements. */
export function losesQuestion({ draft, rewritten, corrected }: Compared): boolean {
  const count = (text: string) => text.match(/[?？؟]/gu)?.length ?? 0;
  const [before, after] = [count(draft), count(rewritten)];
  return before > 0 && (after === 0 || (!corrected && after < before && before - after > 1));
}

/** A number of the draft that is neither there nor joined with another, or fewer numbers than it has. */
export function losesNumber({ draft, rewritten, language, corrected, words, draftWords }: Compared): boolean {
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

/** A negation that was put in, or left out where nothing was taken back. */
export function changesNegation({ draftWords, rawWords, words, language, corrected }: Compared): boolean {
  const local = LOCAL_NEGATIONS.get(language ?? '');
  // "no fever" negates, "no I mean" does not.
  const negates = (word: string, next: string | undefined) =>
    NEGATIONS.has(word) || word === local || (word === 'no' && next !== undefined && !LIGHT_WORDS.has(next));
  const count = (list: readonly string[]) =>
    list.filter((word, at) => word !== list[at - 1] && negates(word, list[at + 1])).length;
  const [before, after] = [count(draftWords), count(words)];
  return after > Math.max(before, count(rawWords)) || (!corrected && after < before);
}

/** Far less text than the draft has. */
export function shrinks({ draft, rewritten, corrected }: Compared): boolean {
  return rewritten.length + SLACK < draft.length * (corrected ? 0.15 : SHRINKAGE);
}

/** Words of the draft that are gone: content words, or many others than hesitations. */
export function losesWords({ draftWords, rewritten, words, language, corrected, styled }: Compared): boolean {
  const isKept = createSupport(words);
  const isNumeral = createNumeralWords(rewritten, language);
  const isNumber = (word: string) => isNumeral(word) || isNumberWord(word) || HAS_DIGIT.test(word);
  const joined = joinedWords(draftWords, new Set(words));
  const lost = (list: readonly string[]) => list.filter((word) => !isKept(word) && !joined.has(word)).length;
  const meant = draftWords.filter((word) => !HESITATIONS.has(word) && !isNumber(word));
  const content = meant.filter((word) => !LIGHT_WORDS.has(word));
  const share = corrected ? 0.75 : styled ? 0.5 : 0.25;
  // An order without its verb is another sentence: "tell Tom that I am late".
  if (!corrected && !styled && lost(meant.slice(0, 1)) > 0) return true;
  if (lost(content) > Math.max(corrected ? 3 : 1, content.length * share)) return true;
  return lost(meant) > Math.max(corrected ? 6 : 2, meant.length * (corrected ? 0.8 : 0.4));
}

/** Words that the rewrite writes as one: "lap top". */
function joinedWords(said: readonly string[], written: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    said.flatMap((word, at) => (written.has(word + (said[at + 1] ?? '')) ? [word, said[at + 1] ?? ''] : [])),
  );
}

/** The same words in another order say something else. */
export function isReordered({ draftWords, rawWords, words, styled }: Compared): boolean {
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
