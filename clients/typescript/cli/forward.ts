import { withDeadline } from '../source/deadline.ts';
import type { Delivery } from '../source/deliveries.ts';
import { verifyWebhook, WebhookSignatureError } from '../source/webhooks.ts';

interface ForwardOptions {
  /** `whsec_…`; undefined if only the receiver verifies. */
  readonly secret: string | undefined;
  /** Undefined to only print deliveries. */
  readonly url: string | undefined;
  readonly signal: AbortSignal;
}

/** The result of a delivery on this machine. */
export interface Forwarded {
  readonly at: string;
  readonly type: string;
  readonly message_id: string;
  /** Whether WEBHOOK_SECRET signed it; null if it was not checked. */
  readonly verified: boolean | null;
  /** The receiver's status; null if it did not answer or there is no receiver. */
  readonly status: number | null;
  /** The result as text. */
  readonly outcome: string;
  readonly body: unknown;
}

/** The service uses the same timeout. */
const TIMEOUT_MS = 20_000;
/** Headers of the connection, not of the message. */
const OWN_HEADERS = new Set(['accept-encoding', 'content-length', 'host', 'connection']);

class LateError extends Error {}

/** Verifies a delivery and posts it to a receiver, as the service would. Does not follow redirects. */
export function createForwarder({ secret, url, signal }: ForwardOptions) {
  return async (delivery: Delivery): Promise<Forwarded> => {
    const { attempt, headers, body } = delivery;
    const verified = secret === undefined ? null : isSigned(delivery, secret);
    const shown = { at: attempt.at, type: attempt.event_type, message_id: attempt.message_id, verified };
    const result = (status: number | null, outcome: string) => ({ ...shown, status, outcome, body: JSON.parse(body) });
    if (verified === false) return result(null, 'rejected: not signed with WEBHOOK_SECRET');
    if (url === undefined) return result(null, verified ? 'verified' : 'received');
    try {
      const status = await withDeadline(
        { signal, timeoutMs: TIMEOUT_MS },
        () => new LateError(),
        async (within) => {
          const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
          const request = { method: 'POST', redirect: 'manual', body, headers: passed, signal: within } as const;
          const response = await fetch(url, request);
          await response.body?.cancel();
          return response.status;
        },
      );
      return result(status, String(status));
    } catch (error) {
      signal.throwIfAborted();
      return result(null, error instanceof LateError ? 'no answer within 20 s' : `cannot reach ${new URL(url).host}`);
    }
  };
}

function isSigned({ body, headers }: Delivery, secret: string): boolean {
  try {
    verifyWebhook(body, headers, secret);
    return true;
  } catch (error) {
    if (error instanceof WebhookSignatureError) return false;
    throw error;
  }
}
