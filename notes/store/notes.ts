import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { decodeNote, decodeTags, encodeNote, type ReadNote, type StoredNote, withTags, wordsOfNote } from './codec.ts';
import { indexChange, removedEntries, unmergedEntries } from './index-entries.ts';
import { INDEX_CONSTANTS, MAX_UNMERGED_BYTES } from './index-layout.ts';
import { createMerge } from './merge.ts';
import { NO_QUOTA, type NoteQuota, tooManyBytes, tooManyNotes } from './quota.ts';
import { indexKeys, noteEventArgs, noteKeys } from './script-values.ts';
import { createListNotes, type ListNotes } from './search.ts';

/** A new note: its recording is stored, and its text is not known yet. */
export type NewNote = Pick<StoredNote, 'noteId' | 'userId' | 'title' | 'language' | 'recordedAt' | 'recording'>;

/** The changeable fields of a note. Fields that are left out keep their values. */
export type NoteChange = Partial<
  Omit<StoredNote, 'noteId' | 'userId' | 'createdAt' | 'updatedAt' | 'recording' | 'tags'> & {
    readonly tags: readonly { tagId: string; source: 'user' | 'auto'; confidence: number | null }[];
  }
>;

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
  /** Called if words could not be merged. The write is done, and the next one merges them. */
  readonly onMergeFailed?: (error: unknown) => void;
  /** @default none */
  readonly quota?: NoteQuota;
  /**
   * Bytes up to which words are not merged.
   * @default {@link MAX_UNMERGED_BYTES}
   */
  readonly maxUnmergedBytes?: number;
}

export interface NoteStore {
  /**
   * Creates a note; a repeated call with the same id returns the first one. Its time is later than that of all other
   * notes of the user.
   * @throws {NoteQuotaError}
   */
  create(note: NewNote): Promise<StoredNote>;
  /**
   * @param bytes the size of the recording @default the smallest one
   * @throws {NoteQuotaError} if the user may not create another note with such a recording
   */
  checkQuota(userId: string, bytes?: number): Promise<void>;
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
  readonly list: ListNotes;
}

