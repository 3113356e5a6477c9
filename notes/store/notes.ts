import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import type { NoteStatus } from '../note-record.ts';
import {
  decodeItem,
  decodeNote,
  decodeTags,
  encodeNote,
  indexTerms,
  type ListedNote,
  type NoteFields,
  type StoredNote,
  storedTerms,
  tagTerm,
  termsOf,
} from './codec.ts';
import { INDEX_CONSTANTS } from './index-layout.ts';
import { NO_QUOTA, type NoteQuota, tooManyBytes, tooManyNotes } from './quota.ts';
import { beginningOf, isBeginningTerm, queryWords } from './words.ts';

/** A new note: its recording is stored, and its text is not known yet. */
export type NewNote = Pick<StoredNote, 'noteId' | 'userId' | 'title' | 'language' | 'recordedAt' | 'recording'>;

/** The changeable fields of a note. Fields that are left out keep their values. */
export type NoteChange = Partial<
  Omit<StoredNote, 'noteId' | 'userId' | 'createdAt' | 'updatedAt' | 'recording' | 'tags'> & {
    readonly tags: readonly { tagId: string; source: 'user' | 'auto'; confidence: number | null }[];
  }
>;

/** Filters of a list. They combine with AND, several tags with OR. Bounds are epoch milliseconds and exclusive. */
export interface NoteFilters {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
  readonly updatedAfter?: number | undefined;
  /** Words that must each be a prefix of a word in title, summary or transcript. */
  readonly query?: string | undefined;
  readonly tagIds?: readonly string[] | undefined;
}

export interface NotePage {
  readonly items: readonly ListedNote[];
  /** Where the next page starts; null when there are no more notes. */
  readonly next: number | null;
}

/** A removed note with the fields that {@link NoteStore.restore} needs. */
export interface RemovedNote extends StoredNote {
  readonly number: number;
  readonly version: number;
}

/** A change assigns a tag that the user does not have or no longer has. */
export class TagMissingError extends Error {
  override readonly name = 'TagMissingError';
}

export interface NoteStoreOptions {
  readonly now?: () => number;
  /**
   * How far `now` may be ahead of Redis' clock.
   * @default unlimited
   */
  readonly maxClockAheadMs?: number;
  /** Called if `now` was further ahead and was ignored. */
  readonly onClockAhead?: () => void;
  /** @default none */
  readonly quota?: NoteQuota;
}

export interface NoteStore {
  /**
   * Creates a note; a repeated call with the same id returns the first one. Its time is later than that of all other
   * notes of the user.
   * @throws {NoteQuotaError}
   */
  create(note: NewNote): Promise<StoredNote>;
  /** @throws {NoteQuotaError} if the user may not create another note */
  checkQuota(userId: string): Promise<void>;
  get(userId: string, noteId: string): Promise<StoredNote | null>;
  /**
   * Changes note and index together. `decide` receives the current note, and is called again if another change came
   * first. It returns null to leave the note unchanged.
   * @returns the note afterwards; null when it does not exist
   * @throws {TagMissingError}
   */
  change(userId: string, noteId: string, decide: (note: StoredNote) => NoteChange | null): Promise<StoredNote | null>;
  /** Removes note and index entries together. Returns the removed note; null when it did not exist. */
  remove(userId: string, noteId: string): Promise<RemovedNote | null>;
  /** Restores a note at its number with its creation time. Returns false when that number is in use. */
  restore(removed: RemovedNote): Promise<boolean>;
  /** Newest first. `before` is the `next` of a page; notes that are created meanwhile do not shift the pages. */
  list(userId: string, filters: NoteFilters, page: { limit: number; before?: number | undefined }): Promise<NotePage>;
}

