import { keys } from '../platform/redis/keys.ts';
import { createOwnedSet } from '../platform/redis/owned-set.ts';
import { createEgressGuard } from '../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../webhooks/egress/policy.ts';
import { createResolver } from '../webhooks/egress/resolver.ts';
import { createNoteEvents } from '../webhooks/emit-note-event.ts';
import { createEventRecovery } from '../webhooks/event-recovery.ts';
import { createReEnableTokens } from '../webhooks/re-enable-token.ts';
import { createWebhookAttemptStore, type WebhookAttemptStore } from '../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import { createFailingEndpoints } from '../webhooks/store/failing-endpoints.ts';
import { createWebhookMessageStore } from '../webhooks/store/messages.ts';
import { createWebhookWorkflows } from '../webhooks/workflow-client.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** Webhook endpoints, their events and attempts, and the guard of their requests. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Wraps the attempt store to count what it records. */
export type ObserveAttempts = (attempts: WebhookAttemptStore) => WebhookAttemptStore;

/** @throws {TypeError} when a CIDR of `allowNetworks` is malformed */
export function createWebhooks(
  { redis, temporal, secrets, sealing, now }: Pick<Platform, 'redis' | 'temporal' | 'secrets' | 'sealing' | 'now'>,
  settings: Settings['webhooks'],
  observeAttempts: ObserveAttempts = (attempts) => attempts,
) {
  const attempts = observeAttempts(createWebhookAttemptStore(redis, { now, sealing }));
  const messages = createWebhookMessageStore(redis, { now });
  const workflows = createWebhookWorkflows(temporal);
  const openEvents = createOwnedSet(redis, keys.openEvents(), { now });
  const emitNoteEvent = createNoteEvents({ messages, attempts, workflows, openEvents, now });
  const endpoints = createWebhookEndpointStore(redis, { now, sealing });
  return {
    settings,
    attempts,
    messages,
    workflows,
    openEvents,
    endpoints,
    failing: createFailingEndpoints(redis, { endpoints, now }),
    guard: createEgressGuard(createEgressPolicy(settings), createResolver()),
    reEnableTokens: createReEnableTokens({ ...secrets, now }),
    emitNoteEvent,
    eventRecovery: createEventRecovery({ client: temporal, messages, openEvents, emitNoteEvent, now }),
  };
}
