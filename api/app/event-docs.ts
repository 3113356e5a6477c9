import { NOTE_EXAMPLE } from '../note-schemas.ts';
import { retryLater, streamed } from '../schemas/answers.ts';
import { SESSION_REFUSALS, sessionOnly } from './docs-parts.ts';

const STREAM_EXAMPLE = `event: note\ndata: {"note_id":"${NOTE_EXAMPLE.note_id}","status":"completed"}\n\n`;

/** OpenAPI of the stream of events. */
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
