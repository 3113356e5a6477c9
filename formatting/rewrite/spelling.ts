import { distance } from 'fastest-levenshtein';
import { lettersOf, soundOf, soundsLike } from '../dictionary/sound.ts';
import { isKnownEnglish } from '../english/common-words.ts';
import { properForm } from '../english/proper-names.ts';

/** The maximum share of different letters between two words that sound the same. */
const MAX_APART = 0.5;
/** The maximum share of different letters between a misspelled word and the intended one. */
const MAX_TYPO = 0.34;

/**
 * Whether a recognizer may have heard one word for the other: by sound, by spelling, or as another form of the same
 * word in the same tense. For names, only other spellings of the same name count.
 * @param names the letters of the dictionary's names, which may be written by their sound
 */
export function isHeardAs(said: string, written: string, names: ReadonlySet<string>): boolean {
  const [first, second] = [lettersOf(said), lettersOf(written)];
  if (first === second) return true;
  if (first === '' || second === '') return false;
  const alike = soundsLike(soundOf(first), soundOf(second));
  if (names.has(second)) return alike || apart(first, second) <= MAX_TYPO;
  if (properForm(written) !== undefined || !isKnownEnglish(written)) return nameKey(first) === nameKey(second);
  if (isOtherNumber(first, second)) return true;
  if (isOtherTense(first, second)) return false;
  if (!isKnownEnglish(said) && properForm(said) === undefined) return apart(first, second) <= MAX_TYPO || alike;
  return alike && apart(first, second) <= MAX_APART && Math.abs(vowelsOf(first) - vowelsOf(second)) <= 1;
}

const apart = (first: string, second: string) => distance(first, second) / Math.max(first.length, second.length);

/** Whether the words differ in number only: "run" and "runs", "reason" and "reasons". */
function isOtherNumber(first: string, second: string): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  return long === `${short}s` || long === `${short}es` || (short.endsWith('y') && long === `${short.slice(0, -1)}ies`);
}

/** Whether the words differ in tense only: "walk", "walked" and "walking". */
function isOtherTense(first: string, second: string): boolean {
  const stem = (word: string) => word.replace(/(?:e?d|ing|s)$/u, '').replace(/e$/u, '');
  return (
    stem(first) === stem(second) ||
    (first.endsWith('ed') !== second.endsWith('ed') && stem(first).slice(0, -1) === stem(second))
  );
}

/**
 * A name without the letters in which its spellings differ: Catherine and Katherine, Stephen and Steven, Sara and
 * Sarah.
 */
function nameKey(letters: string): string {
  const sounds = letters
    .replaceAll('ph', 'f')
    .replaceAll('v', 'f')
    .replaceAll(/ck|c(?![eiyh])|q/gu, 'k')
    .replaceAll(/c(?=[eiy])|z/gu, 's')
    .replaceAll(/(?<=[^cs]|^)h|(?<=a)h$/gu, '')
    .replaceAll(/y|ie|ee|ea/gu, 'i');
  return withoutDoubles(sounds)
    .replaceAll(/(?<=.{2})e$/gu, '')
    .replaceAll(/e(?=[rnl])/gu, '');
}

function withoutDoubles(letters: string): string {
  const all = [...letters];
  return all.filter((letter, at) => letter !== all[at - 1]).join('');
}

/** The approximate number of spoken vowels. */
function vowelsOf(letters: string): number {
  return (letters.replace(/e$/u, '').match(/[aeiouy]+/gu) ?? []).length;
}
