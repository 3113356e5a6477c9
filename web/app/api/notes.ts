import type { Body } from '../../../api/schemas/components.ts';
import { request } from './client.ts';
import type { Items, Note, NotePage, Segment, Tag } from './types.ts';

/** The filters of a list of notes. Dates are days in the user's time zone, such as `2026-02-03`. */
export interface NoteFilters {
  readonly q: string;
  readonly tagIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: NoteFilters = { q: '', tagIds: [], from: '', to: '' };
const PAGE_ITEMS = 30;

/** The exclusive limits, in milliseconds, of whole days in the user's time zone; infinite for an empty day. */
export function toPeriod(from: string, to: string): { after: number; before: number } {
  const next = new Date(`${to}T00:00`);
  next.setDate(next.getDate() + 1);
  return {
    after: from === '' ? Number.NEGATIVE_INFINITY : new Date(`${from}T00:00`).getTime() - 1,
    before: to === '' ? Number.POSITIVE_INFINITY : next.getTime(),
  };
}

/** The query of a list of notes. */
export function listQuery({ q, tagIds, from, to }: NoteFilters, cursor: string | null): URLSearchParams {
  const query = new URLSearchParams({ limit: String(PAGE_ITEMS) });
  if (q.trim() !== '') query.set('q', q.trim());
  for (const tagId of tagIds) query.append('tag_id', tagId);
  const { after, before } = toPeriod(from, to);
  if (from !== '') query.set('created_after', new Date(after).toISOString());
  if (to !== '') query.set('created_before', new Date(before).toISOString());
  if (cursor !== null) query.set('cursor', cursor);
  return query;
}

export const listNotes = (filters: NoteFilters, cursor: string | null, signal?: AbortSignal) =>
  request<NotePage>('GET', `/notes?${listQuery(filters, cursor)}`, signal ? { signal } : {});

export const getNote = (noteId: string) => request<Note>('GET', `/notes/${noteId}`);

/** The changeable fields. Segments keep their number and their times. */
export type NoteChange = Partial<{
  title: string | null;
  summary: string | null;
  transcript: string | null;
  transcript_segments: readonly Segment[];
  speaker_names: Readonly<Record<string, string>>;
}>;

export const changeNote = (noteId: string, body: NoteChange) => request<Note>('PATCH', `/notes/${noteId}`, { body });
/** The note can be restored for 10 minutes. */
export const deleteNote = (noteId: string) => request<void>('DELETE', `/notes/${noteId}?restorable=true`);
export const restoreNote = (noteId: string) => request<Note>('POST', `/notes/${noteId}/restore`);
export const reprocessNote = (noteId: string) => request<void>('POST', `/notes/${noteId}/reprocess`);

export const listTags = () => request<Items<Tag>>('GET', '/tags');
export const createTag = (name: string) => request<Tag>('POST', '/tags', { body: { name } });
export const renameTag = (tagId: string, name: string) => request<Tag>('PATCH', `/tags/${tagId}`, { body: { name } });
export const deleteTag = (tagId: string) => request<void>('DELETE', `/tags/${tagId}`);
export const tagNote = (noteId: string, tagId: string) => request<void>('PUT', `/notes/${noteId}/tags/${tagId}`);
export const untagNote = (noteId: string, tagId: string) => request<void>('DELETE', `/notes/${noteId}/tags/${tagId}`);

/** Loudness over the time of a recording: at most 1,000 values from 0 to 255. */
export const getPeaks = (noteId: string) => request<Body<'NotePeaks'>>('GET', `/notes/${noteId}/peaks`);
