import type { NoteFilters, NoteStore } from '../../store/notes.ts';

const recording = { object: 'notes/x/y', contentType: 'audio/flac', bytes: 10 };
/** What a note is made of but its ids, where a test does not care. */
export const blank = { title: null, language: null, recordedAt: null, recording };

/** Makes a note, completed when it has a transcript. Gives its id. */
export async function addNote(notes: NoteStore, userId: string, text: { title?: string; transcript?: string } = {}) {
  const noteId = crypto.randomUUID();
  await notes.create({ ...blank, noteId, userId, title: text.title ?? null });
  if (text.transcript !== undefined) {
    await notes.change(userId, noteId, () => ({ transcript: text.transcript ?? null, status: 'completed' }));
  }
  return noteId;
}

/** The ids of all notes that a list gives, page by page. */
export async function listIds(notes: NoteStore, userId: string, filters: NoteFilters, limit = 100) {
  const found: string[] = [];
  let before: number | undefined;
  do {
    const page = await notes.list(userId, filters, { limit, before });
    found.push(...page.items.map((item) => item.noteId));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}
