import { Type } from '@sinclair/typebox';
import { MESSAGE_TYPES, NOTE_EVENT_TYPES } from '../../contracts/webhook-events.ts';
import type { AttemptEntry } from '../../webhooks/store/attempt-entry.ts';
import type { WebhookEndpoint } from '../../webhooks/store/endpoints.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { nullable } from '../validation.ts';

const eventTypes = Type.Array(Type.Union(NOTE_EVENT_TYPES.map((type) => Type.Literal(type))), {
  minItems: 1,
  uniqueItems: true,
  description: 'Events that are sent to the endpoint. Pings are always sent.',
});
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'A public https URL',
  examples: ['https://example.com/webhooks'],
});
const description = nullable(
  Type.String({ maxLength: 500, description: 'Shown to people', examples: ['Production CRM'] }),
);

/** A choice of words as a pattern, because Elysia does not support unions in a query. */
const oneOf = <const T extends readonly string[]>(words: T) =>
  Type.Unsafe<T[number]>(Type.String({ pattern: `^(${words.join('|').replaceAll('.', '\\.')})$` }));

export const EndpointParams = Type.Object({ id: Type.String({ format: 'uuid', description: "The endpoint's id" }) });

export const RedeliverParams = Type.Object({
  id: EndpointParams.properties.id,
  message_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description: '`webhook-id` of an event of the last 30 days',
  }),
});

export const NewEndpoint = Type.Object({
  url,
  description: Type.Optional(description),
  event_types: Type.Optional(eventTypes),
});

export const EndpointChange = Type.Object({
  url: Type.Optional(url),
  description: Type.Optional(description),
  event_types: Type.Optional(eventTypes),
  enabled: Type.Optional(
    Type.Boolean({ description: 'False ends the waiting deliveries; true resets the failure record.' }),
  ),
});

export const AttemptQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of a previous response with the same filters' })),
  outcome: Type.Optional(oneOf(['succeeded', 'failed', 'skipped', 'ended'])),
  event_type: Type.Optional(oneOf(MESSAGE_TYPES)),
  message_id: Type.Optional(Type.String({ maxLength: 255 })),
});

export const DeliveryQuery = Type.Object({
  last: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: 'How many deliveries of the log come first',
  }),
  after: Type.Optional(Type.String({ description: '`cursor` of a delivery: what came after it comes first' })),
  message_id: Type.Optional(Type.String({ maxLength: 255, description: 'Only deliveries of this `webhook-id`' })),
});

/** An endpoint as the app API shows it, without its secrets. */
export function showEndpoint(endpoint: WebhookEndpoint): Body<'WebhookEndpoint'> {
  return {
    endpoint_id: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: formatTimestamp(endpoint.disabledAt),
    failing_since: formatTimestamp(endpoint.failingSince),
    secrets: endpoint.secretExpiries.map((expiresAt) => ({ expires_at: formatTimestamp(expiresAt) })),
    created_at: formatTimestamp(endpoint.createdAt),
    updated_at: formatTimestamp(endpoint.updatedAt),
  };
}

/** An entry of the attempt log as the app API shows it. */
export function showAttempt(entry: AttemptEntry): Body<'WebhookAttempt'> {
  return {
    attempt_id: entry.attemptId,
    at: formatTimestamp(entry.at),
    message_id: entry.messageId,
    event_type: entry.eventType,
    note_id: entry.noteId,
    trigger: entry.trigger,
    outcome: entry.outcome,
    attempt: entry.attempt,
    status_code: entry.status,
    failure: entry.failure,
    reason: entry.reason,
    location: entry.location,
    duration_ms: entry.durationMs,
    next_attempt_at: formatTimestamp(entry.nextAttemptAt),
    repeated: entry.repeated,
  };
}

/** Example of an endpoint for the OpenAPI. */
export const ENDPOINT_EXAMPLE = {
  endpoint_id: '5e0c7ac9-7dc3-4ac3-8a4f-0c2a6d2f63c1',
  url: 'https://example.com/webhooks',
  description: 'Production CRM',
  event_types: [...NOTE_EVENT_TYPES],
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  secrets: [{ expires_at: null }],
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
};

export const SEND_EXAMPLE = {
  message_id: 'msg_0d7a3b54-2f0e-4a86-9f0a-7a0e6f1a4b11',
  attempt_id: 'att_7f1f1df0-6a7e-4bb0-9c55-0a8f1f8a2c77',
};

export const ATTEMPT_EXAMPLE = {
  attempt_id: 'msg_0d7a3b54-2f0e-4a86-9f0a-7a0e6f1a4b11.1',
  at: '2026-11-21T08:00:01.000Z',
  message_id: SEND_EXAMPLE.message_id,
  event_type: 'note.processed',
  note_id: 'b2d6e2c8-6d5f-4f1b-9f5e-0d5b0b5d9a10',
  trigger: 'automatic',
  outcome: 'failed',
  attempt: 1,
  status_code: 503,
  failure: 'status',
  reason: null,
  location: null,
  duration_ms: 87,
  next_attempt_at: '2026-11-21T08:00:06.087Z',
  repeated: false,
};