/** Keeps notes and their index: title, summary, transcript, tags and times. */
export function createNoteStore(redis: Redis, options: NoteStoreOptions = {}): NoteStore {
  const { now = Date.now, maxClockAheadMs = MAX_MS, onClockAhead, quota = NO_QUOTA } = options;
  const scripts = {
    create: loadScript(redis, new URL('./lua/create-note.lua', import.meta.url), INDEX_CONSTANTS),
    change: loadScript(redis, new URL('./lua/change-note.lua', import.meta.url), INDEX_CONSTANTS),
    remove: loadScript(redis, new URL('./lua/remove-note.lua', import.meta.url), INDEX_CONSTANTS),
    restore: loadScript(redis, new URL('./lua/restore-note.lua', import.meta.url), INDEX_CONSTANTS),
    list: loadScript(redis, new URL('./lua/list-notes.lua', import.meta.url), INDEX_CONSTANTS),
    read: loadScript(redis, new URL('./lua/read-note.lua', import.meta.url)),
  };

  async function read(userId: string, noteId: string): Promise<{ note: StoredNote; fields: NoteFields } | null> {
    const answer = await scripts.read(
      { note: keys.note(userId, noteId), items: keys.items(userId) },
      { tagKeys: keys.tag(userId, '') },
    );
    const [flat, tags] = answer as [string[], string];
    const fields = toMap(flat);
    return fields.size > 0 ? { fields, note: decodeNote(userId, noteId, fields, decodeTags(tags)) } : null;
  }

  async function tryChange(
    userId: string,
    noteId: string,
    decide: (note: StoredNote) => NoteChange | null,
  ): Promise<'missing' | 'unchanged' | 'overtaken' | 'changed'> {
    const before = await read(userId, noteId);
    const change = before && decide(before.note);
    if (!before) return 'missing';
    if (!change) return 'unchanged';
    const note = { ...before.note, ...change } as StoredNote;
    const terms = termsOf(note, before);
    const [old, wanted] = [indexTerms(storedTerms(before.fields)), indexTerms(terms)];
    const [added, dropped] = [difference(wanted, old), difference(old, wanted)];
    const known = new Set(before.note.tags.map(({ tagId }) => tagId)); // excludes deleted tags
    const newTags = note.tags.filter(({ tagId }) => !known.has(tagId));
    const { item, fields } = encodeNote(note, terms);
    const changed = Object.entries(fields).filter(([name, value]) => value !== before.fields.get(name));
    const answer = await scripts.change(
      { ...indexKeys(userId, noteId), tags: newTags.map(({ tagId }) => keys.tag(userId, tagId)) },
      {
        version: before.fields.get('version') ?? '',
        now: now(),
        ahead: maxClockAheadMs,
        item,
        ...noteEventArgs(userId, noteId, note.status),
        lists: [...counted(changed.flat()), ...counted(added), ...counted(dropped)],
      },
    );
    if (answer === -1) throw new TagMissingError('A tag of the note does not exist');
    return answer === 0 ? 'overtaken' : 'changed';
  }

  return {
    create: async (given) => {
      const note: StoredNote = { ...BLANK, ...given, edited: given.title === null ? [] : ['title'] };
      const terms = termsOf(note);
      const { item, fields } = encodeNote(note, terms);
      const outcome = await scripts.create(withBytes(note.userId, note.noteId), {
        id: note.noteId,
        now: now(),
        ahead: maxClockAheadMs,
        item,
        size: note.recording.bytes ?? 0,
        ...quota,
        ...noteEventArgs(note.userId, note.noteId, note.status),
        lists: [...counted(Object.entries(fields).flat()), ...counted([...indexTerms(terms)])],
      });
      if (outcome === 'clock_ahead') onClockAhead?.();
      if (outcome === 'too_many_notes') throw tooManyNotes(quota);
      if (outcome === 'too_many_bytes') throw tooManyBytes(quota);
      const made = await read(note.userId, note.noteId);
      return made?.note ?? note;
    },
    checkQuota: async (userId) => {
      const [notes, bytes] = await Promise.all([redis.hlen(keys.items(userId)), redis.get(keys.noteBytes(userId))]);
      if (notes >= quota.maxNotes) throw tooManyNotes(quota);
      if (Number(bytes) >= quota.maxBytes) throw tooManyBytes(quota);
    },
    get: async (userId, noteId) => (await read(userId, noteId))?.note ?? null,
    change: async (userId, noteId, decide) => {
      let outcome = await tryChange(userId, noteId, decide);
      while (outcome === 'overtaken') outcome = await tryChange(userId, noteId, decide);
      return outcome === 'missing' ? null : ((await read(userId, noteId))?.note ?? null);
    },
    remove: async (userId, noteId) => {
      for (;;) {
        const before = await read(userId, noteId);
        if (!before) return null;
        const args = {
          version: before.fields.get('version') ?? '',
          ...noteEventArgs(userId, noteId, 'deleted'),
          size: before.note.recording.bytes ?? 0,
          terms: [...indexTerms(storedTerms(before.fields))],
        };
        if ((await scripts.remove(withBytes(userId, noteId), args)) === 1) {
          const [number, version] = [before.fields.get('number'), before.fields.get('version')].map(Number);
          return { ...before.note, number: number ?? 0, version: version ?? 0 };
        }
      }
    },
    restore: async ({ number, version, ...note }) => {
      const { userId, noteId, createdAt, status } = note;
      const terms = termsOf(note);
      const { item, fields } = encodeNote(note, terms);
      const args = {
        ...{ id: noteId, number, created: createdAt, version: version + 1, now: now(), item },
        ...{ ahead: maxClockAheadMs, size: note.recording.bytes ?? 0 },
        ...noteEventArgs(userId, noteId, status),
        lists: [...counted(Object.entries(fields).flat()), ...counted([...indexTerms(terms)])],
      };
      return (await scripts.restore(withBytes(userId, noteId), args)) === 1;
    },
    list: async (userId, filters, { limit, before = -1 }) => {
      const words = queryWords(filters.query ?? '');
      const bounds = {
        createdAfter: filters.createdAfter ?? '',
        createdBefore: filters.createdBefore ?? '',
        updatedAfter: filters.updatedAfter ?? '',
      };
      const prefixes = { noteKeys: keys.note(userId, ''), tagKeys: keys.tag(userId, '') };
      const conditions = [
        ...counted(words.filter(isBeginningTerm)),
        ...counted(words.filter((word) => !isBeginningTerm(word)).flatMap((word) => [word, beginningOf(word)])),
        ...new Set(filters.tagIds?.map((tagId) => tagTerm(tagId.toLowerCase()))),
      ];
      const found: ListedNote[] = [];
      let below = before;
      // The script returns after a bounded amount of work. Most lists need only one call.
      while (found.length <= limit && below !== 0) {
        const more = { limit: limit + 1 - found.length, below };
        const answer = await scripts.list(listKeys(userId), { ...more, ...bounds, ...prefixes, conditions });
        const [visited, items, tags] = answer as [number, string[], string];
        const known = decodeTags(tags);
        found.push(...items.map((item) => decodeItem(item, known)));
        below = visited;
      }
      const more = found.length > limit;
      const items = found.slice(0, limit);
      return { items, next: more ? (items.at(-1)?.number ?? null) : null };
    },
  };
}

