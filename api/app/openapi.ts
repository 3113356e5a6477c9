import { SESSION_LIFETIME_MS } from '../../accounts/sessions.ts';
import { LANGUAGE_PATTERN, MAX_LANGUAGE_LENGTH } from '../../contracts/language.ts';
import { NOTE_EXAMPLE, NOTE_ITEM_EXAMPLE } from '../note-schemas.ts';
import { APP_UNAVAILABLE, answer, invalid, noContent, refusal, retryLater, streamed } from '../schemas/answers.ts';

const REFUSALS = {
  401: refusal('No valid credential', 'Sign in, or send Authorization: Bearer with a personal token'),
  403: refusal('The token lacks the scope', 'The token lacks the scope notes:write'),
  ...APP_UNAVAILABLE,
};
const SESSION_REFUSALS = {
  401: REFUSALS[401],
  403: refusal('Not a session', 'Sign in to do this: a personal token may not'),
  ...APP_UNAVAILABLE,
};
const INVALID = invalid(['body', 'name'], 'missing', 'Field required');
const NO_NOTE = { 404: refusal('No such note of this user', 'Note not found') };
const NO_TAG = { 404: refusal('No such tag of this user', 'Tag not found') };
const NAME_TAKEN = { 409: refusal('The name is taken, or there are too many', 'Another tag has this name') };

const either = [{ personalToken: [] }, { session: [] }];
const common = { tags: ['App'], security: either };
const sessionOnly = { tags: ['App'], security: [{ session: [] }] };

const TOKEN_EXAMPLE = {
  token_id: '9b1d2c3e-4f50-4617-8293-a4b5c6d7e8f9',
  name: 'Laptop',
  scopes: ['notes:read'],
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-02-01T08:00:00.000Z',
};
const SESSION_EXAMPLE = {
  session_id: '3c2f6c0e-92a4-4a7e-8a43-5c7a1c1f0b11',
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: '2026-02-03T04:05:00.000Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
};
const TAG_EXAMPLE = {
  tag_id: '5b3c1a52-9f7e-4d0a-8a5e-2f6b7c8d9e0f',
  name: 'budget',
  position: 0,
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
};
const APP_NOTE_EXAMPLE = {
  ...NOTE_EXAMPLE,
  status: 'completed',
  error_message: null,
  language: 'en',
  duration_seconds: 3,
  speaker_names: { speaker_0: 'Ada' },
};
const STREAM_EXAMPLE = `event: note\ndata: {"note_id":"${NOTE_EXAMPLE.note_id}","status":"completed"}\n\n`;
const ACCEPTED_EXAMPLE = { note_id: NOTE_EXAMPLE.note_id, status: 'processing' };

/** What OpenAPI says of signing in. */
export const SIGN_IN_DOCS = {
  request: {
    tags: ['App'],
    security: [],
    operationId: 'requestSignIn',
    summary: 'Ask for a sign-in link',
    description: 'Mails a link that works once, for 15 minutes. Every address gets the same answer.',
    responses: {
      202: answer('SignInRequested', 'A link is on its way, unless too many were requested', { expires_in: 900 }),
      ...INVALID,
      ...APP_UNAVAILABLE,
    },
  },
  show: { tags: ['App'], summary: 'The page behind the link', hide: true },
  confirm: {
    tags: ['App'],
    summary: `That page's button: sets the session cookie for ${SESSION_LIFETIME_MS / 86_400_000} days`,
    hide: true,
  },
};

/** What OpenAPI says of sessions. */
export const SESSION_DOCS = {
  signOut: {
    ...sessionOnly,
    operationId: 'signOut',
    summary: 'Sign out',
    responses: { ...noContent('The session has ended'), ...SESSION_REFUSALS },
  },
  list: {
    ...sessionOnly,
    operationId: 'listSessions',
    summary: 'List the signed-in browsers, most recently used first',
    responses: { 200: answer('SessionList', 'All sessions', { items: [SESSION_EXAMPLE] }), ...SESSION_REFUSALS },
  },
  end: {
    ...sessionOnly,
    operationId: 'endSession',
    summary: 'Sign a browser out',
    responses: {
      ...noContent('The session has ended'),
      ...SESSION_REFUSALS,
      404: refusal('No such session of this user', 'Session not found'),
      ...INVALID,
    },
  },
  endAll: {
    ...sessionOnly,
    operationId: 'endAllSessions',
    summary: 'Sign out everywhere, including this browser',
    responses: { ...noContent('All sessions have ended'), ...SESSION_REFUSALS },
  },
};

