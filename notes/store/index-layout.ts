/** Constants of the notes index that its Lua scripts share with TypeScript. `lua/README.md` describes the layout. */

/**
 * Notes per block. A change of a note writes one list for each of its terms, also to the append-only file. Smaller
 * blocks write less; larger ones need less memory and fewer look-ups.
 */
export const BLOCK_NOTES = 1_024;
export const BITMAP_BYTES = BLOCK_NOTES / 8;
/** A list becomes a bitmap when it reaches this many bytes and the bitmap is shorter. */
export const LIST_BYTES = 64;

/** Bytes of a note's record: its id as text, then its creation time as a big-endian double. */
export const RECORD_BYTES = 44;
export const ID_BYTES = 36;
/** The term whose list contains every note. No word contains a `*`. */
export const ALL_NOTES = '*';

/** A word is in the group of its first characters. Shorter beginnings are terms. */
export const STEM_CHARACTERS = 3;
/** A longer group is divided by the next character. A write of a word writes its group. */
export const MAX_GROUP_BYTES = 4_096;

/**
 * The words of processed notes are kept apart up to this many bytes: about 30 notes of 150 words. A search reads all of
 * them. A write that exceeds the limit merges them into lists and groups, each of which is then written once for
 * several notes.
 */
export const MAX_UNMERGED_BYTES = 49_152;

/**
 * Look-ups after which the list script returns, so that it does not block Redis for other clients. One look-up takes
 * one or two microseconds.
 */
const MAX_LOOK_UPS = 1_000;
/** Entries of a group of words that take as long to read as one look-up. */
const ENTRIES_OF_LOOK_UP = 4;

/** The constants that every script of the index is loaded with. */
export const INDEX_CONSTANTS = {
  BLOCK_NOTES,
  LIST_BYTES,
  RECORD_BYTES,
  ID_BYTES,
  ALL_NOTES,
  STEM_CHARACTERS,
  MAX_GROUP_BYTES,
  MAX_LOOK_UPS,
  ENTRIES_OF_LOOK_UP,
} as const;
