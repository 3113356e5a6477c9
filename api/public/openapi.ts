import { NOTE_EXAMPLE, NOTE_ITEM_EXAMPLE } from '../note-schemas.ts';

const json = (description: string, example: unknown) => ({
  description,
  content: { 'application/json': { example } },
});

const REFUSALS = {
  401: json('Missing or invalid token', { detail: 'The personal token is not valid' }),
  403: json('The token lacks the scope', { detail: 'The token lacks the scope notes:read' }),
};
const NOT_FOUND = { 404: json('No such note of this user', { detail: 'Note not found' }) };
const invalid = (place: string, name: string, type: string, msg: string) => ({
  422: json('The request is not valid', { detail: [{ loc: [place, name], msg, type }] }),
});
const INVALID_ID = invalid('path', 'note_id', 'uuid_parsing', 'Input should be a valid UUID');
const AT_LEAST_ONE = 'Input should be greater than or equal to 1';

const common = { tags: ['Notes'], security: [{ personalToken: [] }] };

/** What OpenAPI says of the notes API, version 0.1.0. */
export const NOTES_API_DOCS = {
  list: {
    ...common,
    operationId: 'listNotes',
    summary: 'List notes',
    description:
      'Newest first (`created_at`, then `note_id`). Different filters must all hold; of several `tag_id` one must. Bounds are exclusive.',
    responses: {
      200: json('A page of notes', { items: [NOTE_ITEM_EXAMPLE], next_cursor: null }),
      400: json('Invalid filter or cursor', {
        detail: 'Invalid cursor: use the next_cursor of an answer with the same filters',
      }),
      ...REFUSALS,
      ...invalid('query', 'limit', 'greater_than_equal', AT_LEAST_ONE),
    },
  },
  get: {
    ...common,
    operationId: 'getNote',
    summary: 'Get a note',
    description: 'With its transcript and a link to the recording, which works for an hour and without the token.',
    responses: { 200: json('The note', NOTE_EXAMPLE), ...REFUSALS, ...NOT_FOUND, ...INVALID_ID },
  },
  audioUrl: {
    ...common,
    operationId: 'getNoteAudioUrl',
    summary: 'Get a fresh link to the recording',
    responses: {
      200: json('The link, and the seconds until it expires', {
        audio_url: NOTE_EXAMPLE.recording_url,
        expires_in: 3600,
      }),
      ...REFUSALS,
      ...NOT_FOUND,
      ...INVALID_ID,
    },
  },
};
