/** Reproducible random numbers: the same seed gives the same run. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  int(limit: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/** Mulberry32, which is small and uniform enough to choose cases. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (limit: number) => Math.floor(next() * limit);
  return {
    int,
    pick: <T>(from: readonly T[]): T => {
      const picked = from[int(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
    chance: (share) => next() < share,
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
  };
}

/** Bytes changed as transmission, storage or malice would: flipped, cut, repeated, dropped, overwritten, swapped. */
export function mutate(random: Random, original: Uint8Array, edits = 1 + random.int(4)): Uint8Array<ArrayBuffer> {
  let bytes = Buffer.from(original);
  for (let edit = 0; edit < edits && bytes.length > 0; edit += 1) {
    const at = random.int(bytes.length);
    const length = 1 + random.int(Math.min(64, bytes.length - at));
    const [before, middle, after] = [
      bytes.subarray(0, at),
      bytes.subarray(at, at + length),
      bytes.subarray(at + length),
    ];
    const kind = random.int(7);
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    else if (kind === 1) bytes = Buffer.from(before);
    else if (kind === 2) bytes = Buffer.concat([before, middle, middle, after]);
    else if (kind === 3) bytes = Buffer.concat([before, after]);
    else if (kind === 4) bytes = Buffer.concat([before, random.bytes(length), after]);
    else if (kind === 5) bytes = Buffer.concat([before, random.bytes(length), middle, after]);
    // Parsers trust lengths and counts the most.
    else
      bytes = Buffer.concat([before, Buffer.alloc(Math.min(4, length), random.pick([0x00, 0x7f, 0x80, 0xff])), after]);
  }
  return new Uint8Array(bytes);
}
