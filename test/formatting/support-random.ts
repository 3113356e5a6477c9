/** A seeded random source (mulberry32): the same seed gives the same texts. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list. */
export function pick<T>(next: () => number, list: readonly T[]): T {
  const found = list[Math.floor(next() * list.length)];
  if (found === undefined) throw new Error('Cannot pick as the list is empty');
  return found;
}
