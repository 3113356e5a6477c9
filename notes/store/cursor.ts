import { createHash } from 'node:crypto';
import type { NoteFilters } from './search.ts';
import { queryWords } from './words.ts';

const SEAL_BYTES = 12;

/**
 * A cursor: the start of the next page, sealed with its user and filters. It reveals nothing that its holder does not
 * know, and stays valid as long as the notes exist.
 */
export function encodeCursor(userId: string, filters: NoteFilters, before: number): string {
  const position = Buffer.alloc(6);
  position.writeUIntBE(before, 0, 6);
  return Buffer.concat([position, seal(userId, filters, before)]).toString('base64url');
}

/** The start of a page. Null when the cursor was not created for this user and these filters. */
export function decodeCursor(userId: string, filters: NoteFilters, cursor: string): number | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 6 + SEAL_BYTES || bytes.toString('base64url') !== cursor) return null;
  const before = bytes.readUIntBE(0, 6);
  return seal(userId, filters, before).equals(bytes.subarray(6)) ? before : null;
}

/** Equivalent filters have the same seal. */
function seal(userId: string, filters: NoteFilters, before: number): Buffer {
  const { createdAfter = null, createdBefore = null, updatedAfter = null, query = '', tagIds = [] } = filters;
  const tags = [...new Set(tagIds.map((tagId) => tagId.toLowerCase()))].sort();
  const meaning = [userId, before, createdAfter, createdBefore, updatedAfter, queryWords(query), tags];
  return createHash('sha256').update(JSON.stringify(meaning)).digest().subarray(0, SEAL_BYTES);
}
