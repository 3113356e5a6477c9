import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NoteRecord, NoteStatus, NoteTag } from '../note-record.ts';
import { packSegment, type StoredSegment, unpackSegment } from './segment-codec.ts';
import { divideWords } from './words.ts';

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
/** Every other field of a note, except those that its keys and scripts hold. */
type Text = Omit<StoredNote, keyof NoteItem | 'userId' | 'segments'> & {
  readonly segments: readonly StoredSegment[] | null;
  /** The words of its texts that another version of Unicode might divide differently. */
  readonly divided?: readonly string[];
};

/** The term of a tag. No word contains a `#`. */
export const tagTerm = (tagId: string): string => `#${tagId}`;

/** A note in the form that the scripts expect. */
export interface EncodedNote {
  /** The end of its item: JSON of what follows its number and times, which only the scripts know. */
  readonly item: string;
  /**
   * The rest of the note, compressed: a transcript takes about half of its bytes, its segments little more, the times of
   * a word two or three.
   */
  readonly text: Buffer;
}

export function encodeNote(note: StoredNote, { divided }: Pick<NoteWords, 'divided'>): EncodedNote {
  const { noteId, status, title, summary, recordedAt, tags, userId: _user, ...rest } = note;
  const { createdAt: _created, updatedAt: _updated, segments, ...others } = rest;
  const text = { ...others, segments: segments?.map(packSegment) ?? null };
  const assigned = tags.map(({ tagId, source, confidence }) => [tagId, source, confidence]);
  const item = JSON.stringify([noteId, status, title, summary, recordedAt, assigned]).slice(1);
  const stored: Text = divided.size > 0 ? { ...text, divided: [...divided] } : text;
  return { item, text: deflateRawSync(JSON.stringify(stored)) };
}

/** A note as `read-note.lua` returns it. */
export interface ReadNote {
  readonly note: StoredNote;
  readonly version: number;
  readonly number: number;
  /** The words that it stores, as when it was indexed. */
  readonly divided: readonly string[];
  /** Whether its words and tags are not merged into the postings. */
  readonly unmerged: boolean;
}

/** @param parts of the reply, in its order */
export function decodeNote(userId: string, noteId: string, parts: readonly Buffer[]): ReadNote {
  const [version, number, createdAt, updatedAt] = parts.slice(0, 4).map(Number) as [number, number, number, number];
  const [, , , , text, item = EMPTY, tags = EMPTY, unmerged] = parts;
  const { divided = [], segments, ...rest } = decodeText(text);
  const { number: _, ...shown } = item.length > 0 ? decodeItem(item.toString(), decodeTags(tags.toString())) : NO_ITEM;
  const words = { segments: segments?.map(unpackSegment) ?? null };
  const note = { ...shown, ...rest, ...words, createdAt, updatedAt, noteId, userId };
  return { note, version, number, divided, unmerged: unmerged?.toString() === '1' };
}

const EMPTY = Buffer.alloc(0);
/** Of a note whose item is missing, as after damage. */
const NO_ITEM = { number: -1, status: 'failed', title: null, summary: null, recordedAt: null, tags: [] } as const;

/** @throws {SyntaxError} when it is missing or damaged */
export function decodeText(text: Buffer = EMPTY): Text {
  return JSON.parse(inflate(text)) as Text;
}

function inflate(text: Buffer): string {
  try {
    return inflateRawSync(text).toString();
  } catch (cause) {
    throw new SyntaxError('The text of a note is damaged', { cause });
  }
}

type ItemParts = [
  ...[number: number, createdAt: number, updatedAt: number, noteId: string, status: NoteStatus],
  ...[title: string | null, summary: string | null, recordedAt: number | null],
  tags: [tagId: string, source: 'user' | 'auto', confidence: number | null][],
];

/**
 * Reads the item of a listed note.
 * @param known the user's tags; assignments of deleted tags are left out
 */
export function decodeItem(text: string, known: KnownTags): ListedNote {
  const [number, createdAt, updatedAt, ...rest] = JSON.parse(text) as ItemParts;
  const [noteId, status, title, summary, recordedAt, assigned] = rest;
  const tags = assigned.map(([tagId, source, confidence]) => ({ tagId, source, confidence }));
  return {
    ...{ number, noteId, status, title, summary, recordedAt, createdAt, updatedAt },
    tags: withTags(tags, known),
  };
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
export function withTags(assignments: readonly Assignment[], known: KnownTags): NoteTag[] {
  if (assignments.length === 0) return [];
  return assignments
    .flatMap(({ tagId, source, confidence }) => {
      const tag = known.get(tagId);
      return tag ? [{ ...tag, source, confidence }] : [];
    })
    .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
}

/** The words of a note's title, summary and transcript. */
export interface NoteWords {
  readonly plain: ReadonlySet<string>;
  /** Those that another version of Unicode might divide differently. The note stores them. */
  readonly divided: ReadonlySet<string>;
}

export function wordsOfNote(note: Pick<StoredNote, 'title' | 'summary' | 'transcript'>): NoteWords {
  return divideWords([note.title, note.summary, note.transcript].map((text) => text ?? '').join('\n'));
}
