import { distance } from 'fastest-levenshtein';
import type { Entry } from './parse.ts';
import { lettersOf, type Sound, soundOf } from './sound.ts';

/** A name of the dictionary as it is compared with what was heard. */
export interface Name {
  readonly entry: Entry;
  readonly letters: string;
  readonly sound: Sound;
}

/** Finds the names that are worth a comparison, and counts the comparisons. */
export interface SoundIndex {
  /** Names of other lengths are not alike, whatever their letters. */
  fits(length: number): boolean;
  /**
   * Visits the names with the same letters, the same sound, or nearly the same letters, with the share of letters in
   * which they differ (0 to 1); a name may come twice.
   */
  visit(letters: string, sound: Sound, visitor: (name: Name, score: number) => void): void;
  /** How many names were compared letter by letter, at most {@link MAX_COMPARISONS}. */
  readonly comparisons: number;
  readonly size: number;
}

/** No dictation needs more; it bounds the time for names that were made to sound alike. */
export const MAX_COMPARISONS = 200_000;
/** So many names that sound the same, or differ by a letter, are compared; the rest are found by their letters alone. */
const MAX_ALIKE = 24;
/** Shorter names have no letter to spare. */
const MIN_SPELLED = 5;
/** Longer names have too many letters to leave out each. */
const MAX_SPELLED = 10;
/** From this length on names may differ by two letters, and are found by how they begin and end as well. */
const MIN_EDGED = 7;
const EDGE = 4;
/** How far the lengths of two names that are alike may be apart. */
const MAX_LENGTH_SHARE = 0.35;

/** Indexes names by their letters, their sound, and their letters less one. */
export function createSoundIndex(entries: readonly Entry[]): SoundIndex {
  const exact = new Map<string, Name[]>();
  const bySound = new Map<string, Name[]>();
  const bySpelling = new Map<string, Name[]>();
  let [shortest, longest, size, comparisons] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const entry of entries) {
    const letters = lettersOf(entry.spoken);
    const name = { entry, letters, sound: soundOf(letters) };
    put(exact, letters, name);
    for (const code of name.sound) put(bySound, code, name);
    forEachSpelling(letters, (key) => put(bySpelling, key, name));
    shortest = Math.min(shortest, letters.length);
    longest = Math.max(longest, letters.length);
    size += 1;
  }
  const compare = (letters: string, name: string): number => {
    if (letters === name) return 0;
    const most = Math.max(letters.length, name.length);
    if (Math.abs(letters.length - name.length) > Math.max(2, most * MAX_LENGTH_SHARE)) return 1;
    if (comparisons >= MAX_COMPARISONS) return 1;
    comparisons += 1;
    return distance(letters, name) / most;
  };
  return {
    size,
    get comparisons() {
      return comparisons;
    },
    fits: (length) =>
      length >= Math.min(shortest - 2, shortest * (1 - MAX_LENGTH_SHARE)) &&
      length <= Math.max(longest + 2, longest / (1 - MAX_LENGTH_SHARE)),
    visit(letters, sound, visitor) {
      const visitAll = (names: readonly Name[] | undefined) => {
        if (names !== undefined) for (const name of names) visitor(name, compare(letters, name.letters));
      };
      visitAll(exact.get(letters));
      for (const code of sound) visitAll(bySound.get(code));
      if (bySpelling.size > 0) forEachSpelling(letters, (key) => visitAll(bySpelling.get(key)));
    },
  };
}

function put(map: Map<string, Name[]>, key: string, name: Name): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [name]);
  else if (known.length < MAX_ALIKE) known.push(name);
}

/**
 * What two spellings that differ by a letter have in common: each less one of its letters but the first. Long ones
 * share how they begin or end.
 */
function forEachSpelling(letters: string, visit: (key: string) => void): void {
  if (letters.length < MIN_SPELLED) return;
  if (letters.length >= MIN_EDGED) {
    visit(`${letters.slice(0, EDGE)}*`);
    visit(`${letters[0]}*${letters.slice(-EDGE)}`);
  }
  if (letters.length > MAX_SPELLED) return;
  visit(letters);
  for (let at = 1; at < letters.length; at += 1) visit(letters.slice(0, at) + letters.slice(at + 1));
}
