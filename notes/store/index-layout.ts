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

/**
 * A word in more blocks than this is looked up in every block. Naming all of them would cost more than it saves, above
 * all in the append-only file, because each new block rewrites the member.
 */
export const MAX_NAMED_BLOCKS = 8;

/**
 * The maximum number of words of one search whose own lists are looked up: more than any language has with the same
 * first five letters. When more words match, each candidate note is checked instead.
 */
export const MAX_WORDS = 2_048;

/**
 * Look-ups after which the list script returns, so that it does not block Redis for other clients. One look-up takes
 * one or two microseconds; checking the words of a note takes as long as several.
 */
const MAX_LOOK_UPS = 1_000;
const LOOK_UPS_OF_NOTE = 5;
/** How many notes the list script checks before it returns. */
export const MAX_NOTES_CHECKED = MAX_LOOK_UPS / LOOK_UPS_OF_NOTE;

/** The constants that every script of the index is loaded with. */
export const INDEX_CONSTANTS = {
  BLOCK_NOTES,
  LIST_BYTES,
  RECORD_BYTES,
  ID_BYTES,
  ALL_NOTES,
  MAX_NAMED_BLOCKS,
  MAX_WORDS,
  MAX_LOOK_UPS,
  LOOK_UPS_OF_NOTE,
} as const;
