import type { Sotto } from './client.ts';
import type { components, operations } from './generated/schema.ts';
import { wait } from './retry.ts';

export type AppNote = components['schemas']['AppNote'];
export type NoteItem = components['schemas']['NoteItem'];
export type NoteFilter = Omit<NonNullable<operations['listNotes']['parameters']['query']>, 'cursor'>;

/** Yields all notes that match the filter, page by page, newest first. */
export async function* listNotes(
  sotto: Pick<Sotto, 'GET'>,
  filter: NoteFilter = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<NoteItem> {
  let cursor: string | undefined;
  do {
    const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
    const { data } = await sotto.GET('/v1/public-api/notes', { params: { query }, ...(signal ? { signal } : {}) });
    yield* data?.items ?? [];
    cursor = data?.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

interface WaitOptions {
  readonly signal?: AbortSignal;
  /** The polling interval. @default 1_000 */
  readonly intervalMs?: number;
}

/**
 * Waits until a note is processed.
 * @returns the note, whose status is `completed` or `failed`
 */
export async function waitForNote(
  sotto: Pick<Sotto, 'GET'>,
  noteId: string,
  { signal, intervalMs = 1_000 }: WaitOptions = {},
): Promise<AppNote> {
  for (;;) {
    const params = { path: { note_id: noteId } };
    const { data } = await sotto.GET('/v1/app/notes/{note_id}', { params, ...(signal ? { signal } : {}) });
    if (data && data.status !== 'processing') return data;
    await wait(intervalMs, signal);
  }
}
