import { Type } from '@sinclair/typebox';
import { list, oneOf, orNull, page, ref, text, time, uuid } from './parts.ts';

const tag = {
  tag_id: uuid(),
  name: text(),
  position: Type.Integer({ minimum: 0 }),
  created_at: time(),
  updated_at: time(),
};

const segment = {
  speaker: orNull(text('Such as `speaker_0`; null without speaker separation')),
  start: orNull(Type.Number({ description: 'Seconds from the beginning' })),
  end: orNull(Type.Number({ description: 'Seconds from the beginning' })),
  text: orNull(text()),
};

const item = {
  note_id: uuid(),
  title: orNull(text('Generated, or written by the user')),
  summary: orNull(text()),
  tags: Type.Array(ref('NoteTag')),
  recorded_at: orNull(time('When the recording began; null unless the client sent it')),
  created_at: time(),
  updated_at: time(),
};

const content = {
  ...item,
  transcript: orNull(text()),
  transcript_segments: orNull(Type.Array(ref('TranscriptSegment'))),
  recording_content_type: orNull(text('MIME type of the recording')),
  recording_bytes: orNull(Type.Integer({ minimum: 0 })),
};

const detail = {
  ...content,
  recording_url: text('Works for an hour, without a token'),
  recording_url_expires_at: time(),
};

const status = oneOf(['processing', 'completed', 'failed']);

const processed = {
  status,
  language: orNull(text()),
  duration_seconds: orNull(Type.Number({ minimum: 0 })),
  speaker_names: Type.Record(Type.String(), Type.String(), {
    description: "The user's names for the speakers of the segments",
  }),
};

/** Notes and tags, as both APIs show them. */
export const NOTE_SCHEMAS = {
  Tag: Type.Object(tag),
  TagList: list(ref('Tag')),
  /** Contract 2.3. */
  NoteTag: Type.Object({
    ...tag,
    source: oneOf(['user', 'auto']),
    confidence: orNull(Type.Number({ description: 'Confidence of an automatic tag' })),
  }),
  /** Contract 2.1. */
  NoteItem: Type.Object(item),
  NotePage: page(ref('NoteItem')),
  TranscriptSegment: Type.Object(segment),
  AppTranscriptSegment: Type.Object({
    ...segment,
    word_times: Type.Optional(
      Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description:
          'Start and end of each word in seconds. The words are the parts of the text between white space. Absent if the speech engine returned no times of words',
      }),
    ),
  }),
  /** Contract 2.2. */
  Note: Type.Object(detail),
  /** Contract 2.4. */
  AudioUrl: Type.Object({ audio_url: text(), expires_in: Type.Integer({ description: 'Seconds until it expires' }) }),
  AppNoteItem: Type.Object({ ...item, status }),
  AppNotePage: page(ref('AppNoteItem')),
  AppNote: Type.Object({
    ...detail,
    ...processed,
    transcript_segments: orNull(Type.Array(ref('AppTranscriptSegment'))),
    error_message: orNull(text('Why it failed, for people')),
  }),
  NoteExport: Type.Object({ ...content, ...processed }),
  NotePeaks: Type.Object({
    peaks: Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
      maxItems: 1_000,
      description: 'The loudest sample of each interval; all intervals have the same length',
    }),
    duration_seconds: orNull(Type.Number({ minimum: 0 })),
  }),
  Upload: Type.Object({
    upload_id: uuid(),
    upload_offset: Type.Integer({ minimum: 0, description: 'Bytes that are stored' }),
    upload_length: Type.Integer({ minimum: 1, description: 'Bytes of the recording' }),
    note_id: orNull(uuid('The note, once it is made')),
    expires_at: orNull(time('Null once the note is made')),
  }),
  NoteAccepted: Type.Object({ note_id: uuid(), status }),
} as const;
