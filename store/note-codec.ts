import type { NoteRecord, NoteTag } from './note-record.ts';
import { wordsOf, wordTerms } from './words.ts';

/** A note with what only its processing needs. */
export interface StoredNote extends NoteRecord {
  /** Counts how often processing was begun; names the workflow. */
  readonly run: number;
  /** What the user wrote, which processing leaves alone. */
  readonly edited: readonly ('title' | 'summary')[];
}

/** What a list shows of a note. */
export type NoteItem = Pick<
  NoteRecord,
  'noteId' | 'title' | 'summary' | 'tags' | 'status' | 'recordedAt' | 'createdAt' | 'updatedAt'
>;

type Assignment = Pick<NoteTag, 'tagId' | 'source' | 'confidence'>;
type Meta = Omit<StoredNote, 'noteId' | 'userId' | 'transcript' | 'segments' | 'tags' | 'createdAt' | 'updatedAt'> & {
  readonly tags: readonly Assignment[];
};
type Body = Pick<NoteRecord, 'transcript' | 'segments'>;

/** What a note occurs under in the index: the words of its title and summary, of its transcript, and its tags. */
export interface NoteTerms {
  readonly headWords: ReadonlySet<string>;
  readonly bodyWords: ReadonlySet<string>;
  readonly tagIds: readonly string[];
}

/** The term of a tag. No word holds a `#`. */
export const tagTerm = (tagId: string): string => `#${tagId}`;

/** The fields of a note's hash that describe it; numbers and times are the scripts' own. */
export function encodeNote(note: StoredNote, terms: NoteTerms): string[] {
  const { noteId: _n, userId: _u, transcript, segments, tags, createdAt: _c, updatedAt: _d, ...rest } = note;
  const assignments = tags.map(({ tagId, source, confidence }) => ({ tagId, source, confidence }));
  const meta: Meta = { ...rest, tags: assignments };
  const body: Body = { transcript, segments };
  const fields = {
    meta: JSON.stringify(meta),
    body: JSON.stringify(body),
    headWords: [...terms.headWords].join(' '),
    bodyWords: [...terms.bodyWords].join(' '),
  };
  return Object.entries(fields).flat();
}

/** A note's fields as they lie in Redis. */
export type NoteFields = ReadonlyMap<string, string>;

export function decodeNote(userId: string, noteId: string, fields: NoteFields, known: KnownTags): StoredNote {
  const meta = JSON.parse(fields.get('meta') ?? '') as Meta;
  const body = JSON.parse(fields.get('body') ?? '') as Body;
  const times = { createdAt: Number(fields.get('createdAt')), updatedAt: Number(fields.get('updatedAt')) };
  return { ...meta, ...body, ...times, noteId, userId, tags: withTags(meta.tags, known) };
}

/** Reads [number, id, meta, createdAt, updatedAt] of a listed note. */
export function decodeItem(row: readonly unknown[], known: KnownTags): NoteItem {
  const [, noteId, text, createdAt, updatedAt] = row;
  const { title, summary, status, recordedAt, tags } = JSON.parse(String(text)) as Meta;
  const times = { recordedAt, createdAt: Number(createdAt), updatedAt: Number(updatedAt) };
  return { noteId: String(noteId), title, summary, status, tags: withTags(tags, known), ...times };
}

/** Tags by id, without what one note says of them. */
export type KnownTags = ReadonlyMap<string, Omit<NoteTag, 'source' | 'confidence'>>;

/** Reads [id, name, position, createdAt, updatedAt, …]. */
export function decodeTags(rows: readonly unknown[]): KnownTags {
  const known = new Map<string, Omit<NoteTag, 'source' | 'confidence'>>();
  for (let at = 0; at < rows.length; at += 5) {
    const [tagId, name, position, createdAt, updatedAt] = rows.slice(at, at + 5).map(String);
    if (tagId === undefined || name === undefined) break;
    const numbers = { position: Number(position), createdAt: Number(createdAt), updatedAt: Number(updatedAt) };
    known.set(tagId, { tagId, name, ...numbers });
  }
  return known;
}

/** A tag that was deleted is no longer on the note, though the note still names it until its next change. */
function withTags(assignments: readonly Assignment[], known: KnownTags): NoteTag[] {
  return assignments
    .flatMap(({ tagId, source, confidence }) => {
      const tag = known.get(tagId);
      return tag ? [{ ...tag, source, confidence }] : [];
    })
    .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
}

/** The terms of a note as it is now. Words that were found before are taken over where the text did not change. */
export function termsOf(note: StoredNote, before?: { note: StoredNote; fields: NoteFields }): NoteTerms {
  const sameHead = before && before.note.title === note.title && before.note.summary === note.summary;
  const sameBody = before && before.note.transcript === note.transcript;
  return {
    headWords: sameHead
      ? splitWords(before.fields.get('headWords'))
      : wordsOf(`${note.title ?? ''}\n${note.summary ?? ''}`),
    bodyWords: sameBody ? splitWords(before.fields.get('bodyWords')) : wordsOf(note.transcript ?? ''),
    tagIds: note.tags.map((tag) => tag.tagId),
  };
}

/** The terms that a stored note was indexed under. */
export function storedTerms(fields: NoteFields): NoteTerms {
  const { tags } = JSON.parse(fields.get('meta') ?? '') as Meta;
  return {
    headWords: splitWords(fields.get('headWords')),
    bodyWords: splitWords(fields.get('bodyWords')),
    tagIds: tags.map((tag) => tag.tagId),
  };
}

/** Every term of the index that a note occurs under. */
export function indexTerms({ headWords, bodyWords, tagIds }: NoteTerms): Set<string> {
  const terms = wordTerms([...headWords, ...bodyWords]);
  for (const tagId of tagIds) terms.add(tagTerm(tagId));
  return terms;
}

function splitWords(joined: string | undefined): Set<string> {
  return new Set(joined ? joined.split(' ') : []);
}
