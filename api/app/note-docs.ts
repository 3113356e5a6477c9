import { LANGUAGE_PATTERN, MAX_LANGUAGE_LENGTH } from '../../contracts/language.ts';
import { NOTE_EXAMPLE, NOTE_ITEM_EXAMPLE } from '../note-schemas.ts';
import { answer, noContent, refusal } from '../schemas/answers.ts';
import { eitherCredential, INVALID, REFUSALS } from './docs-parts.ts';

const NO_NOTE = { 404: refusal('No such note of this user', 'Note not found') };
const APP_NOTE_EXAMPLE = {
  ...NOTE_EXAMPLE,
  transcript_segments: NOTE_EXAMPLE.transcript_segments.map((segment) => ({
    ...segment,
    // biome-ignore format: the times of eight words in one line
    word_times: [[0.4, 0.62], [0.62, 0.78], [0.78, 1.14], [1.14, 1.3], [1.3, 1.42], [1.42, 1.93], [1.93, 2.15], [2.15, 2.9]],
  })),
  status: 'completed',
  error_message: null,
  language: 'en',
  duration_seconds: 3,
  speaker_names: { speaker_0: 'Ada' },
};
const ACCEPTED_EXAMPLE = { note_id: NOTE_EXAMPLE.note_id, status: 'processing' };

/** OpenAPI of notes in the app API. */
export const NOTE_DOCS = {
  list: {
    ...eitherCredential,
    operationId: 'listAppNotes',
    summary: 'List notes with their status',
    description: 'The same filters, order and cursor as the notes API.',
    responses: {
      200: answer('AppNotePage', 'A page of notes', {
        items: [{ ...NOTE_ITEM_EXAMPLE, status: 'completed' }],
        next_cursor: null,
      }),
      400: refusal('Invalid filter or cursor', 'Invalid filter: created_after must be before created_before'),
      ...REFUSALS,
      ...INVALID,
    },
  },
  upload: {
    ...eitherCredential,
    operationId: 'uploadNote',
    summary: 'Upload a recording',
    description: 'It is stored first, then transcribed, described and tagged. Poll the note for its status.',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          // What the API reference fills its form with: of optional fields nothing.
          example: {},
          schema: {
            type: 'object' as const,
            additionalProperties: false,
            required: ['audio'],
            properties: {
              audio: { type: 'string' as const, format: 'binary' },
              recorded_at: { type: 'string' as const, format: 'date-time', description: 'When the recording began' },
              title: {
                type: 'string' as const,
                minLength: 1,
                maxLength: 500,
                pattern: '\\S',
                description: 'Not changed by processing',
              },
              language: {
                type: 'string' as const,
                pattern: LANGUAGE_PATTERN,
                maxLength: MAX_LANGUAGE_LENGTH,
                description: 'Language code; omit for detection',
              },
            },
          },
        },
      },
    },
    responses: {
      202: answer('NoteAccepted', 'Stored; processing has started', ACCEPTED_EXAMPLE),
      400: refusal('Not a readable form', 'The body must be multipart/form-data'),
      ...REFUSALS,
      408: refusal('The upload took too long', 'The upload took too long'),
      409: refusal('Over the quota of the user', 'A user may have at most 1000 notes'),
      413: refusal('Over the limit of bytes', "The file 'audio' has too many bytes"),
      ...INVALID,
    },
  },
  get: {
    ...eitherCredential,
    operationId: 'getAppNote',
    summary: 'Get a note with its status',
    responses: { 200: answer('AppNote', 'The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  peaks: {
    ...eitherCredential,
    operationId: 'getNotePeaks',
    summary: 'Get the loudness of a recording over time, for a waveform',
    responses: {
      200: answer('NotePeaks', 'The peaks', { peaks: [3, 90, 127, 88, 12], duration_seconds: 3 }),
      ...REFUSALS,
      404: refusal('No such note, or its recording has not been processed yet', 'Note not found'),
      ...INVALID,
    },
  },
  restore: {
    ...eitherCredential,
    operationId: 'restoreNote',
    summary: 'Restore a note that was deleted with `restorable=true`',
    responses: {
      200: answer('AppNote', 'The restored note', APP_NOTE_EXAMPLE),
      ...REFUSALS,
      404: refusal('No such note, or more than 10 minutes have passed', 'Note not found'),
      ...INVALID,
    },
  },
  change: {
    ...eitherCredential,
    operationId: 'updateNote',
    summary: 'Edit a note',
    description:
      'Omitted fields keep their values; null clears a field. Segments keep their times. A title or summary that a person wrote is kept when the note is processed again.',
    responses: { 200: answer('AppNote', 'The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  remove: {
    ...eitherCredential,
    operationId: 'deleteNote',
    summary: 'Delete a note with its recording',
    description: 'With `restorable=true` it can be restored for 10 minutes. Every other route answers 404 at once.',
    responses: { ...noContent('All of it is gone'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  reprocess: {
    ...eitherCredential,
    operationId: 'reprocessNote',
    summary: 'Process the recording of a note again',
    responses: {
      202: answer('NoteAccepted', 'Processing has started again', ACCEPTED_EXAMPLE),
      ...REFUSALS,
      ...NO_NOTE,
      ...INVALID,
    },
  },
  tag: {
    ...eitherCredential,
    operationId: 'tagNote',
    summary: 'Add a tag to a note',
    responses: { ...noContent('The note has the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  untag: {
    ...eitherCredential,
    operationId: 'untagNote',
    summary: 'Remove a tag from a note',
    responses: { ...noContent('The note is without the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
};
