import { EXPORT_FORMATS } from '../notes/export/format.ts';
import { NOTE_EXAMPLE } from './note-schemas.ts';
import { APP_UNAVAILABLE, answer, invalid, refusal, retryLater, UNAVAILABLE } from './schemas/answers.ts';

const { recording_url: _, recording_url_expires_at: __, ...content } = NOTE_EXAMPLE;
const EXPORT_EXAMPLE = {
  ...content,
  status: 'completed',
  language: 'en',
  duration_seconds: 3,
  speaker_names: { speaker_0: 'Ada' },
};
const { json: ___, ...texts } = EXPORT_FORMATS;
const exported = answer('NoteExport', 'The file, with its name in `content-disposition`', EXPORT_EXAMPLE);
const text = { schema: { type: 'string' as const } };

const DISPOSITION = { description: 'The name of the file', schema: { type: 'string' } } as const;
const REFUSALS = {
  401: refusal('Missing or invalid credential', 'The personal token is not valid'),
  403: refusal('The token lacks the scope', 'The token lacks the scope notes:read'),
};

const NOTE = {
  summary: 'Export a note as a file',
  description:
    '`md` is Markdown with front matter, `txt` plain text, `srt` and `vtt` subtitles, `json` all fields of the note.',
};
const NOTE_ANSWERS = {
  200: {
    ...exported,
    headers: { ...exported.headers, 'content-disposition': DISPOSITION },
    content: {
      ...exported.content,
      ...Object.fromEntries(Object.values(texts).map((type) => [type.split(';')[0], text])),
    },
  },
  ...REFUSALS,
  404: refusal('No such note of this user', 'Note not found'),
  409: refusal('The note has no times', 'The note has no times, which srt needs'),
  ...invalid(['query', 'format'], 'string_pattern_mismatch', "String should match pattern '^(md|txt|srt|vtt|json)$'"),
};

const ARCHIVE = {
  summary: 'Export all notes as a ZIP file',
  description:
    'Streams one file for each note, newest first. The filters are those of the list. With `limit`, the `Link` header leads to the next piece, so that a broken download is repeated from its piece. With `srt` and `vtt`, notes without times are left out.',
};
const ARCHIVE_ANSWERS = {
  200: {
    description: 'The ZIP file. One without its directory at the end broke off',
    headers: {
      ...exported.headers,
      'content-disposition': DISPOSITION,
      link: {
        description: 'The next piece: `<path>; rel="next"`. Absent in the last one',
        schema: { type: 'string' as const },
      },
    },
    content: { 'application/zip': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  400: refusal('Invalid filter or cursor', 'Invalid cursor: use the next_cursor of a response with the same filters'),
  ...REFUSALS,
  ...invalid(['query', 'limit'], 'greater_than_equal', 'Input should be greater than or equal to 1'),
  429: retryLater('Error', 'Too many archives at once', { detail: 'A user may have at most 2 archives open' }),
};

const byToken = { tags: ['Notes'], security: [{ personalToken: [] }] };
const byUser = { tags: ['App'], security: [{ personalToken: [] }, { session: [] }] };

/** OpenAPI of the exports in the notes API and in the app API. */
export const EXPORT_DOCS = {
  public: {
    note: { ...byToken, ...NOTE, operationId: 'exportNote', responses: { ...NOTE_ANSWERS, ...UNAVAILABLE } },
    archive: { ...byToken, ...ARCHIVE, operationId: 'exportNotes', responses: { ...ARCHIVE_ANSWERS, ...UNAVAILABLE } },
  },
  app: {
    note: { ...byUser, ...NOTE, operationId: 'exportAppNote', responses: { ...NOTE_ANSWERS, ...APP_UNAVAILABLE } },
    archive: {
      ...byUser,
      ...ARCHIVE,
      operationId: 'exportAppNotes',
      responses: { ...APP_UNAVAILABLE, ...ARCHIVE_ANSWERS },
    },
  },
};
