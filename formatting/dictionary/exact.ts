import { isKnownEnglish } from '../english/common-words.ts';
import { isEnglishWord } from '../english/proper-names.ts';
import type { Language } from '../language.ts';
import type { Pass } from '../passes/pass.ts';
import { keyOf, type Token, token, tokenize } from '../token.ts';
import { UNSPACED } from '../unspaced.ts';
import { isForeignWord } from './foreign-words.ts';
import { readsAsName, readsAsWord } from './name-grammar.ts';
import type { Dictionary, Entry } from './parse.ts';
import { createTrie, type Trie, type TrieNode } from './trie.ts';

/** Names inside an address or a path are not replaced. */
const ADDRESS = /@|:\/\/|^[~./]|^`|\//u;
/** An entry with more words and marks is prose, not a name. */
const MAX_PARTS = 24;

/** Everyday words that the list of English words lacks. */
const EVERYDAY = new Set(['max', 'min', 'app', 'demo', 'mac']);

/** Names by their words and marks, and by characters for scripts without spaces. */
interface Patterns {
  readonly spoken: Trie<Entry>;
  readonly inner: Trie<string>;
}

/** The patterns of a dictionary, built once and kept as long as the dictionary. */
const WRITTEN = new WeakMap<Dictionary, Patterns>();
const KEPT = new WeakMap<Dictionary, Patterns>();

/**
 * Writes the dictionary's names as spelled there: longest first, whole words, in one pass, so that a result is never
 * replaced again.
 */
export const writeNames: Pass = (tokens, { dictionary, language }) =>
  writeEntries(
    tokens,
    memo(WRITTEN, dictionary, () => patternsOf(dictionary.entries)),
    language,
  );

/** Restores the spelling of names without applying replacements again. */
export const keepNames: Pass = (tokens, { dictionary, language }) =>
  writeEntries(
    tokens,
    memo(KEPT, dictionary, () => patternsOf(keptEntries(dictionary.entries))),
    language,
  );

function keptEntries(entries: readonly Entry[]): Entry[] {
  return entries
    .filter(({ written }) => !isOrdinary(written))
    .map(({ written, replaces }) => ({ spoken: written, written, replaces }));
}

function memo(of: WeakMap<Dictionary, Patterns>, dictionary: Dictionary, build: () => Patterns): Patterns {
  const known = of.get(dictionary);
  if (known !== undefined) return known;
  const built = build();
  of.set(dictionary, built);
  return built;
}

function writeEntries(tokens: readonly Token[], { spoken, inner }: Patterns, language: Language): readonly Token[] {
  if (spoken.size === 0) return tokens;
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const found = mayBegin(spoken, current) ? findEntry(spoken, tokens, index, language) : undefined;
    if (found !== undefined) {
      out.push(write(found.entry.written + found.ending, current.spaced));
      index += found.size - 1;
    } else if (inner.size > 0 && current.kind === 'word' && UNSPACED.test(current.text)) {
      replaceInside(current, inner, out);
    } else out.push(current);
  }
  return out;
}

/** The first entry for the same words wins, and spoken forms are added before written ones. */
function patternsOf(entries: readonly Entry[]): Patterns {
  const spoken = createTrie<Entry>();
  const inner = createTrie<string>();
  const add = (parts: readonly string[], entry: Entry) => {
    if (parts.length <= MAX_PARTS) spoken.add(parts, entry);
  };
  for (const entry of entries) {
    const parts = partsOf(entry.spoken);
    add(parts, entry);
    // Hyphens are not spoken: "anna maria" is "Anna-Maria".
    if (parts.includes('-'))
      add(
        parts.filter((part) => part !== '-'),
        entry,
      );
    if (UNSPACED.test(entry.spoken) && entry.spoken !== entry.written) inner.add([...entry.spoken], entry.written);
  }
  // Written forms are matched too, so that no other rule changes them.
  for (const { replaces, written } of entries) {
    if (replaces && !isOrdinary(written)) add(partsOf(written), { spoken: written, written, replaces: true });
  }
  return { spoken, inner };
}

function partsOf(text: string): string[] {
  return tokenize(text).map(partOf);
}

function partOf({ kind, key, text }: Token): string {
  return kind === 'word' ? key : keyOf(text);
}

interface Found {
  readonly entry: Entry;
  readonly size: number;
  /** The possessive ending that the name keeps ("Charge Bee's"). */
  readonly ending: string;
}

function mayBegin({ root }: Trie<Entry>, of: Token): boolean {
  if (of.kind === 'break' || (of.kind === 'atom' && ADDRESS.test(of.text))) return false;
  return root.next.has(partOf(of)) || of.key.endsWith("'s");
}

/** The longest entry that starts at a token. */
function findEntry(
  { root }: Trie<Entry>,
  tokens: readonly Token[],
  start: number,
  language: Language,
): Found | undefined {
  let best: Found | undefined;
  const take = (node: TrieNode<Entry> | undefined, size: number, ending: string) => {
    if (node?.value === undefined) return;
    const found = { entry: node.value, size, ending };
    if (isMeant(found, tokens, start, language)) best = found;
  };
  let node: TrieNode<Entry> | undefined = root;
  for (let at = start; node !== undefined; at += 1) {
    const of = tokens[at];
    if (of === undefined || of.kind === 'break') break;
    const size: number = at - start + 1;
    const owner = possessive(of.key);
    if (owner !== undefined) take(node.next.get(owner), size, of.text.slice(-2));
    node = node.next.get(partOf(of));
    take(node, size, '');
  }
  return best;
}

/** A replacement always applies. A name of ordinary words applies only if the grammar shows a name. */
function isMeant({ entry, size, ending }: Found, tokens: readonly Token[], start: number, language: Language): boolean {
  if (entry.replaces || isOrdinary(entry.written)) return true;
  if (!language.english) return !isForeignWord(tokens, start, { size, written: entry.written, code: language.code });
  const words = keyOf(entry.spoken).split(' ');
  if (!words.every((word) => isKnownEnglish(word) || EVERYDAY.has(word)))
    return size > 1 || !(isEnglishWord(words[0] ?? '') && readsAsWord(tokens, start));
  return readsAsName(tokens, start, size, entry.written + ending);
}

function possessive(key: string): string | undefined {
  return key.endsWith("'s") && key.length > 2 ? key.slice(0, -2) : undefined;
}

/**
 * A name is an atom. Ordinary words of the dictionary stay words, so that they are capitalized at the start of a
 * sentence.
 */
export function write(written: string, spaced: boolean): Token {
  return token(isOrdinary(written) ? 'word' : 'atom', written, spaced);
}

function isOrdinary(written: string): boolean {
  return written.split(' ').every((word) => /^\p{Ll}+$/u.test(word) && isKnownEnglish(word));
}

/** Replaces the longest entries inside text of a script without spaces. */
function replaceInside(of: Token, { root }: Trie<string>, out: Token[]): void {
  const characters = [...of.text];
  let plain = '';
  let first = true;
  const put = (kind: Token['kind'], text: string) => {
    if (text === '') return;
    out.push(token(kind, text, first && of.spaced));
    first = false;
  };
  for (let at = 0; at < characters.length; ) {
    let best: { readonly written: string; readonly end: number } | undefined;
    let node: TrieNode<string> | undefined = root;
    for (let end = at; node !== undefined && end < characters.length; end += 1) {
      node = node.next.get(characters[end] ?? '');
      if (node?.value !== undefined) best = { written: node.value, end: end + 1 };
    }
    if (best === undefined) {
      plain += characters[at];
      at += 1;
      continue;
    }
    put('word', plain);
    plain = '';
    put('atom', best.written);
    at = best.end;
  }
  put('word', plain);
}
