import { randomUUID } from 'node:crypto';
import type { ManualSend } from '../../contracts/webhook.ts';
import type { WebhookEndpoint } from '../../webhooks/store/endpoints.ts';
import type { WebhookMessageStore } from '../../webhooks/store/messages.ts';
import type { WebhookWorkflows } from '../../webhooks/workflow-client.ts';
import { ApiError } from '../errors.ts';
import { RequestValidationError } from '../validation.ts';

export interface ManualSendDeps {
  readonly messages: WebhookMessageStore;
  readonly workflows: Pick<WebhookWorkflows, 'startManualSend'>;
  /** @default randomUUID */
  readonly newId?: () => string;
}

/** The message to send: a new one, or an existing event again under its own id. */
export type Sending = Pick<ManualSend, 'trigger' | 'type'> & {
  readonly messageId?: string;
  readonly noteId?: string;
};

const HEADER = 'Idempotency-Key';

/**
 * Starts a manual send, once per Idempotency-Key. A repeated request gets the ids of the first one.
 * @throws {ApiError} 409 when the endpoint is disabled
 * @throws {RequestValidationError} when the key was used for another request
 */
export async function sendManually(
  { messages, workflows, newId = randomUUID }: ManualSendDeps,
  { userId, endpointId, status }: WebhookEndpoint,
  sending: Sending,
  key: string | null,
) {
  if (status !== 'enabled') throw new ApiError(409, 'The endpoint is disabled: enable it first');
  const wanted: ManualSend = {
    userId,
    endpointId,
    attemptId: `att_${newId()}`,
    messageId: sending.messageId ?? `msg_${newId()}`,
    trigger: sending.trigger,
    type: sending.type,
    noteId: sending.noteId ?? null,
  };
  const send = key === null ? wanted : await messages.claim(userId, key, wanted);
  const same =
    send.endpointId === endpointId &&
    send.trigger === sending.trigger &&
    (sending.messageId === undefined || send.messageId === sending.messageId);
  if (!same) throw keyProblem(`${HEADER} was used for another request`, 'idempotency_key_reused');
  await workflows.startManualSend(send);
  return { message_id: send.messageId, attempt_id: send.attemptId };
}

/**
 * A request's Idempotency-Key; null when there is none.
 * @throws {RequestValidationError} unless it is printable ASCII of 1 to 255 characters
 */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get(HEADER);
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw keyProblem(`${HEADER} should have 1 to 255 printable ASCII characters`, 'value_error');
}

function keyProblem(msg: string, type: string): RequestValidationError {
  return new RequestValidationError([{ loc: ['header', HEADER], msg, type }]);
}
