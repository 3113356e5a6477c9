import { wordSet } from '../word-set.ts';
import type { Word } from './word.ts';

/** Past forms that are equal to the base form: "bread cost two euros". */
const UNCHANGED: ReadonlySet<string> = wordSet('put cut let hit cost set shut read quit hurt spread come become');
const PLURALS: ReadonlySet<string> = wordSet('people police staff everybody nobody');

/**
 * Corrects words of an English sentence that the tagger takes for nouns or verbs against the rules of agreement: in
 * "right knee bends to a hundred" a verb, in "site walk at the school" a noun.
 */
export function mendTags(words: readonly Word[]): readonly Word[] {
  return words.map((word, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    if (before === undefined || after === undefined || word.opens || after.opens) return word;
    if (changesTo(word, before) && isNumberAfter(words, at + 1))
      return { ...word, part: 'other', content: false, nominal: false, verb: true };
    if (at === 1 && isNounByPlace(word, before, after))
      return { ...word, part: 'noun', content: true, nominal: true, verb: false };
    return word;
  });
}

/** A word in "s" after a singular noun: "knee bends". */
function changesTo({ part, text }: Word, before: Word): boolean {
  return part === 'noun' && /[^s]s$/iu.test(text) && isSingular(before);
}

/** "To a hundred", "to 20". */
function isNumberAfter(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const number = /^an?$/iu.test(next?.text ?? '') ? words[at + 2] : next;
  return (
    words[at]?.text.toLowerCase() === 'to' &&
    (number?.part === 'number' || /^(?:hundred|thousand)$/iu.test(number?.text ?? ''))
  );
}

/** A base form after a singular noun, before a preposition: a verb would end in "s" there. */
function isNounByPlace({ verb, text, key }: Word, before: Word, after: Word): boolean {
  return verb && text.toLowerCase() === key && !UNCHANGED.has(key) && isSingular(before) && after.preposition;
}

function isSingular({ part, text, key }: Word): boolean {
  const lower = text.toLowerCase();
  return (
    (part === 'noun' || part === 'name') &&
    (lower === key || part === 'name') &&
    !/s$/u.test(lower) &&
    !PLURALS.has(lower)
  );
}
