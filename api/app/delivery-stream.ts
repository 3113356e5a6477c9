import type { Clock } from '../../platform/clock.ts';
import { deliveryHeaders } from '../../webhooks/attempt.ts';
import type { Compose, Subject } from '../../webhooks/compose.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import type { AttemptEntry } from '../../webhooks/store/attempt-entry.ts';
import type { AttemptPosition } from '../../webhooks/store/attempt-log.ts';
import { LEASE_MS, MAX_LOGGED_ATTEMPTS, type WebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import type { Body } from '../schemas/components.ts';
import { writeAttemptCursor } from './attempt-cursor.ts';
import { showAttempt } from './webhook-schemas.ts';

/** Whose deliveries, and which of them. */
export interface DeliverySource {
  readonly userId: string;
  readonly endpointId: string;
  readonly messageId: string | undefined;
}

interface LogDeps {
  readonly attempts: Pick<WebhookAttemptStore, 'list'>;
  readonly now: Clock;
}

/** Reads what is new in an attempt log. */
export interface DeliveryLog {
  /** The deliveries that a listener asks for first, oldest first. */
  begin(from: { readonly last: number; readonly after: AttemptPosition | null }): Promise<AttemptEntry[]>;
  /** The deliveries that were recorded since the last call, oldest first. */
  next(): Promise<AttemptEntry[]>;
}

/**
 * Follows an attempt log. An attempt is recorded when it ends, under the time when it started, so that each reading goes
 * back for as long as an attempt may take and leaves out what was read before.
 */
export function followLog({ attempts, now }: LogDeps, { userId, endpointId, messageId }: DeliverySource): DeliveryLog {
  const seen = new Map<string, number>();
  const filter = { messageId };
  const read = async (since: number) => {
    const page = { filter, after: null, since, limit: MAX_LOGGED_ATTEMPTS };
    const { entries } = await attempts.list(userId, endpointId, page);
    return entries.filter(({ outcome }) => outcome !== 'ended').reverse();
  };
  const fresh = (entries: readonly AttemptEntry[]) => {
    const found = entries.filter(({ attemptId }) => !seen.has(attemptId));
    for (const { attemptId, at } of found) seen.set(attemptId, at);
    return found;
  };

  return {
    begin: async ({ last, after }) => {
      const entries = fresh(await read(0));
      const continued = after === null ? [] : entries.filter(({ at }) => at > after.at - LEASE_MS);
      const count = Math.max(last, continued.length);
      return entries.slice(entries.length - count);
    },
    next: async () => {
      const since = now() - 2 * LEASE_MS;
      for (const [id, at] of seen) if (at < since) seen.delete(id);
      return fresh(await read(since));
    },
  };
}

interface SigningDeps {
  readonly endpoints: { secrets(userId: string, endpointId: string): Promise<string[]> };
  readonly compose: (subject: Subject) => Compose;
  readonly now: Clock;
}

/**
 * A delivery as it would be sent now, signed by the endpoint's active secrets. Null when its note or its endpoint is gone.
 */
export async function signDelivery(
  { endpoints, compose, now }: SigningDeps,
  { userId, endpointId }: DeliverySource,
  entry: AttemptEntry,
): Promise<Body<'WebhookDelivery'> | null> {
  const { messageId, noteId, eventType: type, trigger } = entry;
  const message = await compose({ userId, noteId, type, trigger })(now());
  const secrets = await endpoints.secrets(userId, endpointId);
  if (!message || secrets.length === 0) return null;
  const { body, timestampSeconds } = message;
  const signature = signatureHeader({ messageId, timestampSeconds, body }, secrets);
  return {
    cursor: writeAttemptCursor(entry, {}),
    attempt: showAttempt(entry),
    headers: { ...deliveryHeaders(messageId, timestampSeconds), 'webhook-signature': signature },
    body: new TextDecoder().decode(body),
  };
}
