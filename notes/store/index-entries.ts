import { type NoteWords, type ReadNote, type StoredNote, tagTerm, wordsOfNote } from './codec.ts';
import { joined } from './script-values.ts';
import { beginningTerms, isBeginningTerm } from './words.ts';

/** What the postings have of a note: terms, and longer words, which are in groups. */
export interface IndexEntries {
  readonly terms: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

type Tagged = Pick<StoredNote, 'tags'>;

export function indexEntries({ plain, divided }: NoteWords, note: Tagged): IndexEntries {
  const words = new Set([...plain, ...divided]);
  const terms = beginningTerms(words);
  for (const term of tagTerms(note)) terms.add(term);
  for (const word of words) if (isBeginningTerm(word)) words.delete(word);
  return { terms, words };
}

const tagTerms = ({ tags }: Tagged) => tags.map(({ tagId }) => tagTerm(tagId));

/** The words and tags of a note that are not merged, as arguments of a script. */
export function unmergedEntries({ plain, divided }: NoteWords, note: Tagged): { terms: string; words: string } {
  return { terms: joined(tagTerms(note)), words: joined(new Set([...plain, ...divided])) };
}

/** What `remove-note.lua` takes of a note. */
export function removedEntries(read: ReadNote): { place: string; terms: string; words: string } {
  if (read.unmerged) return { place: 'unmerged', terms: '', words: '' };
  const { terms, words } = indexEntries(storedWords(read), read.note);
  return { place: 'postings', terms: joined(terms), words: joined(words) };
}

/** A change of a note's words and tags. */
export interface IndexChange {
  /** Those that the note stores afterwards. */
  readonly words: Pick<NoteWords, 'divided'>;
  /** What `change-note.lua` takes of it. */
  readonly args: Readonly<Record<(typeof ARGS)[number], string>>;
}

const ARGS = ['place', 'addedTerms', 'removedTerms', 'addedWords', 'removedWords'] as const;
const NOTHING = { addedTerms: '', removedTerms: '', addedWords: '', removedWords: '' } as const;
const NO_WORDS: NoteWords = { plain: new Set(), divided: new Set() };
/** The fields that are indexed by word. */
const TEXTS = ['title', 'summary', 'transcript'] as const;

/** What a change of a note changes in the index. */
export function indexChange(before: ReadNote, note: StoredNote): IndexChange {
  const sameTexts = TEXTS.every((name) => note[name] === before.note[name]);
  const kept = { divided: new Set(before.divided) };
  if (sameTexts && String(tagTerms(note)) === String(tagTerms(before.note))) {
    return { words: kept, args: { place: 'same', ...NOTHING } };
  }
  if (before.unmerged || hasNoEntries(before)) {
    const words = sameTexts ? storedWords(before) : wordsOfNote(note);
    const { terms, words: all } = unmergedEntries(words, note);
    const place = before.unmerged ? 'unmerged' : 'nowhere';
    return { words, args: { place, ...NOTHING, addedTerms: terms, addedWords: all } };
  }
  const words = sameTexts ? NO_WORDS : wordsOfNote(note);
  const wanted = indexEntries(words, note);
  const old = indexEntries(sameTexts ? NO_WORDS : storedWords(before), before.note);
  const args = {
    place: 'postings',
    addedTerms: difference(wanted.terms, old.terms),
    removedTerms: difference(old.terms, wanted.terms),
    addedWords: difference(wanted.words, old.words),
    removedWords: difference(old.words, wanted.words),
  };
  return { words: sameTexts ? kept : words, args };
}

function hasNoEntries({ note, divided }: ReadNote): boolean {
  return note.tags.length === 0 && divided.length === 0 && wordsOfNote(note).plain.size === 0;
}

/** The words under which a note is indexed. */
function storedWords({ note, divided }: ReadNote): NoteWords {
  return { plain: wordsOfNote(note).plain, divided: new Set(divided) };
}

const difference = (left: ReadonlySet<string>, right: ReadonlySet<string>): string =>
  joined([...left].filter((entry) => !right.has(entry)));
