import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Context } from '@temporalio/activity';
import { makeZip } from 'client-zip';
import { EXPORT_LIFETIME_MS, type ExportStore, exportObject } from '../accounts/exports.ts';
import type { UserStore } from '../accounts/users.ts';
import type { ExportInput } from '../contracts/account.ts';
import type { PreferenceStore } from '../dictation/preferences.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import type { NoteStore } from '../notes/store/notes.ts';
import type { TagStore } from '../notes/store/tags.ts';
import type { RecordingExpiries } from '../platform/recordings/expiries.ts';
import { recordingFileName } from '../platform/recordings/file-name.ts';
import { RecordingMissingError, type Recordings } from '../platform/recordings/types.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';

export interface ExportDeps {
  readonly recordings: Pick<Recordings, 'put' | 'read'>;
  readonly expiries: Pick<RecordingExpiries, 'expect'>;
  readonly exports: Pick<ExportStore, 'end'>;
  readonly users: Pick<UserStore, 'get'>;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly notes: Pick<NoteStore, 'get' | 'list'>;
  readonly tags: Pick<TagStore, 'list'>;
  readonly endpoints: Pick<WebhookEndpointStore, 'list'>;
  readonly now: () => number;
}

export type ExportActivities = ReturnType<typeof createExportActivities>;

interface ZipEntry {
  readonly name: string;
  readonly input: string | AsyncIterable<Uint8Array>;
  readonly lastModified: Date;
}

const HEARTBEAT_MS = 1_000;
const PAGE = 100;

/** The steps of `accountExport`. */
export function createExportActivities(deps: ExportDeps) {
  return {
    /** Writes all data of the user into one ZIP file in the recordings store. A retry starts over. */
    async writeExport({ userId, exportId }: ExportInput): Promise<void> {
      const heartbeat = setInterval(() => Context.current().heartbeat(), HEARTBEAT_MS);
      const object = exportObject(userId, exportId);
      try {
        await deps.expiries.expect(object, deps.now() + EXPORT_LIFETIME_MS);
        const zip = makeZip(entriesOf(deps, userId), { buffersAreUTF8: true });
        const stream = Readable.fromWeb(zip as unknown as NodeStream<Uint8Array>);
        await deps.recordings.put(stream, { object, contentType: 'application/zip' });
      } finally {
        clearInterval(heartbeat);
      }
    },

    /** Records how the export ended. */
    async endExport(input: ExportInput, status: 'completed' | 'failed'): Promise<void> {
      await deps.exports.end(input, status);
    },
  };
}

async function* entriesOf(deps: ExportDeps, userId: string): AsyncGenerator<ZipEntry> {
  const lastModified = new Date(deps.now());
  const json = (name: string, value: unknown) => ({ name, input: JSON.stringify(value, null, 2), lastModified });
  yield json('account.json', await deps.users.get(userId));
  yield json('dictation-settings.json', await deps.preferences.get(userId));
  yield json('tags.json', await deps.tags.list(userId));
  yield json('webhook-endpoints.json', await deps.endpoints.list(userId));
  let before: number | undefined;
  for (;;) {
    const { items, next } = await deps.notes.list(userId, {}, { limit: PAGE, before });
    for (const { noteId } of items) {
      const note = await deps.notes.get(userId, noteId);
      if (note) yield* noteEntries(deps, note);
    }
    if (next === null) return;
    before = next;
  }
}

/** A note as its own folder, named by its time. */
async function* noteEntries({ recordings }: ExportDeps, note: StoredNote): AsyncGenerator<ZipEntry> {
  const { run: _, edited: __, peaks: ___, recording, ...shown } = note;
  const lastModified = new Date(note.updatedAt);
  const folder = `notes/${new Date(note.createdAt).toISOString().replace(/[:.]/g, '-')} ${note.noteId}`;
  yield { name: `${folder}/note.json`, input: JSON.stringify(shown, null, 2), lastModified };
  const name = `${folder}/${recordingFileName('recording', recording.contentType)}`;
  yield { name, input: unlessMissing(recordings.read(recording.object)), lastModified };
}

/** Ends early when the object is missing: a note may be deleted while it is exported. */
async function* unlessMissing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof RecordingMissingError)) throw error;
  }
}
