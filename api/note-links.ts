import type { StoredNote } from '../notes/store/codec.ts';
import { recordingFileName } from '../platform/recordings/file-name.ts';
import type { Recordings, SignedLink } from '../platform/recordings/types.ts';
import { formatTimestamp } from './instant.ts';

/** Lifetime of a link to a recording (contract 4.3). */
export const LINK_LIFETIME_SECONDS = 3600;

/** Signs a link to a note's recording, without checking that the recording exists. */
export function signRecording(recordings: Pick<Recordings, 'signedUrl'>, note: StoredNote): Promise<SignedLink> {
  const { object, contentType } = note.recording;
  const fileName = recordingFileName(note.noteId, contentType);
  return recordings.signedUrl(object, { expiresInSeconds: LINK_LIFETIME_SECONDS, contentType, fileName });
}

/** The link as the detail of a note shows it. */
export async function showRecordingLink(recordings: Pick<Recordings, 'signedUrl'>, note: StoredNote) {
  const { url, expiresAt } = await signRecording(recordings, note);
  return { recording_url: url, recording_url_expires_at: formatTimestamp(expiresAt) };
}
