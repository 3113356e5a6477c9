import { NOTE_EXAMPLE } from '../../note-schemas.ts';
import { answer, empty, invalid, noContent, refusal, retryLater, UNAVAILABLE } from '../../schemas/answers.ts';
import { NO_CREDENTIAL } from '../docs-parts.ts';

const REFUSALS = {
  ...NO_CREDENTIAL,
  403: refusal('The token lacks the scope, or a header is missing', 'The token lacks the scope notes:write'),
  412: refusal('Not tus 1.0.0', 'Tus-Resumable Required'),
  ...UNAVAILABLE,
};
const NONE = { 404: refusal('No such upload of this user', 'The file for this url was not found') };
const common = { tags: ['App'], security: [{ personalToken: [] }, { session: [] }] };
const text = { type: 'string' as const };
const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header' as const,
  required,
  description,
  schema: text,
});
const version = header('Tus-Resumable', '`1.0.0`');

/** OpenAPI of resumable uploads. */
export const UPLOAD_DOCS = {
  create: {
    ...common,
    operationId: 'createUpload',
    summary: 'Begin a resumable upload of a recording (tus 1.0.0)',
    description: [
      'The sender chooses `upload_id`, a UUID. The same id again returns the same upload with the bytes stored so far.',
      'After its last byte, the upload becomes exactly one note, which `Sotto-Note-Id` names.',
    ].join(' '),
    parameters: [
      version,
      header('Upload-Length', 'Bytes of the recording'),
      header(
        'Upload-Metadata',
        'Names with values in Base64: `upload_id`, and optionally `title`, `language`, `recorded_at`, `filetype`, `filename`',
      ),
    ],
    responses: {
      ...empty(201, '`Location` takes the bytes, until `Upload-Expires`'),
      ...REFUSALS,
      400: refusal('A header is malformed', 'Upload-Length or Upload-Defer-Length header required'),
      409: refusal('The note would be over the quota of the user', 'A user may have at most 10000 notes'),
      413: refusal('Over the limit of bytes', 'Maximum size exceeded'),
      ...invalid(['body', 'upload_id'], 'missing', 'Field required'),
      429: retryLater('Error', 'Too many unfinished uploads', {
        detail: 'A user may have at most 100 unfinished uploads',
      }),
    },
  },
  show: {
    ...common,
    operationId: 'getUpload',
    summary: 'Get the progress of an upload',
    description: 'HEAD, which tus defines, returns the same in `Upload-Offset`, `Upload-Length` and `Sotto-Note-Id`.',
    responses: {
      200: answer('Upload', 'The upload', {
        upload_id: '3f0c9a52-8d2b-4c6e-9a1f-7b6c5d4e3f2a',
        upload_offset: 1_151_200,
        upload_length: 1_151_200,
        note_id: NOTE_EXAMPLE.note_id,
        expires_at: null,
      }),
      ...REFUSALS,
      ...NONE,
      410: refusal('It has expired', 'The file for this url no longer exists'),
    },
  },
  send: {
    ...common,
    operationId: 'sendUpload',
    summary: 'Send more bytes of an upload',
    parameters: [version, header('Upload-Offset', 'Offset of the first byte: the value that HEAD returns')],
    requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: text } } },
    responses: {
      ...noContent('Stored up to `Upload-Offset`; `Sotto-Note-Id` is present after the last byte'),
      ...REFUSALS,
      ...NONE,
      400: refusal('Broken off', 'Request aborted due to lock acquired'),
      409: refusal('The upload is at another offset, or its note is over the quota', 'Upload-Offset conflict'),
      410: refusal('It has expired', 'The file for this url no longer exists'),
      413: refusal('More bytes than were announced', "upload's size exceeded"),
      429: retryLater('Error', 'Too many uploads at once', { detail: 'A user may have at most 20 uploads open' }),
    },
  },
  remove: {
    ...common,
    operationId: 'deleteUpload',
    summary: 'Cancel an unfinished upload',
    parameters: [version],
    responses: {
      ...noContent('Its bytes are gone'),
      ...REFUSALS,
      ...NONE,
      400: refusal('It is finished', 'Cannot terminate an already completed upload'),
    },
  },
};
