import { DIGIT_WORDS, TEEN_WORDS } from '../english/number-words.ts';
import { ARTICLES, NOUN_BEFORE } from '../english/spoken-marks.ts';
import { append, type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isTerminal, type Pass, phraseAt } from './pass.ts';

/** Words after a number that make it a rank: "number one fan". */
const RANKED = wordSet(
  'priority rule goal goals hit hits fan fans choice song spot pick reason cause seed selling ranked draft in of team player best one most and or to',
);
/** Words before "number" in prose: "option number one", "she is number two". */
const BEFORE_NUMBER = wordSet(
  'is are was were be been being option question item step point reason rule part chapter room door player team track bus line phone page figure exercise problem lesson episode platform gate unit apartment building house contestant candidate patient version stay become became',
);

/** Words before "bullet point" that make it a noun: "first bullet point", "another bullet point". */
const BULLET_NOUN_BEFORE = wordSet(
  'first second third fourth fifth last next previous final top bottom each every more few several many both single add added remove delete move of in as into with using use like new',
);
/** Words after "bullet point" that make it a noun: "bullet point is", "bullet point about". */
const BULLET_NOUN_AFTER = wordSet(
  'of list lists is are was were has had should could can will would about on in at says said needs format style form slide and or',
);

/** "She is number one" is prose; "my goals are number one … number two … number three …" is a list. */
const LINKING = new Set(['is', 'are', 'was', 'were']);
const SURELY_LISTED = 3;

interface Item {
  readonly start: number;
  /** The first token of the item's content. */
  readonly content: number;
  readonly bullet: string;
}

/** Writes lists: "bullet point X", "number one X number two Y". */
export const writeLists: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const bullets = findBullets(tokens);
  if (bullets.length > 0) return layOut(tokens, bullets);
  const numbers = findNumbers(tokens);
  return numbers.length > 1 ? layOut(tokens, numbers) : tokens;
};

function findBullets(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]?.key !== 'bullet' || !phraseAt(tokens, index, ['bullet', 'point'])) continue;
    const start = tokens[index - 1]?.key === 'next' && isNextItem(tokens, index, items) ? index - 1 : index;
    const before = tokens[start - 1]?.key ?? '';
    const spokenOf =
      items.length === 0
        ? BULLET_NOUN_BEFORE.has(before)
        : ARTICLES.has(tokens[start - 2]?.key ?? '') && BULLET_NOUN_BEFORE.has(before);
    if (NOUN_BEFORE.has(before) || spokenOf) continue;
    const content = skipPauses(tokens, index + 2);
    const first = tokens[content];
    if (first === undefined || first.kind === 'break') continue;
    if (content === index + 2 && BULLET_NOUN_AFTER.has(first.key)) continue;
    items.push({ start, content, bullet: '-' });
  }
  // A single one inside a sentence is a noun.
  const [only] = items;
  return items.length === 1 && only !== undefined && tokens[only.start - 1]?.kind === 'word' ? [] : items;
}

/** Whether "next bullet point" starts an item: in a list, or at the start of a phrase. */
function isNextItem(tokens: readonly Token[], index: number, items: readonly Item[]): boolean {
  return items.length > 0 || index < 2 || tokens[index - 2]?.kind !== 'word';
}

/** Finds numbered items, which count from one without a gap. Any other sequence is prose. */
function findNumbers(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  let doubtful = false;
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]?.key !== 'number') continue;
    const value = numberOf(tokens[index + 1]);
    if (value === undefined) continue;
    const before = tokens[index - 1]?.key ?? '';
    const content = skipPauses(tokens, index + 2);
    const first = tokens[content];
    // An item may end with any word: "lock the door | number three call a cab".
    const counts = items.length > 0 && value === items.length + 1;
    const linked = LINKING.has(before);
    if (!counts && !linked && (NOUN_BEFORE.has(before) || BEFORE_NUMBER.has(before))) return [];
    doubtful ||= linked && items.length === 0;
    if (first === undefined || first.kind !== 'word' || RANKED.has(first.key)) return [];
    if (value !== items.length + 1) return [];
    items.push({ start: index, content, bullet: `${value}.` });
  }
  // "Number one, he is my brother, and number two, he is right" is one sentence.
  const [, second] = items;
  doubtful ||= tokens[(second?.start ?? 0) - 1]?.key === 'and';
  return doubtful && items.length < SURELY_LISTED ? [] : items;
}

function numberOf(of: Token | undefined): number | undefined {
  if (of === undefined || !of.spaced) return undefined;
  if (/^[1-9]\d?$/u.test(of.key)) return Number(of.key);
  return DIGIT_WORDS.get(of.key) ?? TEEN_WORDS.get(of.key);
}

function skipPauses(tokens: readonly Token[], start: number): number {
  let index = start;
  while (tokens[index]?.kind === 'mark' && /^[,.:;]$/u.test(tokens[index]?.text ?? '')) index += 1;
  return index;
}

function layOut(tokens: readonly Token[], items: readonly Item[]): readonly Token[] {
  const out: Token[] = [...tokens.slice(0, items[0]?.start ?? 0)];
  let oneSentenceEach = true;
  for (const [at, item] of items.entries()) {
    const last = at === items.length - 1;
    const limit = last ? tokens.length : (items[at + 1]?.start ?? tokens.length);
    const end = endOfItem(tokens, item.content, limit);
    trimPause(out);
    if (out.length > 0 && out.at(-1)?.kind !== 'break') out.push(token('break', '\n', false, true));
    out.push(token('bullet', item.bullet, false));
    // If every item is one sentence, the text after the last item's sentence is prose.
    const sentences = splitAtTerminal(tokens, item.content, end);
    if (!last && sentences.length > 1) oneSentenceEach = false;
    if (last && oneSentenceEach && sentences.length > 1 && items.length > 1) {
      append(out, trimmed(sentences[0] ?? []));
      out.push(token('break', '\n\n', false, true));
      append(out, sentences.slice(1).flat());
    } else {
      append(out, sentences.length > 1 ? sentences.flat() : trimmed(sentences.flat()));
    }
    append(out, tokens.slice(end, limit));
  }
  return out;
}

/** The end of an item: the next spoken line break, or `limit`. */
function endOfItem(tokens: readonly Token[], start: number, limit: number): number {
  for (let index = start; index < limit; index += 1) if (tokens[index]?.kind === 'break') return index;
  return limit;
}

function splitAtTerminal(tokens: readonly Token[], start: number, end: number): Token[][] {
  const sentences: Token[][] = [[]];
  let ended = false;
  for (const of of tokens.slice(start, end)) {
    if (ended && of.kind !== 'mark') {
      sentences.push([]);
      ended = false;
    }
    ended ||= isTerminal(of);
    sentences.at(-1)?.push(of);
  }
  return sentences;
}

/** Removes the final full stop or comma of an item of one sentence. */
function trimmed(item: readonly Token[]): readonly Token[] {
  const last = item.at(-1);
  return last?.kind === 'mark' && /^[,.;]$/u.test(last.text) ? item.slice(0, -1) : item;
}

function trimPause(out: Token[]): void {
  const last = out.at(-1);
  if (last?.kind === 'mark' && !last.spoken && last.text === ',') out.pop();
}
