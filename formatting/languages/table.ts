import { type Attachment, isExplicit, type SpokenMark } from '../english/spoken-marks.ts';
import { wordSet } from '../word-set.ts';
import type { LayoutName } from './types.ts';

/** A mark under each of its names, separated by `|`. */
export function named(
  names: string,
  mark: string,
  attaches: Attachment,
  nouns: { readonly before?: string; readonly after?: string } = {},
): SpokenMark[] {
  return names.split('|').map((name) => ({
    words: name.split(' '),
    mark,
    attaches,
    explicit: isExplicit(mark) || name.includes(' '),
    ...(nouns.before === undefined ? {} : { before: wordSet(nouns.before) }),
    ...(nouns.after === undefined ? {} : { after: wordSet(nouns.after) }),
  }));
}

/** A break under each of its names, separated by `|`. */
export function breaks(names: string, text: LayoutName['text']): LayoutName[] {
  return names.split('|').map((name) => ({ words: name.split(' '), text }));
}

/** Sorts longer names first, so that "punto y coma" wins over "punto". */
export function longestFirst<T extends { readonly words: readonly string[] }>(names: readonly T[]): T[] {
  return names.toSorted((first, second) => second.words.length - first.words.length);
}

/** Words that count up from `first` in equal steps, with their values. */
export function numbered(words: string, first: number, step: number): (readonly [string, number])[] {
  return words.split(' ').map((word, at) => [word, first + at * step] as const);
}

/** Phrases separated by `|`, as words. */
export const phrases = (text: string): string[][] => text.split('|').map((phrase) => phrase.split(' '));
