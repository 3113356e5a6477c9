import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { LANGUAGE_PATTERN, MAX_LANGUAGE_LENGTH } from '../../contracts/language.ts';
import type { NoteLifecycle } from '../../notes/lifecycle.ts';
import type { StoredNote } from '../../notes/store/codec.ts';
import type { ApiDeps } from '../deps.ts';
import { parseInstant } from '../instant.ts';
import { readMultipart } from '../multipart.ts';
import { checkFields, RequestValidationError } from '../validation.ts';

export const language = Type.String({
  pattern: LANGUAGE_PATTERN,
  maxLength: MAX_LANGUAGE_LENGTH,
  description: 'Language code; omit for detection',
  examples: ['en'],
});
export const title = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Budget meeting'] });
export const recordedAt = Type.String({
  format: 'date-time',
  description: 'When the recording began',
  examples: ['2026-02-03T04:00:00Z'],
});

const Fields = Type.Object({
  recorded_at: Type.Optional(recordedAt),
  title: Type.Optional(title),
  language: Type.Optional(language),
});

/** Maximum length of a text field in bytes of UTF-8, checked while the form is read. */
const TEXT_BYTES = { recorded_at: 64, title: 2_048, language: 64 } as const;

/**
 * Takes the upload of a recording: streams it into the recordings store while it arrives, then creates the note. When
 * the upload is refused or fails, nothing of it is kept.
 */
export async function uploadNote(
  { lifecycle, settings, store }: Pick<ApiDeps['notes'], 'lifecycle' | 'settings' | 'store'>,
  userId: string,
  request: Request,
): Promise<StoredNote> {
  await store.checkQuota(userId);
  const noteId = randomUUID();
  let storing: ReturnType<NoteLifecycle['storeRecording']> | undefined;
  try {
    const { texts, files } = await readMultipart(request, {
      texts: TEXT_BYTES,
      files: { audio: settings.maxBytes },
      timeoutMs: settings.uploadTimeoutMs,
      minBytesPerSecond: settings.uploadMinBytesPerSecond,
      onFile: ({ stream, contentType }) => {
        storing = lifecycle.storeRecording(userId, noteId, stream, contentType);
        return storing;
      },
    });
    const fields = checkFields(Fields, Object.fromEntries(texts));
    const recording = files.get('audio');
    if (!recording) throw problem('missing', 'Field required');
    if (recording.bytes === 0) throw problem('value_error', 'File should not be empty');
    const details = {
      title: fields.title?.trim() ?? null,
      language: fields.language ?? null,
      recordedAt: fields.recorded_at === undefined ? null : parseInstant(fields.recorded_at),
    };
    return await lifecycle.create(userId, noteId, recording, details);
  } catch (error) {
    await storing?.catch(() => {}); // a recording that is still being written cannot be deleted
    await lifecycle.abandon(userId, noteId);
    throw error;
  }
}

function problem(type: string, msg: string): RequestValidationError {
  return new RequestValidationError([{ loc: ['body', 'audio'], msg, type }]);
}
