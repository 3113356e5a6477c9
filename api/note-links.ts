import type { StoredNote } from '../notes/store/codec.ts';
import { recordingFileName } from '../platform/recordings/file-name.ts';
import type { Recordings, SignedLink } from '../platform/recordings/types.ts';
import { showInstant } from './instant.ts';

/** How long a recording's link lives (contract 4.3). */
export const LINK_LIFETIME_SECONDS = 3600;

/** A fresh link to a note's recording. It is made without looking whether the recording is there. */
export function signRecording(recordings: Pick<Recordings, 'signedUrl'>, note: StoredNote): Promise<SignedLink> {
  const { object, contentType } = note.recording;
  const fileName = recordingFileName(note.noteId, contentType);
  return recordings.signedUrl(object, { expiresInSeconds: LINK_LIFETIME_SECONDS, contentType, fileName });
}

/** The link as a note's detail shows it. */
export async function showRecordingLink(recordings: Pick<Recordings, 'signedUrl'>, note: StoredNote) {
  const { url, expiresAt } = await signRecording(recordings, note);
  return { recording_url: url, recording_url_expires_at: showInstant(expiresAt) };
}
