import type { NoteRecord, NoteTag } from '../note-record.ts';
import { wordsOf, wordTerms } from './words.ts';

/** A note with the fields that only its processing needs. */
export interface StoredNote extends NoteRecord {
  /** Counts how often processing was started. It is part of the workflow's id. */
  readonly run: number;
  /** The fields that the user wrote. Processing does not change them. */
  readonly edited: readonly ('title' | 'summary')[];
  /** The loudness of the recording over time: at most 1,000 bytes in Base64. */
  readonly peaks?: string | undefined;
  /** The user's names for the speakers of the segments. */
  readonly speakerNames?: Readonly<Record<string, string>> | undefined;
}

/** The fields of a note that a list shows. */
export type NoteItem = Pick<
  NoteRecord,
  'noteId' | 'title' | 'summary' | 'tags' | 'status' | 'recordedAt' | 'createdAt' | 'updatedAt'
>;

/** A listed note with its number. Notes are numbered from 0 in the order of creation. */
export interface ListedNote extends NoteItem {
  readonly number: number;
}

type Assignment = Pick<NoteTag, 'tagId' | 'source' | 'confidence'>;
/** A note's item: all that a list shows, except the names of its tags. */
type Item = Omit<ListedNote, 'tags'> & { readonly tags: readonly Assignment[] };
type Body = Pick<NoteRecord, 'transcript' | 'segments'>;
/** Every other field of a note, except those that its keys and scripts hold. */
type Meta = Omit<StoredNote, keyof NoteItem | keyof Body | 'userId'>;

/** What a note is indexed under: the words of title and summary, the words of its transcript, and its tags. */
export interface NoteTerms {
  readonly headWords: ReadonlySet<string>;
  readonly bodyWords: ReadonlySet<string>;
  readonly tagIds: readonly string[];
}

/** The term of a tag. No word contains a `#`. */
export const tagTerm = (tagId: string): string => `#${tagId}`;

/** A note in the form that the scripts expect. */
export interface EncodedNote {
  /** JSON of its item. The scripts add its number and times. */
  readonly item: string;
  /** The fields of the note's hash that describe it. */
  readonly fields: Readonly<Record<'meta' | 'body' | 'headWords' | 'bodyWords', string>>;
}

/** @param terms of the note; its fields store them, and a change compares with them */
export function encodeNote(note: StoredNote, terms: NoteTerms): EncodedNote {
  const { noteId, status, title, summary, recordedAt, transcript, segments, tags: assigned, ...rest } = note;
  const tags: Assignment[] = assigned.map(({ tagId, source, confidence }) => ({ tagId, source, confidence }));
  const item: Omit<Item, 'number' | 'createdAt' | 'updatedAt'> = { noteId, status, title, summary, recordedAt, tags };
  const { userId: _user, createdAt: _created, updatedAt: _updated, ...meta } = rest;
  const body: Body = { transcript, segments };
  const fields = {
    meta: JSON.stringify(meta satisfies Meta),
    body: JSON.stringify(body),
    headWords: [...terms.headWords].join(' '),
    bodyWords: [...terms.bodyWords].join(' '),
  };
  return { item: JSON.stringify(item), fields };
}

/** A note's fields as stored in Redis, and its item. */
export type NoteFields = ReadonlyMap<string, string>;

/** @param known the user's tags; assignments of deleted tags are left out */
export function decodeNote(userId: string, noteId: string, fields: NoteFields, known: KnownTags): StoredNote {
  const body = JSON.parse(fields.get('body') ?? '') as Body;
  const { tags, number: _, ...rest } = readDescription(fields);
  const times = { createdAt: Number(fields.get('createdAt')), updatedAt: Number(fields.get('updatedAt')) };
  return { ...rest, ...body, ...times, noteId, userId, tags: withTags(tags, known) };
}

/** Item and meta of a note. A note whose item is missing, as after damage, reads as one without tags. */
export function readDescription(fields: NoteFields): Item & Meta {
  return { tags: [], ...JSON.parse(fields.get('meta') ?? '{}'), ...JSON.parse(fields.get('item') ?? '{}') };
}

/** Reads the item of a listed note. */
export function decodeItem(text: string, known: KnownTags): ListedNote {
  const item = JSON.parse(text) as Item;
  return Object.assign(item, { tags: withTags(item.tags, known) });
}

/** Tags by id, without the source and confidence of an assignment. */
export type KnownTags = ReadonlyMap<string, Omit<NoteTag, 'source' | 'confidence'>>;

/** Parses [[id, name, position, createdAt, updatedAt], …], all as strings. */
export function decodeTags(text: string): KnownTags {
  const known = new Map<string, Omit<NoteTag, 'source' | 'confidence'>>();
  for (const [tagId, name, position, createdAt, updatedAt] of JSON.parse(text) as [string, string, ...string[]][]) {
    const numbers = { position: Number(position), createdAt: Number(createdAt), updatedAt: Number(updatedAt) };
    known.set(tagId, { tagId, name, ...numbers });
  }
  return known;
}

/** Omits deleted tags, which the note names until its next change. */
function withTags(assignments: readonly Assignment[], known: KnownTags): NoteTag[] {
  if (assignments.length === 0) return [];
  return assignments
    .flatMap(({ tagId, source, confidence }) => {
      const tag = known.get(tagId);
      return tag ? [{ ...tag, source, confidence }] : [];
    })
    .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
}

/** The current terms of a note. The words of unchanged texts are reused. */
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

/** The terms under which a stored note was indexed. */
export function storedTerms(fields: NoteFields): NoteTerms {
  return {
    headWords: splitWords(fields.get('headWords')),
    bodyWords: splitWords(fields.get('bodyWords')),
    tagIds: readDescription(fields).tags.map((tag) => tag.tagId),
  };
}

/** Every term of the index for a note. */
export function indexTerms({ headWords, bodyWords, tagIds }: NoteTerms): Set<string> {
  const terms = wordTerms([...headWords, ...bodyWords]);
  for (const tagId of tagIds) terms.add(tagTerm(tagId));
  return terms;
}

function splitWords(joined: string | undefined): Set<string> {
  return new Set(joined ? joined.split(' ') : []);
}
