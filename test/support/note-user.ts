import { readdir } from 'node:fs/promises';
import { eventually } from './eventually.ts';
import type { NoteService, startNoteUser } from './notes.ts';

/** The id of no note. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The note once its processing has ended. */
export function finished({ call }: Pick<Awaited<ReturnType<typeof startNoteUser>>, 'call'>, noteId: string) {
  return eventually(
    'the note is processed',
    async () => {
      const { body } = await call('GET', `/notes/${noteId}`);
      return body.status === 'processing' ? undefined : body;
    },
    { timeoutMs: 30_000 },
  );
}

/** A speech server that answers with the returned value when the test allows it. */
export function hold(service: NoteService): () => void {
  const gate = Promise.withResolvers<void>();
  service.openai.answer(async () => {
    await gate.promise;
    return Response.json({ text: 'late words' });
  });
  return gate.resolve;
}

/** The recordings of existing notes. */
export async function recordingFiles({ api }: NoteService): Promise<string[]> {
  return (await readdir(api.folder, { recursive: true })).filter((name) => /notes\/.+\/./.test(name));
}
