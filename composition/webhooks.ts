import type { Client } from '@temporalio/client';
import type { Redis } from '../platform/redis/connection.ts';
import { createEgressGuard, type EgressGuard } from '../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../webhooks/egress/policy.ts';
import { createResolver } from '../webhooks/egress/resolver.ts';
import { createNoteEvents, type EmitNoteEvent } from '../webhooks/emit-note-event.ts';
import { createReEnableTokens, type ReEnableTokens } from '../webhooks/re-enable-token.ts';
import { createWebhookAttemptStore, type WebhookAttemptStore } from '../webhooks/store/attempts.ts';
import { createWebhookEndpointStore, type WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import { createWebhookMessageStore, type WebhookMessageStore } from '../webhooks/store/messages.ts';
import { createWebhookWorkflows, type WebhookWorkflows } from '../webhooks/workflow-client.ts';

/** What the API's routes and the worker's activities share of the webhooks. */
export interface WebhookParts {
  readonly endpoints: WebhookEndpointStore;
  readonly attempts: WebhookAttemptStore;
  readonly messages: WebhookMessageStore;
  readonly workflows: WebhookWorkflows;
  readonly guard: EgressGuard;
  readonly reEnableTokens: ReEnableTokens;
  readonly emitNoteEvent: EmitNoteEvent;
}

/** Makes of the attempts' store one that also tells what it records. */
export type ObserveAttempts = (attempts: WebhookAttemptStore) => WebhookAttemptStore;

export interface WebhookPartsDeps {
  readonly redis: Redis;
  readonly client: Client;
  readonly secret: string;
  /** The secret before the last rotation. */
  readonly previousSecret?: string | undefined;
  /** CIDRs that deliveries may reach though they are not public. */
  readonly allowNetworks?: string | undefined;
  readonly allowHttp?: boolean;
  readonly now: () => number;
  /** Watches what the store of attempts records. */
  readonly observeAttempts?: ObserveAttempts | undefined;
}

/** @throws {TypeError} when a CIDR of `allowNetworks` is malformed */
export function createWebhookParts(deps: WebhookPartsDeps): WebhookParts {
  const { redis, client, secret, previousSecret, allowNetworks, allowHttp = false, now } = deps;
  const stored = createWebhookAttemptStore(redis, { now });
  const attempts = deps.observeAttempts?.(stored) ?? stored;
  const messages = createWebhookMessageStore(redis);
  const workflows = createWebhookWorkflows(client);
  return {
    attempts,
    messages,
    workflows,
    endpoints: createWebhookEndpointStore(redis, { now }),
    guard: createEgressGuard(createEgressPolicy({ allowNetworks, allowHttp }), createResolver()),
    reEnableTokens: createReEnableTokens({ secret, previousSecret, now }),
    emitNoteEvent: createNoteEvents({ messages, attempts, workflows, now }),
  };
}
