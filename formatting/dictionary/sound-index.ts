import { distance } from 'fastest-levenshtein';
import type { Entry } from './parse.ts';
import { lettersOf, type Sound, soundOf } from './sound.ts';

/** A name of the dictionary, prepared for comparison. */
export interface Name {
  readonly entry: Entry;
  readonly letters: string;
  readonly sound: Sound;
}

/** Finds names that are worth comparing, and counts the comparisons. */
export interface SoundIndex {
  /** Whether any name has a similar length. */
  fits(length: number): boolean;
  /**
   * Visits names with the same letters, the same sound, or nearly the same letters, with the share of letters in which
   * they differ (0 to 1). A name may be visited twice.
   */
  visit(letters: string, sound: Sound, visitor: (name: Name, score: number) => void): void;
  /** The number of letter-by-letter comparisons so far, at most {@link MAX_COMPARISONS}. */
  readonly comparisons: number;
  readonly size: number;
}

/** More than any dictation needs. Limits the time for a dictionary of names that all sound alike. */
export const MAX_COMPARISONS = 200_000;
/** The maximum number of names under one key. Further ones are found by their exact letters only. */
const MAX_ALIKE = 24;
/** Shorter names are not indexed with a letter left out. */
const MIN_SPELLED = 5;
/** Longer names are not indexed with each letter left out. */
const MAX_SPELLED = 10;
/** Names of this length may differ by two letters, so they are also indexed by their first and last letters. */
const MIN_EDGED = 7;
const EDGE = 4;
/** The maximum relative difference in length of two similar names. */
const MAX_LENGTH_SHARE = 0.35;

/** Indexes names by their letters, their sound, and their letters with one left out. */
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
 * The keys that two spellings share if they differ by one letter: the letters with one of them left out, except the
 * first. Long names also share their first or last letters.
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
