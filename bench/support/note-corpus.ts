/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const VOCABULARY = 50_000;
const MEDIAN_WORDS = 150;
const SYLLABLES =
  'ba be bi bo bra ce cha co cri da de di do dra e fa fe fi flo ga ge gra ha he hi in ka la le li lo ma me mi mo na ne ni no o pa pe pla po pre ra re ri ro sa se shi so sta ta te ti to tra u va ve vi wa wi ya zo'.split(
    ' ',
  );

/** A generated voice note. */
export interface CorpusNote {
  readonly title: string;
  readonly summary: string;
  readonly transcript: string;
}

export interface Corpus {
  /** The word with this rank; 0 is the most frequent. */
  word(rank: number): string;
  note(index: number): CorpusNote;
}

/**
 * Realistic notes: 50,000 words whose frequencies follow Zipf's law, and log-normal lengths around 150 words (a
 * minute), with a factor of 100 between the shortest and the longest. `evenly` and `oddly` occur in every other note
 * each, so that two frequent words never occur together.
 */
export function createCorpus(seed: number): Corpus {
  const random = seeded(seed);
  const words = vocabulary(random);
  // Zipf's law: the frequency of the word with rank r is proportional to 1/(r + 2.7) (Mandelbrot's correction for
  // the first ranks).
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + 2.7);
    sums.push(sum);
  }
  const draw = () => words[rankAt(sums, random() * sum)] ?? '';
  const say = (count: number) => Array.from({ length: count }, draw).join(' ');
  return {
    word: (rank) => words[rank] ?? '',
    note: (index) => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const length = Math.min(3_000, Math.max(10, Math.round(MEDIAN_WORDS * Math.exp(0.8 * normal))));
      const parity = index % 2 === 0 ? 'evenly' : 'oddly';
      return { title: `${say(5)} ${parity}`, summary: say(20), transcript: say(length) };
    },
  };
}

function vocabulary(random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    // Frequent words are short: one more syllable each time the rank grows by a factor of eight.
    const syllables = 1 + Math.floor(Math.log2(words.size + 2) / 4 + random() * 1.5);
    const picked = Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]);
    const word = picked.join('');
    words.add(words.has(word) ? word + String.fromCharCode(97 + Math.floor(random() * 26)) : word);
  }
  return [...words];
}

function rankAt(sums: readonly number[], at: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
