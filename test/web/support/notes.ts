import { expect } from 'bun:test';
import { eventually } from '../../support/eventually.ts';
import type { WebApp } from './web-app.ts';

/** A note as the app API returns it. */
export interface Note {
  readonly note_id: string;
  readonly status: string;
  readonly duration_seconds: number | null;
  readonly recording_bytes: number;
  readonly recording_url: string;
}

/** The notes of the user with this session, in full. */
export async function notesOf({ url }: Pick<WebApp, 'url'>, session: string): Promise<readonly Note[]> {
  const get = async <T>(path: string) => {
    const response = await fetch(`${url}/v1/app${path}`, { headers: { cookie: `sotto_session=${session}` } });
    return (await response.json()) as T;
  };
  const { items } = await get<{ items: Note[] }>('/notes');
  return Promise.all(items.map(({ note_id: id }) => get<Note>(`/notes/${id}`)));
}

/** Waits until there are `count` notes and all are processed. A further note fails the test. */
export async function processedNotesOf(
  app: Pick<WebApp, 'url'>,
  session: string,
  count: number,
): Promise<readonly Note[]> {
  const found = await eventually(
    'the notes are there',
    async () => {
      const notes = await notesOf(app, session);
      return notes.length >= count && notes.every(({ status }) => status !== 'processing') ? notes : undefined;
    },
    { timeoutMs: 90_000, intervalMs: 250 },
  );
  expect(found).toHaveLength(count);
  return found;
}

/** Changes a note's title in the service, which sends an event to every open page of the user. */
export async function renameNote({ url }: Pick<WebApp, 'url'>, session: string, noteId: string, title: string) {
  const response = await fetch(`${url}/v1/app/notes/${noteId}`, {
    method: 'PATCH',
    headers: { cookie: `sotto_session=${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  expect(response.status).toBe(200);
}
