import { type TObject, Type } from '@sinclair/typebox';
import { orNull, ref, text, time } from './parts.ts';

const envelope = (type: string, data: TObject) =>
  Type.Object({
    type: Type.Literal(type),
    timestamp: time('When this attempt was serialized: later on a retry'),
    data,
  });

const note = {
  note_id: text(),
  created_at: orNull(time()),
  updated_at: orNull(time()),
  api_url: text('The note in the notes API: fetch it with the personal token for its current state'),
};

/** Bodies of webhook deliveries (contract 6.1). */
export const EVENT_SCHEMAS = {
  NoteProcessedEvent: envelope(
    'note.processed',
    Type.Object({
      ...note,
      status: Type.Literal('completed'),
      title: orNull(text()),
      summary: orNull(text()),
      transcript: Type.Array(ref('TranscriptSegment'), { minItems: 1 }),
      duration_seconds: orNull(Type.Integer({ minimum: 0 })),
    }),
  ),
  NoteFailedEvent: envelope(
    'note.failed',
    Type.Object({ ...note, status: Type.Literal('failed'), error_message: orNull(text('Why, for people')) }),
  ),
  PingEvent: envelope('ping', Type.Object({ message: text() })),
} as const;

const headers = [
  ['webhook-id', "The message's id (`msg_…`): the same for each attempt, so that repeats are known"],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt'],
  ['webhook-signature', 'One or more signatures, separated by spaces: `v1,` and base64, as Standard Webhooks defines'],
].map(([name = '', description = '']) => ({ name, in: 'header', required: true, description, schema: text() }));

const delivery = (operationId: string, summary: string, schema: keyof typeof EVENT_SCHEMAS) => ({
  post: {
    tags: ['Webhooks'],
    operationId,
    summary,
    // Nothing that OpenAPI knows: the signature stands in a header.
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: ref(schema) } } },
    responses: {
      '2XX': { description: 'Received: any 2xx within 20 seconds' },
      410: { description: 'Disables the endpoint at once' },
      default: { description: 'A failure: an event is tried 8 times over about 28 hours' },
    },
  },
});

/** What Sotto sends to a customer's endpoint. */
export const EVENT_DOCS = {
  'note.processed': delivery('noteProcessed', 'A note finished processing', 'NoteProcessedEvent'),
  'note.failed': delivery('noteFailed', 'A note could not be processed', 'NoteFailedEvent'),
  ping: delivery('ping', 'A check of the connection, sent when an endpoint is created', 'PingEvent'),
};
