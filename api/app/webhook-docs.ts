import { APP_UNAVAILABLE, answer, invalid, noContent, refusal, streamed } from '../schemas/answers.ts';
import { NO_CREDENTIAL } from './docs-parts.ts';
import { ATTEMPT_EXAMPLE, ENDPOINT_EXAMPLE, SEND_EXAMPLE } from './webhook-schemas.ts';

const common = { tags: ['Webhook endpoints'], security: [{ personalToken: [] }, { session: [] }] };
const linked = { tags: ['Webhook endpoints'], security: [], hide: true };
const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const REFUSALS = {
  ...NO_CREDENTIAL,
  403: refusal('The token lacks the scope', 'The token lacks the scope webhooks:write'),
  ...APP_UNAVAILABLE,
};
const NOT_FOUND = { 404: refusal('No such endpoint of this user', 'Webhook endpoint not found') };
const INVALID = invalid(['body', 'url'], 'url_not_allowed', 'The URL must point to a public address');
const DISABLED = { 409: refusal('The endpoint is disabled', 'The endpoint is disabled: enable it first') };
const IDEMPOTENT = {
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header' as const,
      required: false,
      description: 'The same key never sends twice: a repeated request gets the answer of the first. Kept for 30 days.',
      schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
    },
  ],
};
const sent = (description: string) => ({
  202: answer('ManualSend', description, SEND_EXAMPLE),
  ...REFUSALS,
  ...NOT_FOUND,
  ...DISABLED,
  ...INVALID,
});

/** OpenAPI of endpoints. */
export const ENDPOINT_DOCS = {
  list: {
    ...common,
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    responses: {
      200: answer('WebhookEndpointList', 'All endpoints of the user, newest first', { items: [ENDPOINT_EXAMPLE] }),
      ...REFUSALS,
    },
  },
  create: {
    ...common,
    operationId: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description: 'Returns the signing secret, which is not shown again, and sends a ping at once.',
    responses: {
      201: answer('NewWebhookEndpoint', 'The endpoint, its secret, and the ping', {
        ...ENDPOINT_EXAMPLE,
        secret: SECRET_EXAMPLE,
        ping: SEND_EXAMPLE,
      }),
      ...REFUSALS,
      409: refusal('Too many endpoints', 'A user may have at most 20 webhook endpoints'),
      ...INVALID,
    },
  },
  get: {
    ...common,
    operationId: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint',
    responses: { 200: answer('WebhookEndpoint', 'The endpoint', ENDPOINT_EXAMPLE), ...REFUSALS, ...NOT_FOUND },
  },
  change: {
    ...common,
    operationId: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Omitted fields keep their values. Disabling ends the waiting deliveries; those events are not sent later.',
    responses: {
      200: answer('WebhookEndpoint', 'The endpoint', ENDPOINT_EXAMPLE),
      ...REFUSALS,
      ...NOT_FOUND,
      ...INVALID,
    },
  },
  remove: {
    ...common,
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint and its attempt log',
    responses: { ...noContent('Deleted; its waiting deliveries end'), ...REFUSALS, ...NOT_FOUND },
  },
  rotate: {
    ...common,
    operationId: 'rotateWebhookSecret',
    summary: 'Give a webhook endpoint a new signing secret',
    description:
      'The previous secret stays valid for 24 hours. Until then each delivery has a signature by each active secret, newest first. At most 5 secrets are active at once.',
    responses: {
      200: answer('RotatedWebhookEndpoint', 'The endpoint and its new secret', {
        ...ENDPOINT_EXAMPLE,
        secret: SECRET_EXAMPLE,
      }),
      ...REFUSALS,
      ...NOT_FOUND,
      409: refusal('Too many active secrets', 'An endpoint may have at most 5 active secrets: wait until one expires'),
    },
  },
  enable: {
    ...common,
    operationId: 'enableWebhookEndpoint',
    summary: 'Enable a webhook endpoint again',
    description:
      'Resets the failure record. Events that it missed are not sent. Changes nothing when the endpoint is enabled.',
    responses: { 200: answer('WebhookEndpoint', 'The endpoint', ENDPOINT_EXAMPLE), ...REFUSALS, ...NOT_FOUND },
  },
};

/** OpenAPI of manual sends and the attempt log. */
export const SEND_DOCS = {
  ping: {
    ...common,
    operationId: 'pingWebhookEndpoint',
    summary: 'Send a ping, once',
    ...IDEMPOTENT,
    responses: sent('The ping is on its way: see the attempt log'),
  },
  test: {
    ...common,
    operationId: 'testWebhookEndpoint',
    summary: 'Send a sample note.processed, once',
    ...IDEMPOTENT,
    responses: sent('The test event is on its way: see the attempt log'),
  },
  redeliver: {
    ...common,
    operationId: 'redeliverWebhookMessage',
    summary: 'Send an event of the last 30 days again, under its own webhook-id',
    ...IDEMPOTENT,
    responses: sent('The event is on its way, with the current note: see the attempt log'),
  },
  body: {
    ...common,
    operationId: 'showWebhookMessage',
    summary: 'Preview a delivery of this event',
    description: 'Shows the current note, without a signature. A token needs the scope notes:read as well.',
    responses: {
      200: answer('WebhookMessage', 'Headers and body', {
        headers: { 'content-type': 'application/json', 'webhook-id': SEND_EXAMPLE.message_id },
        body: '{"type":"note.failed","timestamp":"2026-11-21T08:00:01.000Z","data":{"note_id":"…"}}',
      }),
      ...REFUSALS,
      404: refusal('No such endpoint or event, or its note was deleted', 'Message not found'),
    },
  },
  deliveries: {
    ...common,
    operationId: 'streamWebhookDeliveries',
    summary: 'Receive deliveries as they happen',
    description: [
      'Server-sent events, for a receiver that Sotto cannot reach. `delivery` is a `WebhookDelivery`: an attempt that was',
      'sent, or that was skipped because the endpoint is disabled, with headers and body as they would be sent now, signed',
      "by the endpoint's secrets. `open`, with a `cursor` of that moment, follows the deliveries that `last` or `after` asks",
      'for. A delivery may come twice.',
      'One whose note was deleted is left out. A token needs the scope notes:read as well. The stream ends after an hour,',
      'when the token is revoked, and when deliveries may have been missed: open it again with `after`.',
    ].join(' '),
    responses: {
      200: streamed(
        'text/event-stream',
        'Deliveries until it ends',
        'event: open\ndata: {"cursor":"WzE3Njg0ODIwMDAwMDAsIiJd"}\n\n',
      ),
      400: refusal('The cursor is not valid', 'The cursor is not valid'),
      ...REFUSALS,
      ...NOT_FOUND,
    },
  },
  attempts: {
    ...common,
    operationId: 'listWebhookAttempts',
    summary: 'List attempts, newest first',
    description:
      'The last 30 days, at most 1,000. `succeeded` and `failed` are one POST each; `skipped` is an event that came while the endpoint was disabled; `ended` is a delivery that ended without success, with its `reason`.',
    responses: {
      200: answer('WebhookAttemptPage', 'A page of the log', { items: [ATTEMPT_EXAMPLE], next_cursor: null }),
      400: refusal('The cursor is not valid', 'The cursor is not valid'),
      ...REFUSALS,
      ...NOT_FOUND,
    },
  },
};

/** OpenAPI of the link in the mail. */
export const RE_ENABLE_DOCS = {
  show: { ...linked, summary: 'Show the page that enables an endpoint again' },
  enable: { ...linked, summary: 'Enable the endpoint of that page' },
};
