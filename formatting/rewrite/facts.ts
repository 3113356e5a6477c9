import { UNSPACED } from '../unspaced.ts';
import { wordSet } from '../word-set.ts';
import { arrange } from './arrange.ts';
import { fullForm } from './contractions.ts';
import type { Fact } from './fact.ts';
import { foreignReader, joinAmounts } from './foreign-quantities.ts';
import { classify } from './lexicon.ts';
import { type Quantity, readQuantity, spellForeignSigns, spellSigns } from './quantities.ts';
import { collapse } from './repeats.ts';
import { shareMultipliers } from './shared-ranges.ts';

const RUN = /\d[\d.,:]*\d(?:s\b)?|\d(?:s\b)?|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
/** The end of a sentence or line. The stop of an ordinal ("am 16. Mai") ends none. */
const BREAK = /[!?…;\n]|(?<!\d)\./u;

/** True for a language without its own table of kinds: English, or none that is known. */
export function isEnglish(language: string | undefined): boolean {
  return language === undefined || language === 'en';
}

/** Reads a text as facts: numbers by value, units by name, pronouns by person, contractions in full. */
export function factsOf(text: string, language: string | undefined): Fact[] {
  const english = isEnglish(language);
  const { words, openers } = wordsIn(english ? spellSigns(text) : spellForeignSigns(text));
  const read = english ? readQuantity : foreignReader(language);
  const facts: Fact[] = [];
  for (let at = 0; at < words.length; ) {
    const quantity = read?.(words, at);
    facts.push({ ...factOf(words, at, quantity, english), opens: openers.has(at) });
    at += quantity?.size ?? 1;
  }
  const once = collapse(shareMultipliers(facts));
  return collapse(english ? arrange(once).map(inPlace) : joinAmounts(once, language));
}

function factOf(words: readonly string[], at: number, quantity: Quantity | undefined, english: boolean) {
  const word = words[at] ?? '';
  if (quantity !== undefined) {
    const [value = ''] = quantity.readings;
    return {
      kind: 'number' as const,
      key: `#${value}`,
      word: quantity.size === 1 ? word : value,
      readings: quantity.readings,
    };
  }
  if (/^\d/u.test(word)) return { kind: 'number' as const, key: `#${word}`, word, readings: [word] };
  return { ...classify(word, english), word, readings: [] };
}

/** Corrects the kind of words that are hesitations only in some positions. */
function inPlace(fact: Fact, at: number, facts: readonly Fact[]): Fact {
  const { word } = fact;
  const before = facts[at - 1]?.word ?? '';
  const edge = at === 0 || at === facts.length - 1;
  if (word === 'like' && BEFORE_LIKE.has(before)) return { ...fact, kind: 'content' };
  if (word === 'right' && !edge) return { ...fact, kind: 'direction' };
  if (word === 'well' && BEFORE_WELL.has(before)) return { ...fact, kind: 'content' };
  return fact;
}

/** After these words, "like" is a verb or a comparison. */
const BEFORE_LIKE = wordSet(
  'i we you they he she would to not really also do does did more looks look sounds sound feels feel just anything something nothing',
);
const BEFORE_WELL = wordSet('is are was were went goes go feel feels very as not so pretty quite works worked');

/** The words of a text, and the indices of those that start a sentence or line. */
function wordsIn(text: string): { readonly words: readonly string[]; readonly openers: ReadonlySet<number> } {
  const words: string[] = [];
  const openers = new Set<number>();
  let end = 0;
  for (const { 0: word, index } of text.matchAll(RUN)) {
    if (words.length === 0 || BREAK.test(text.slice(Math.max(0, end - 1), index))) openers.add(words.length);
    words.push(...(UNSPACED.test(word) ? word : fullForm(word)));
    end = index + word.length;
  }
  return { words, openers };
}
