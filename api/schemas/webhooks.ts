import { Type } from '@sinclair/typebox';
import { DELIVERY_FAILURES } from '../../contracts/delivery-failures.ts';
import { ATTEMPT_TRIGGERS, END_REASONS, MESSAGE_TYPES, NOTE_EVENT_TYPES } from '../../contracts/webhook-events.ts';
import { list, oneOf, orNull, page, ref, text, time, uuid } from './parts.ts';

const eventType = oneOf(NOTE_EVENT_TYPES);

const endpoint = {
  endpoint_id: uuid(),
  url: text(),
  description: orNull(text()),
  event_types: Type.Array(eventType),
  status: oneOf(['enabled', 'disabled']),
  disabled_reason: orNull(oneOf(['gone', 'failing', 'user'], 'A 410, 72 hours of failures, or the user')),
  disabled_at: orNull(time()),
  failing_since: orNull(time('Time of the first failure since the last success of an automatic attempt')),
  secrets: Type.Array(Type.Object({ expires_at: orNull(time('Null for the newest')) }), {
    description: 'Active signing secrets, the newest first',
  }),
  created_at: time(),
  updated_at: time(),
};
const secret = text('`whsec_…`, not shown again');

const attempt = {
  attempt_id: text(),
  at: time(),
  message_id: text('`webhook-id`'),
  event_type: oneOf(MESSAGE_TYPES),
  note_id: orNull(uuid()),
  trigger: oneOf(ATTEMPT_TRIGGERS),
  outcome: oneOf(['succeeded', 'failed', 'skipped', 'ended']),
  attempt: orNull(
    Type.Integer({ minimum: 1, description: 'Number of the attempt, from 1; null when nothing was sent' }),
  ),
  status_code: orNull(Type.Integer({ description: 'Status of the response; null without a response' })),
  failure: orNull(oneOf(DELIVERY_FAILURES, 'Why a failed attempt failed')),
  reason: orNull(oneOf(END_REASONS, 'Why no further attempt follows')),
  location: orNull(text('Where a redirect pointed')),
  duration_ms: orNull(Type.Integer({ minimum: 0 })),
  next_attempt_at: orNull(time()),
  repeated: Type.Boolean({
    description: 'A crash interrupted the attempt. It was sent again, and the receiver may have got it twice',
  }),
};

/** Webhook endpoints and their attempts, in the app API. */
export const WEBHOOK_SCHEMAS = {
  WebhookEndpoint: Type.Object(endpoint),
  WebhookEndpointList: list(ref('WebhookEndpoint')),
  NewWebhookEndpoint: Type.Object({ ...endpoint, secret, ping: ref('ManualSend') }),
  RotatedWebhookEndpoint: Type.Object({ ...endpoint, secret }),
  ManualSend: Type.Object({ message_id: text('`webhook-id`'), attempt_id: text('Its entry in the attempt log') }),
  WebhookMessage: Type.Object({
    headers: Type.Record(Type.String(), Type.String()),
    body: text('The exact text of the request body'),
  }),
  WebhookAttempt: Type.Object(attempt),
  WebhookDelivery: Type.Object({
    cursor: text('What `after` continues behind'),
    attempt: ref('WebhookAttempt'),
    headers: Type.Record(Type.String(), Type.String(), { description: 'With a signature of now' }),
    body: text('The exact text of the request body'),
  }),
  WebhookAttemptPage: page(ref('WebhookAttempt')),
} as const;
