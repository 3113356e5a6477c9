import { createHmac } from 'node:crypto';
import { signingKey } from './secret.ts';

/** What is signed: the message as it goes over the wire. */
export interface SignedContent {
  /** `webhook-id`, the same for every attempt of an event. */
  readonly messageId: string;
  /** `webhook-timestamp`: seconds since the epoch, of this attempt. */
  readonly timestampSeconds: number;
  /** The exact bytes of the request body. */
  readonly body: Uint8Array;
}

/**
 * The `webhook-signature` header by the Standard Webhooks specification: one `v1` signature per active secret, in their
 * order.
 */
export function signatureHeader(content: SignedContent, secrets: readonly string[]): string {
  return secrets.map((secret) => sign(content, secret)).join(' ');
}

function sign({ messageId, timestampSeconds, body }: SignedContent, secret: string): string {
  const hmac = createHmac('sha256', signingKey(secret)).update(`${messageId}.${timestampSeconds}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
