import { SESSION_LIFETIME_MS } from '../../store/sessions.ts';
import { NOTE_EXAMPLE, NOTE_ITEM_EXAMPLE } from '../note-schemas.ts';

const json = (description: string, example: unknown) => ({
  description,
  content: { 'application/json': { example } },
});
const none = (description: string) => ({ 204: { description } });

const REFUSALS = {
  401: json('No valid credential', { detail: 'Sign in, or send Authorization: Bearer with a personal token' }),
  403: json('The token lacks the scope', { detail: 'The token lacks the scope notes:write' }),
};
const SESSION_REFUSALS = {
  401: REFUSALS[401],
  403: json('Not a session', { detail: 'Sign in to do this: a personal token may not' }),
};
const INVALID = {
  422: json('The request is not valid', {
    detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }],
  }),
};
const NO_NOTE = { 404: json('No such note of this user', { detail: 'Note not found' }) };
const NO_TAG = { 404: json('No such tag of this user', { detail: 'Tag not found' }) };
const NAME_TAKEN = { 409: json('The name is taken, or there are too many', { detail: 'Another tag has this name' }) };

const either = [{ personalToken: [] }, { session: [] }];
const common = { tags: ['App'], security: either };
const sessionOnly = { tags: ['App'], security: [{ session: [] }] };

const TOKEN_EXAMPLE = {
  token_id: '9b1d2c3e-4f50-4617-8293-a4b5c6d7e8f9',
  name: 'Laptop',
  scopes: ['notes:read'],
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: null,
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
};
const ACCEPTED_EXAMPLE = { note_id: NOTE_EXAMPLE.note_id, status: 'processing' };

/** What OpenAPI says of signing in. */
export const SIGN_IN_DOCS = {
  request: {
    tags: ['App'],
    security: [],
    summary: 'Ask for a sign-in link',
    description: 'Mails a link that works once, for 15 minutes. Every address is answered alike.',
    responses: { 202: json('A link is on its way, unless too many were asked for', { expires_in: 900 }), ...INVALID },
  },
  show: { tags: ['App'], summary: 'The page behind the link', hide: true },
  confirm: {
    tags: ['App'],
    summary: `That page's button: sets the session cookie for ${SESSION_LIFETIME_MS / 86_400_000} days`,
    hide: true,
  },
};

/** What OpenAPI says of the account and its tokens. */
export const ACCOUNT_DOCS = {
  me: {
    ...common,
    summary: 'Who is signed in',
    responses: {
      200: json('The user', {
        user_id: '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e',
        email: 'ada@example.org',
        created_at: '2026-02-01T08:00:00.000Z',
        scopes: ['notes:read'],
      }),
      401: REFUSALS[401],
    },
  },
  signOut: {
    ...sessionOnly,
    summary: 'Sign out',
    responses: { ...none('The session has ended'), ...SESSION_REFUSALS },
  },
  listTokens: {
    ...sessionOnly,
    summary: 'List personal tokens, newest first',
    responses: { 200: json('All tokens, without secrets', { items: [TOKEN_EXAMPLE] }), ...SESSION_REFUSALS },
  },
  createToken: {
    ...sessionOnly,
    summary: 'Create a personal token',
    description: 'Gives its secret, which is not shown again.',
    responses: {
      201: json('The token and its secret', { ...TOKEN_EXAMPLE, secret: 'sotto_pat_…' }),
      ...SESSION_REFUSALS,
      409: json('Too many tokens', { detail: 'A user may have at most 100 personal tokens' }),
      ...INVALID,
    },
  },
  revokeToken: {
    ...sessionOnly,
    summary: 'Revoke a personal token at once',
    responses: {
      ...none('It does not work any more'),
      ...SESSION_REFUSALS,
      404: json('No such token of this user', { detail: 'Token not found' }),
      ...INVALID,
    },
  },
};

/** What OpenAPI says of tags. */
export const TAG_DOCS = {
  list: {
    ...common,
    summary: 'List tags by position',
    responses: { 200: json('All tags', { items: [TAG_EXAMPLE] }), ...REFUSALS },
  },
  create: {
    ...common,
    summary: 'Create a tag',
    description: 'At the end, unless a position is given. Names are unique without regard to case.',
    responses: { 201: json('The tag', TAG_EXAMPLE), ...REFUSALS, ...NAME_TAKEN, ...INVALID },
  },
  change: {
    ...common,
    summary: 'Rename or move a tag',
    responses: { 200: json('The tag', TAG_EXAMPLE), ...REFUSALS, ...NO_TAG, ...NAME_TAKEN, ...INVALID },
  },
  remove: {
    ...common,
    summary: 'Delete a tag, from all notes too',
    responses: { ...none('It is gone'), ...REFUSALS, ...NO_TAG, ...INVALID },
  },
};

/** What OpenAPI says of notes in the app API. */
export const NOTE_DOCS = {
  list: {
    ...common,
    summary: 'List notes with their status',
    description: 'The same filters, order and cursor as the notes API.',
    responses: {
      200: json('A page of notes', { items: [{ ...NOTE_ITEM_EXAMPLE, status: 'completed' }], next_cursor: null }),
      400: json('Invalid filter or cursor', { detail: 'Invalid filter: created_after must be before created_before' }),
      ...REFUSALS,
      ...INVALID,
    },
  },
  upload: {
    ...common,
    summary: 'Upload a recording',
    description: 'It is stored first, then transcribed, described and tagged. Poll the note for its status.',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            required: ['audio'],
            properties: {
              audio: { type: 'string' as const, format: 'binary' },
              recorded_at: { type: 'string' as const, format: 'date-time', description: 'When the recording began' },
              title: { type: 'string' as const, maxLength: 500, description: 'Kept as it is' },
              language: { type: 'string' as const, description: 'Language code; leave it out for detection' },
            },
          },
        },
      },
    },
    responses: {
      202: json('Stored; processing has begun', ACCEPTED_EXAMPLE),
      400: json('Not a readable form', { detail: 'The body must be multipart/form-data' }),
      ...REFUSALS,
      408: json('The upload took too long', { detail: 'The upload took too long' }),
      413: json('Over the limit of bytes', { detail: "The file 'audio' has too many bytes" }),
      ...INVALID,
    },
  },
  get: {
    ...common,
    summary: 'Get a note with its status',
    responses: { 200: json('The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  change: {
    ...common,
    summary: 'Edit a note',
    description:
      'Fields that are left out stay; null empties. A title or summary that was written by hand stays when the note is processed again.',
    responses: { 200: json('The note', APP_NOTE_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  remove: {
    ...common,
    summary: 'Delete a note with its recording',
    responses: { ...none('All of it is gone'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  reprocess: {
    ...common,
    summary: 'Process a note again, from its recording',
    responses: { 202: json('Processing has begun anew', ACCEPTED_EXAMPLE), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  tag: {
    ...common,
    summary: 'Put a tag on a note',
    responses: { ...none('The note has the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
  untag: {
    ...common,
    summary: 'Take a tag off a note',
    responses: { ...none('The note is without the tag'), ...REFUSALS, ...NO_NOTE, ...INVALID },
  },
};