/** Keeps notes and their index: title, summary, transcript, tags and times. */
export function createNoteStore(redis: Redis, options: NoteStoreOptions = {}): NoteStore {
  const { now = Date.now, maxClockAheadMs = MAX_MS, onClockAhead, quota = NO_QUOTA } = options;
  const { maxUnmergedBytes = MAX_UNMERGED_BYTES, onMergeFailed } = options;
  const scripts = {
    create: loadScript(redis, new URL('./lua/create-note.lua', import.meta.url), INDEX_CONSTANTS),
    change: loadScript(redis, new URL('./lua/change-note.lua', import.meta.url), INDEX_CONSTANTS),
    remove: loadScript(redis, new URL('./lua/remove-note.lua', import.meta.url), INDEX_CONSTANTS),
    restore: loadScript(redis, new URL('./lua/restore-note.lua', import.meta.url), INDEX_CONSTANTS),
    read: loadScript(redis, new URL('./lua/read-note.lua', import.meta.url), {}, { binary: true }),
  };

  const merge = createMerge(redis);
  /** Called after a write, with the bytes of all entries that are not merged. The write succeeds even if this fails. */
  const mergeMany = async (userId: string, bytes: number) => {
    if (bytes > maxUnmergedBytes) await merge(userId).catch((error: unknown) => onMergeFailed?.(error));
  };

  async function read(userId: string, noteId: string): Promise<ReadNote | null> {
    const note = { note: keys.note(userId, noteId), items: keys.items(userId), unmerged: keys.unmerged(userId) };
    const parts = (await scripts.read(note, { tagKeys: keys.tag(userId, '') })) as Buffer[];
    return parts.length > 0 ? decodeNote(userId, noteId, parts) : null;
  }

  async function tryChange(
    userId: string,
    noteId: string,
    decide: (note: StoredNote) => NoteChange | null,
  ): Promise<StoredNote | null | 'overtaken'> {
    const before = await read(userId, noteId);
    if (!before) return null;
    const change = decide(before.note);
    if (!change) return before.note;
    const note = { ...before.note, ...change } as StoredNote;
    const { words, args } = indexChange(before, note);
    const known = new Set(before.note.tags.map(({ tagId }) => tagId)); // excludes deleted tags
    const newTags = note.tags.filter(({ tagId }) => !known.has(tagId));
    const answer = await scripts.change(
      {
        ...indexKeys(userId),
        note: keys.note(userId, noteId),
        tags: newTags.map(({ tagId }) => keys.tag(userId, tagId)),
      },
      {
        ...{ version: before.version, now: now(), ahead: maxClockAheadMs, tagKeys: keys.tag(userId, '') },
        ...encodeNote(note, words),
        ...noteEventArgs(userId, noteId, note.status),
        ...args,
      },
    );
    if (answer === -1) throw new TagMissingError('A tag of the note does not exist');
    if (answer === 0) return 'overtaken';
    const [updatedAt, tags, unmerged] = answer as [string, string, number];
    await mergeMany(userId, unmerged);
    return { ...note, updatedAt: Number(updatedAt), tags: withTags(note.tags, decodeTags(tags)) };
  }

  return {
    create: async (given) => {
      const { userId, noteId } = given;
      const note: StoredNote = { ...BLANK, ...given, edited: given.title === null ? [] : ['title'] };
      const words = wordsOfNote(note);
      const answer = await scripts.create(noteKeys(userId, noteId), {
        ...{ id: noteId, now: now(), ahead: maxClockAheadMs, size: note.recording.bytes ?? 0 },
        ...encodeNote(note, words),
        ...quota,
        ...noteEventArgs(userId, noteId, note.status),
        words: unmergedEntries(words, note).words,
      });
      const [outcome, time, unmerged = 0] = answer as [string, string?, number?];
      if (outcome === 'clock_ahead') onClockAhead?.();
      if (outcome === 'too_many_notes') throw tooManyNotes(quota);
      if (outcome === 'too_many_bytes') throw tooManyBytes(quota);
      if (outcome === 'known') return (await read(userId, noteId))?.note ?? note;
      await mergeMany(userId, unmerged);
      return { ...note, createdAt: Number(time), updatedAt: Number(time) };
    },
    checkQuota: async (userId, bytes = 1) => {
      const [notes, stored] = await Promise.all([redis.hlen(keys.items(userId)), redis.get(keys.noteBytes(userId))]);
      if (notes >= quota.maxNotes) throw tooManyNotes(quota);
      if (Number(stored) + bytes > quota.maxBytes) throw tooManyBytes(quota);
    },
    get: async (userId, noteId) => (await read(userId, noteId))?.note ?? null,
    change: async (userId, noteId, decide) => {
      for (;;) {
        const outcome = await tryChange(userId, noteId, decide);
        if (outcome !== 'overtaken') return outcome;
      }
    },
    remove: async (userId, noteId) => {
      for (;;) {
        const before = await read(userId, noteId);
        if (!before) return null;
        const { note, number, version } = before;
        const removed = await scripts.remove(noteKeys(userId, noteId), {
          version,
          ...noteEventArgs(userId, noteId, 'deleted'),
          size: note.recording.bytes ?? 0,
          ...removedEntries(before),
        });
        if (removed === 1) return { ...note, number, version };
      }
    },
    restore: async ({ number, version, ...note }) => {
      const { userId, noteId, createdAt, status } = note;
      const words = wordsOfNote(note);
      const unmerged = await scripts.restore(noteKeys(userId, noteId), {
        ...{ id: noteId, number, created: createdAt, version: version + 1, now: now() },
        ...{ ahead: maxClockAheadMs, size: note.recording.bytes ?? 0, tagKeys: keys.tag(userId, '') },
        ...encodeNote(note, words),
        ...noteEventArgs(userId, noteId, status),
        ...unmergedEntries(words, note),
      });
      if (unmerged === -1) return false;
      await mergeMany(userId, Number(unmerged));
      return true;
    },
    list: createListNotes(redis),
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

/** Larger than any clock difference. */
const MAX_MS = Number.MAX_SAFE_INTEGER;
