import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { SottoError } from './errors.ts';
import type { components } from './generated/schema.ts';

type Schemas = components['schemas'];
/** What Sotto sends; `type` tells which one it is. */
export type WebhookEvent = Schemas['NoteProcessedEvent'] | Schemas['NoteFailedEvent'] | Schemas['PingEvent'];

/** Headers as `fetch`, Node or a framework has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery whose signature or time does not hold. Answer it with 401. */
export class WebhookSignatureError extends SottoError {
  override name = 'WebhookSignatureError';
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Verifies a delivery by Standard Webhooks and reads its event.
 * @param body the raw body, before any JSON parser touches it
 * @param secrets `whsec_…`; several while a secret is rotated
 * @throws {WebhookSignatureError} when no secret signed it, or it is more than five minutes old or early
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): WebhookEvent {
  const payload = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = Object.fromEntries(NAMES.map((name) => [name, read(headers, name)]));
  let problem = 'No secret was given';
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
