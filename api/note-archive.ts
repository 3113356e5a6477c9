import { type Static, Type } from '@sinclair/typebox';
import { makeZip } from 'client-zip';
import { archiveFileName } from '../notes/export/file-name.ts';
import type { ExportFormat } from '../notes/export/format.ts';
import { encodeCursor } from '../notes/store/cursor.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import type { NoteFilters } from '../notes/store/search.ts';
import { contentDisposition } from '../platform/recordings/file-name.ts';
import { ApiError } from './errors.ts';
import { type ExportDeps, NoteExportQuery, renderNote } from './note-export.ts';
import { searchesForNoWord, startOfPage } from './note-list.ts';
import { filtersOf, NoteListQuery } from './note-schemas.ts';
import { createShares } from './shares.ts';

/** Maximum number of concurrent archives per user and process. Each reads every note. */
export const MAX_ARCHIVES_PER_USER = 2;
const MAX_NOTES_PER_PIECE = 10_000;
const PAGE = 100;
/** Number of notes that are read concurrently. */
const READ_AHEAD = 10;

const { limit: _, ...filters } = NoteListQuery.properties;

/** Query of an archive: the filters of the list, the format, and the part. */
export const ArchiveQuery = Type.Object({
  format: NoteExportQuery.properties.format,
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_NOTES_PER_PIECE,
      description: 'Number of notes in this archive; the `Link` header then leads to the next part. Default: all notes',
    }),
  ),
});

interface Answer {
  readonly headers: Record<string, unknown>;
}

export type Archives = ReturnType<typeof createArchives>;

/** Streams a user's notes as ZIP files. Memory holds a few notes, and the ZIP directory: one short entry per note. */
export function createArchives(deps: ExportDeps) {
  const shares = createShares(Number.MAX_SAFE_INTEGER, () => MAX_ARCHIVES_PER_USER);
  const { store } = deps.notes;

  /**
   * @returns the archive; if a dependency becomes unavailable, the stream fails and the ZIP has no directory
   * @throws {ApiError} 400 for an invalid filter or cursor; 429 when the user has its share of archives
   */
  return async function archive(
    userId: string,
    query: Static<typeof ArchiveQuery>,
    request: Request,
    set: Answer,
  ): Promise<Response> {
    const given = filtersOf({ ...query, limit: PAGE });
    const before = startOfPage(userId, given, query.cursor);
    const none = searchesForNoWord(given.query);
    const end = none || query.limit === undefined ? null : await endOfPiece(store, userId, given, before, query.limit);
    if (end !== null) set.headers['link'] = nextLink(request, encodeCursor(userId, given, end));
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('sotto-notes.zip'),
    };
    if (!shares.take(userId, 1)) {
      throw new ApiError(429, `A user may have at most ${MAX_ARCHIVES_PER_USER} archives open`, 10);
    }
    const release = () => shares.release(userId, 1);
    const piece = { before: none ? 0 : before, end, format: query.format };
    const entries = entriesOf(deps, userId, given, piece);
    return new Response(whenEnded(makeZip(entries, { buffersAreUTF8: true }), release), { headers });
  };
}

interface Piece {
  /** The first note has a lower number than this. */
  readonly before: number | undefined;
  /** The number of the last note; null continues to the oldest note. */
  readonly end: number | null;
  readonly format: ExportFormat;
}

/** The number of the last note of a part; null when no note follows. */
async function endOfPiece(
  store: Pick<NoteStore, 'list'>,
  userId: string,
  filters: NoteFilters,
  start: number | undefined,
  count: number,
): Promise<number | null> {
  let [before, left] = [start, count];
  while (left > 0) {
    const { items, next } = await store.list(userId, filters, { limit: Math.min(PAGE, left), before });
    if (next === null) return null;
    left -= items.length;
    before = next;
  }
  return before ?? null;
}

async function* entriesOf(
  { notes, platform }: ExportDeps,
  userId: string,
  filters: NoteFilters,
  { before: start, end, format }: Piece,
) {
  let before = start;
  for (;;) {
    const { items, next } = await notes.store.list(userId, filters, { limit: PAGE, before });
    const wanted = end === null ? items : items.filter(({ number }) => number >= end);
    for (let at = 0; at < wanted.length; at += READ_AHEAD) {
      const read = wanted.slice(at, at + READ_AHEAD).map(({ noteId }) => notes.store.get(userId, noteId));
      for (const note of await Promise.all(read)) {
        const input = note && renderNote(note, format, platform.publicUrl);
        if (!note || input === null) continue;
        yield { name: archiveFileName(note, format), input, lastModified: new Date(note.updatedAt) };
      }
    }
    if (next === null || (end !== null && next <= end)) return;
    before = next;
  }
}

/** The `Link` header (RFC 8288) with the same request for the next part. */
function nextLink(request: Request, cursor: string): string {
  const url = new URL(request.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/** The same stream; `done` is called once, when it ended, failed or was cancelled. */
function whenEnded(stream: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done: over } = await reader.read();
        if (value) controller.enqueue(value);
        if (!over) return;
        done();
        controller.close();
      } catch (error) {
        done();
        controller.error(error);
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason).catch(() => {}); // the library rejects with the given reason
    },
  });
}