const BLANK = {
  status: 'processing',
  summary: null,
  transcript: null,
  segments: null,
  tags: [],
  errorMessage: null,
  durationSeconds: null,
  createdAt: 0,
  updatedAt: 0,
  run: 1,
} as const;

const indexKeys = (userId: string, noteId: string) => ({ note: keys.note(userId, noteId), ...listKeys(userId) });
const listKeys = (userId: string) => ({
  items: keys.items(userId),
  postings: keys.postings(userId),
  words: keys.words(userId),
  records: keys.notes(userId),
  updates: keys.updates(userId),
  latest: keys.latestUpdates(userId),
});

const withBytes = (userId: string, noteId: string) => ({ ...indexKeys(userId, noteId), bytes: keys.noteBytes(userId) });

/** Larger than any clock difference. */
const MAX_MS = Number.MAX_SAFE_INTEGER;

const noteEventArgs = (userId: string, noteId: string, status: NoteStatus | 'deleted') =>
  eventArgs(userId, { event: 'note', data: { note_id: noteId, status } });

/** A list in the format of the scripts' `index.counted()`. */
const counted = (list: readonly string[]): (string | number)[] => [list.length, ...list];

const difference = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  [...left].filter((term) => !right.has(term));

function toMap(flat: readonly string[]): NoteFields {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) fields.set(flat[at] ?? '', flat[at + 1] ?? '');
  return fields;
}
