import type { Scope } from '../../../accounts/tokens.ts';
import type { StoredNote } from '../../../notes/store/codec.ts';
import type { Tag } from '../../../notes/store/tags.ts';
import type { TestApi } from '../../support/api.ts';

/** All fields of answers that these tests read. */
export interface Answer {
  readonly items: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
  readonly detail: unknown;
  readonly recording_url: string;
  readonly audio_url: string;
}

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** A user with a token, and a client for them. */
export async function startUser(api: TestApi, scopes: Scope[] = ['notes:read']) {
  const userId = crypto.randomUUID();
  const made = await api.tokens.create(userId, { name: 'test', scopes });
  const token = made?.token.tokenId ?? '';
  const get = async (path: string, authorization = `Bearer ${made?.secret}`) => {
    const response = await fetch(`${api.url}/v1/public-api${path}`, { headers: { authorization } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  const list = async (query = '') => (await get(`/notes${query}`)).body.items.map((item) => item['note_id']);
  return { userId, token, get, list };
}

interface Given {
  readonly title?: string;
  readonly transcript?: string;
  readonly tags?: readonly Tag[];
}

/** Creates a note in the state after its processing. */
export async function addNote(api: TestApi, userId: string, given: Given = {}): Promise<StoredNote> {
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 5 };
  await api.notes.create({ noteId, userId, title: given.title ?? null, language: null, recordedAt: null, recording });
  const tags = (given.tags ?? []).map(({ tagId }) => ({ tagId, source: 'auto' as const, confidence: 0.5 }));
  const note = await api.notes.change(userId, noteId, () => ({ transcript: given.transcript ?? null, tags }));
  return note as StoredNote;
}
