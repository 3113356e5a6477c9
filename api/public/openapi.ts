import { NOTE_EXAMPLE, NOTE_ITEM_EXAMPLE } from '../note-schemas.ts';
import { answer, invalid, refusal, UNAVAILABLE } from '../schemas/answers.ts';

const REFUSALS = {
  401: refusal('Missing or invalid token', 'The personal token is not valid'),
  403: refusal('The token lacks the scope', 'The token lacks the scope notes:read'),
  ...UNAVAILABLE,
};
const NOT_FOUND = { 404: refusal('No such note of this user', 'Note not found') };
const INVALID_ID = invalid(['path', 'note_id'], 'uuid_parsing', 'Input should be a valid UUID');
const INVALID_LIMIT = invalid(['query', 'limit'], 'greater_than_equal', 'Input should be greater than or equal to 1');

const common = { tags: ['Notes'], security: [{ personalToken: [] }] };

/** OpenAPI of the notes API, version 0.1.0. */
export const NOTES_API_DOCS = {
  list: {
    ...common,
    operationId: 'listNotes',
    summary: 'List notes',
    description:
      'Newest first (`created_at`, then `note_id`). A note must pass every filter; of several `tag_id` it needs one. Bounds are exclusive.',
    responses: {
      200: answer('NotePage', 'A page of notes', { items: [NOTE_ITEM_EXAMPLE], next_cursor: null }),
      400: refusal(
        'Invalid filter or cursor',
        'Invalid cursor: use the next_cursor of a response with the same filters',
      ),
      ...REFUSALS,
      ...INVALID_LIMIT,
    },
  },
  get: {
    ...common,
    operationId: 'getNote',
    summary: 'Get a note',
    description: 'With its transcript and a link to the recording. The link works for an hour, without the token.',
    responses: { 200: answer('Note', 'The note', NOTE_EXAMPLE), ...REFUSALS, ...NOT_FOUND, ...INVALID_ID },
  },
  audioUrl: {
    ...common,
    operationId: 'getNoteAudioUrl',
    summary: 'Get a new link to the recording',
    responses: {
      200: answer('AudioUrl', 'The link, and the seconds until it expires', {
        audio_url: NOTE_EXAMPLE.recording_url,
        expires_in: 3600,
      }),
      ...REFUSALS,
      ...NOT_FOUND,
      ...INVALID_ID,
    },
  },
};
