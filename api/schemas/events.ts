import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { type MessageType, NOTE_EVENT_TYPES, NOTE_EVENTS, type NoteEventType } from '../../contracts/webhook-events.ts';
import { orNull, ref, text, time } from './parts.ts';

const envelope = (type: MessageType, data: TProperties) =>
  Type.Object({
    type: Type.Literal(type),
    timestamp: time('Time of this attempt: a retry has a later time'),
    data: Type.Object(data),
  });

/** Each event of a note: its name in the OpenAPI, and its data besides the common fields. */
const NOTE_SCHEMAS = {
  'note.processed': {
    schema: 'NoteProcessedEvent' as const,
    operationId: 'noteProcessed',
    data: {
      status: Type.Literal('completed'),
      title: orNull(text()),
      summary: orNull(text()),
      transcript: Type.Array(ref('TranscriptSegment'), { minItems: 1 }),
      duration_seconds: orNull(Type.Integer({ minimum: 0 })),
    },
  },
  'note.failed': {
    schema: 'NoteFailedEvent' as const,
    operationId: 'noteFailed',
    data: { status: Type.Literal('failed'), error_message: orNull(text('The reason, for people')) },
  },
} satisfies Record<NoteEventType, { schema: string; operationId: string; data: TProperties }>;

const note = {
  note_id: text(),
  created_at: orNull(time()),
  updated_at: orNull(time()),
  api_url: text('The note in the notes API. Fetch it with a personal token for its current state'),
};

type NoteEventSchema = (typeof NOTE_SCHEMAS)[NoteEventType]['schema'];

function noteEventSchemas(): Record<NoteEventSchema, TObject> {
  const schemas: Partial<Record<NoteEventSchema, TObject>> = {};
  for (const type of NOTE_EVENT_TYPES) {
    schemas[NOTE_SCHEMAS[type].schema] = envelope(type, { ...note, ...NOTE_SCHEMAS[type].data });
  }
  return schemas as Record<NoteEventSchema, TObject>;
}

/** Bodies of webhook deliveries (contract 6.1). */
export const EVENT_SCHEMAS = {
  ...noteEventSchemas(),
  PingEvent: envelope('ping', { message: text() }),
} as const;

const headers = [
  ['webhook-id', "The message's id (`msg_…`), the same for each attempt, so that receivers can detect repeats"],
  ['webhook-timestamp', 'Time of this attempt in seconds since 1970'],
  ['webhook-signature', 'One or more signatures, separated by spaces: `v1,` and base64, as Standard Webhooks defines'],
].map(([name = '', description = '']) => ({ name, in: 'header', required: true, description, schema: text() }));

const delivery = (operationId: string, summary: string, schema: keyof typeof EVENT_SCHEMAS) => ({
  post: {
    tags: ['Webhooks'],
    operationId,
    summary,
    // OpenAPI has no scheme for a signature in a header.
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

/** OpenAPI of the requests that Sotto sends to an endpoint. */
export const EVENT_DOCS = {
  ...Object.fromEntries(
    NOTE_EVENT_TYPES.map((type) => {
      const { operationId, schema } = NOTE_SCHEMAS[type];
      return [type, delivery(operationId, NOTE_EVENTS[type], schema)];
    }),
  ),
  ping: delivery('ping', 'A check of the connection, sent when an endpoint is created', 'PingEvent'),
};
