/** Reads fields of a user's postings; an empty buffer for a field that does not exist. */
export type ReadFields = (names: readonly string[]) => Promise<readonly Buffer[]>;

/**
 * Fields of the postings as binary strings, in which each character is one byte. Each is read at most once. Words in
 * their names are binary strings too.
 */
export interface Fields {
  /** Reads those that were not read yet. */
  load(names: Iterable<string>): Promise<void>;
  /** @throws {Error} if it was not loaded */
  get(name: string): string;
  set(name: string, value: string): void;
  /** Those that were set. */
  changed(): ReadonlyMap<string, string>;
}

export function createFields(read: ReadFields): Fields {
  const values = new Map<string, string>();
  const changed = new Set<string>();
  return {
    load: async (names) => {
      const missing = [...new Set(names)].filter((name) => !values.has(name));
      if (missing.length === 0) return;
      const found = await read(missing);
      missing.forEach((name, index) => {
        values.set(name, found[index]?.toString('latin1') ?? '');
      });
    },
    get: (name) => {
      const value = values.get(name);
      if (value === undefined) throw new Error('A field of the postings was not loaded');
      return value;
    },
    set: (name, value) => {
      values.set(name, value);
      changed.add(name);
    },
    changed: () => new Map([...changed].map((name) => [name, values.get(name) ?? ''])),
  };
}

/** The bytes of a binary string. */
export const bytesOf = (binary: string): Buffer => Buffer.from(binary, 'latin1');

/** A binary string as the argument of a command. A string costs the client less than a buffer. */
export const argumentOf = (binary: string): string | Buffer => (ASCII.test(binary) ? binary : bytesOf(binary));

// biome-ignore lint/suspicious/noControlCharactersInRegex: groups contain them
const ASCII = /^[\x00-\x7f]*$/;

/** A word as a binary string. */
export const binaryOf = (word: string): string =>
  ASCII.test(word) ? word : Buffer.from(word, 'utf8').toString('latin1');

/**
 * Names and values in turn as a list of MessagePack, one argument of a script. As arguments of their own, the thousands
 * of them would cost the client several times as much, and a list of any length could not be passed to a function.
 */
export function packFields(fields: ReadonlyMap<string, string>): Buffer {
  const parts = [ARRAY_32, uint32(2 * fields.size)];
  for (const [name, value] of fields)
    parts.push(STRING_32, uint32(name.length), name, STRING_32, uint32(value.length), value);
  return bytesOf(parts.join(''));
}

// https://github.com/msgpack/msgpack/blob/master/spec.md
const [ARRAY_32, STRING_32] = ['\xdd', '\xdb'];

const uint32 = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
