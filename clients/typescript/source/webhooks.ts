import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { SottoError } from './errors.ts';
import type { components } from './generated/schema.ts';

type Schemas = components['schemas'];
/** An event from Sotto; `type` distinguishes the kinds. */
export type WebhookEvent = Schemas['NoteProcessedEvent'] | Schemas['NoteFailedEvent'] | Schemas['PingEvent'];

/** Headers from `fetch`, Node or a framework. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The signature or the timestamp of a delivery is invalid. Answer with 401. */
export class WebhookSignatureError extends SottoError {
  override name = 'WebhookSignatureError';
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Verifies a delivery according to Standard Webhooks and returns its event.
 * @param body the raw body, before any JSON parser touches it
 * @param secrets `whsec_…`; several while a secret is rotated
 * @throws {WebhookSignatureError} if no secret matches the signature, or the timestamp is off by more than five minutes
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): WebhookEvent {
  const payload = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = Object.fromEntries(NAMES.map((name) => [name, read(headers, name)]));
  let problem = 'No secret given';
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(payload, given) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      problem = error.message;
    }
  }
  throw new WebhookSignatureError(problem);
}

function read(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [value].flat().join(',');
}
