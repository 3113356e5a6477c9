/** An entry of the dictionary. */
export interface Entry {
  /** The spoken words to look for. */
  readonly spoken: string;
  /** The text that replaces them. */
  readonly written: string;
  /** True for `spoken => written`, which is matched exactly and never by sound. */
  readonly replaces: boolean;
}

/** The parsed `dictionary` field: entries in order, each spoken form once. */
export interface Dictionary {
  readonly entries: readonly Entry[];
}

/** A dictionary without entries. */
export const NO_DICTIONARY: Dictionary = { entries: [] };

/** A longer entry is prose or an unknown format, not a name. */
const MAX_ENTRY_LENGTH = 120;
const MAX_ENTRY_WORDS = 8;
const SEPARATOR = /[,;，、；]/u;
const ARROW = /\s*(?:=>|->|→|⇒)\s*/u;

/**
 * Reads the `dictionary` field: names, one per line or separated by commas or semicolons, and `spoken => written`
 * replacements, in which quotes keep a comma. Also reads JSON: an array of words, or an object of replacements.
 * Anything else counts as plain words. Never fails.
 */
export function parseDictionary(field: string | undefined): Dictionary {
  if (field === undefined || field.trim() === '') return NO_DICTIONARY;
  const entries = new Map<string, Entry>();
  for (const entry of readJson(field) ?? readLines(field)) {
    const words = entry.spoken.split(/\s+/u).length;
    if (!/[\p{L}\p{N}]/u.test(entry.spoken) || entry.written === '') continue;
    if (entry.spoken.length > MAX_ENTRY_LENGTH || entry.written.length > MAX_ENTRY_LENGTH) continue;
    if (words > MAX_ENTRY_WORDS) continue;
    const key = entry.spoken.toLowerCase();
    if (!entries.has(key)) entries.set(key, entry);
  }
  return { entries: [...entries.values()] };
}

function readLines(field: string): Entry[] {
  return field.split(/[\n\r]+/u).flatMap((line) => {
    const text = line.replace(/^\s*(?:[-*•]\s+|\d{1,4}[.)]\s+)/u, '').trim();
    return splitNames(text).flatMap(toEntry);
  });
}

/** Splits names at commas and semicolons, but not within quotes: `sig => "Best, Anna"`. */
function splitNames(line: string): string[] {
  const quoted = line.split('"');
  // An unpaired quote is an ordinary character.
  if (quoted.length % 2 === 0) return line.split(SEPARATOR);
  const names = [''];
  for (const [at, piece] of quoted.entries()) {
    if (at % 2 === 1) names[names.length - 1] += `"${piece}"`;
    else {
      const [first = '', ...rest] = piece.split(SEPARATOR);
      names[names.length - 1] += first;
      names.push(...rest);
    }
  }
  return names;
}

function toEntry(text: string): Entry[] {
  const [spoken, written, ...rest] = text.split(ARROW).map(clean);
  if (spoken === undefined || spoken === '') return [];
  if (written === undefined || rest.length > 0) return [{ spoken, written: spoken, replaces: false }];
  return [{ spoken, written, replaces: true }];
}

/** Normalizes white space and removes a pair of quotes around the text. */
function clean(text: string): string {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return /^(["'`])(.+)\1$/u.exec(plain)?.[2] ?? plain;
}

function readJson(field: string): Entry[] | undefined {
  if (!/^\s*[[{]/u.test(field)) return undefined;
  try {
    const value: unknown = JSON.parse(field);
    return Array.isArray(value) ? value.flatMap(fromJson) : fromPairs(value);
  } catch {
    return undefined;
  }
}

function fromJson(value: unknown): Entry[] {
  return typeof value === 'string' ? toEntry(value) : fromPairs(value);
}

function fromPairs(value: unknown): Entry[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([spoken, written]) =>
    typeof written === 'string' ? [{ spoken: clean(spoken), written: clean(written), replaces: true }] : [],
  );
}