/** What OpenAPI says of the account and its tokens. */
export const ACCOUNT_DOCS = {
  me: {
    ...common,
    operationId: 'getMe',
    summary: 'Get the signed-in user',
    responses: {
      200: answer('User', 'The user', {
        user_id: '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e',
        email: 'ada@example.org',
        created_at: '2026-02-01T08:00:00.000Z',
        scopes: ['notes:read'],
      }),
      401: REFUSALS[401],
      ...APP_UNAVAILABLE,
    },
  },
  listTokens: {
    ...sessionOnly,
    operationId: 'listTokens',
    summary: 'List personal tokens, newest first',
    responses: {
      200: answer('PersonalTokenList', 'All tokens, without secrets', { items: [TOKEN_EXAMPLE] }),
      ...SESSION_REFUSALS,
    },
  },
  createToken: {
    ...sessionOnly,
    operationId: 'createToken',
    summary: 'Create a personal token',
    description: 'Returns the secret, which is not shown again.',
    responses: {
      201: answer('NewPersonalToken', 'The token and its secret', { ...TOKEN_EXAMPLE, secret: 'sotto_pat_…' }),
      ...SESSION_REFUSALS,
      409: refusal('Too many tokens', 'A user may have at most 100 personal tokens'),
      ...INVALID,
    },
  },
  revokeToken: {
    ...sessionOnly,
    operationId: 'revokeToken',
    summary: 'Revoke a personal token at once',
    responses: {
      ...noContent('It does not work any more'),
      ...SESSION_REFUSALS,
      404: refusal('No such token of this user', 'Token not found'),
      ...INVALID,
    },
  },
};

/** What OpenAPI says of the stream of events. */
export const EVENT_DOCS = {
  stream: {
    ...sessionOnly,
    operationId: 'streamEvents',
    summary: 'Stream changes as they happen',
    description: [
      'Server-sent events. `note` says that a note was made, changed, got further or was deleted: `note_id`, `status`',
      '(`processing`, `completed`, `failed`, `deleted`), and `transcribed_seconds` while it is transcribed. `attempt` says',
      "that a webhook endpoint's attempt log has a new line: `endpoint_id`. `export` says that an export ended:",
      '`export_id`, `status` (`completed`, `failed`). Nothing is sent twice: fetch what you show after each time that the',
      'stream opens. It ends after an hour, when the user signs out somewhere, and when events',
      'may have been missed.',
    ].join(' '),
    responses: {
      200: streamed('text/event-stream', 'Events until it ends', STREAM_EXAMPLE),
      ...SESSION_REFUSALS,
      429: retryLater('Error', 'Too many streams', { detail: 'A user may have at most 20 streams open' }),
    },
  },
};

/** What OpenAPI says of tags. */
export const TAG_DOCS = {
  list: {
    ...common,
    operationId: 'listTags',
    summary: 'List tags by position',
    responses: { 200: answer('TagList', 'All tags', { items: [TAG_EXAMPLE] }), ...REFUSALS },
  },
  create: {
    ...common,
    operationId: 'createTag',
    summary: 'Create a tag',
    description: 'The tag goes to the end unless a position is given. Names are unique, ignoring case.',
    responses: { 201: answer('Tag', 'The tag', TAG_EXAMPLE), ...REFUSALS, ...NAME_TAKEN, ...INVALID },
  },
  change: {
    ...common,
    operationId: 'updateTag',
    summary: 'Rename or move a tag',
    responses: { 200: answer('Tag', 'The tag', TAG_EXAMPLE), ...REFUSALS, ...NO_TAG, ...NAME_TAKEN, ...INVALID },
  },
  remove: {
    ...common,
    operationId: 'deleteTag',
    summary: 'Delete a tag and remove it from all notes',
    responses: { ...noContent('It is gone'), ...REFUSALS, ...NO_TAG, ...INVALID },
  },
};

/** What OpenAPI says of notes in the app API. */
export const NOTE_DOCS = {
  list: {
    ...common,
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
    ...common,
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
    ...common,
    operationId: 'getAppNote',
    summary: 'Get a note with its status',
    responses: { 200: answer('AppNote', 'The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  peaks: {
    ...common,
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
    ...common,
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
    ...common,
    operationId: 'updateNote',
    summary: 'Edit a note',
    description:
      'Omitted fields keep their values; null clears a field. Segments keep their times. A title or summary that a person wrote is kept when the note is processed again.',
    responses: { 200: answer('AppNote', 'The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  remove: {
    ...common,
    operationId: 'deleteNote',
    summary: 'Delete a note with its recording',
    description: 'With `restorable=true` it can be restored for 10 minutes. Every other route answers 404 at once.',
    responses: { ...noContent('All of it is gone'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  reprocess: {
    ...common,
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
    ...common,
    operationId: 'tagNote',
    summary: 'Add a tag to a note',
    responses: { ...noContent('The note has the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  untag: {
    ...common,
    operationId: 'untagNote',
    summary: 'Remove a tag from a note',
    responses: { ...noContent('The note is without the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
};
