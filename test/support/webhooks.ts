import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { createWebhookActivities } from '../../activities/webhooks.ts';
import { MAIN_QUEUE } from '../../contracts/queues.ts';
import type { NoteEventType } from '../../contracts/webhook-events.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { createLog } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet } from '../../platform/redis/owned-set.ts';
import { createWorker } from '../../platform/temporal/worker.ts';
import { createEgressGuard } from '../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../webhooks/egress/policy.ts';
import { createResolver } from '../../webhooks/egress/resolver.ts';
import { createSender, type SenderOptions } from '../../webhooks/egress/sender.ts';
import { createNoteEvents } from '../../webhooks/emit-note-event.ts';
import { createReEnableTokens } from '../../webhooks/re-enable-token.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import type { AttemptEntry } from '../../webhooks/store/attempt-entry.ts';
import { createWebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore, type WebhookEndpoint } from '../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore } from '../../webhooks/store/messages.ts';
import { createWebhookWorkflows } from '../../webhooks/workflow-client.ts';
import { WEBHOOK_SLOTS } from '../../worker/webhooks.ts';
import { workflowBundle } from './bundle.ts';
import { type MirroredClock, refreshingFirst } from './clock.ts';
import type { ReceivedRequest } from './receiver.ts';

export const PUBLIC_URL = 'https://sotto.example';
export const SECRET = 'a secret of the tests, long enough';

export interface WebhookServiceOptions {
  readonly redis: Redis;
  readonly connection: NativeConnection;
  readonly namespace?: string | undefined;
  /** @default the machine's clock */
  readonly clock?: MirroredClock;
  readonly mailUrl?: string;
  readonly concurrency?: number;
  readonly sender?: Partial<SenderOptions>;
  readonly maxCachedWorkflows?: number;
  /** How many workflow tasks run at once. @default as in production */
  readonly slots?: number;
  /** @default the notes that a test saves */
  readonly notes?: { get(userId: string, noteId: string): Promise<NoteRecord | null> };
}

export type WebhookService = Awaited<ReturnType<typeof startWebhookService>>;

/** Webhook delivery as the worker process runs it, with notes and users that a test invents. */
export async function startWebhookService(options: WebhookServiceOptions) {
  const { redis, connection, namespace = 'default', concurrency = 10 } = options;
  const clock = options.clock ?? { now: Date.now, refresh: async () => {} };
  const { now } = clock;
  // Eager starts require the worker's own connection.
  const client = new Client({ connection, namespace });
  const outbox = await mkdtemp(join(tmpdir(), 'sotto-outbox-'));
  const log = createLog('silent');
  const notes = new Map<string, NoteRecord>();
  const endpoints = createWebhookEndpointStore(redis, { now });
  const attempts = createWebhookAttemptStore(redis, { now });
  const messages = createWebhookMessageStore(redis);
  const workflows = createWebhookWorkflows(client);
  const openEvents = createOwnedSet(redis, keys.openEvents(), { now });
  const mailer = createMailer({ url: options.mailUrl, from: 'sotto@sotto.example', outbox, log });
  const sender = createSender({
    guard: createEgressGuard(createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true }), createResolver()),
    ...options.sender,
  });
  const reEnableTokens = createReEnableTokens({ secret: SECRET, now: Date.now });
  const worker = await createWorker({
    ...WEBHOOK_SLOTS,
    ...(options.slots ? { maxConcurrentWorkflowTasks: options.slots } : {}),
    connection,
    namespace,
    taskQueue: MAIN_QUEUE,
    workflowBundle: await workflowBundle(),
    ...(options.maxCachedWorkflows ? { maxCachedWorkflows: options.maxCachedWorkflows } : {}),
    activities: refreshingFirst(
      createWebhookActivities({
        ...{ endpoints, attempts, sender, mailer, workflows, openEvents, reEnableTokens, log, concurrency, now },
        notes: options.notes ?? { get: async (userId, noteId) => notes.get(`${userId}/${noteId}`) ?? null },
        users: { get: async (userId) => ({ email: `${userId}@example.com` }) },
        publicUrl: PUBLIC_URL,
      }),
      clock,
    ),
  });

  return {
    ...{ redis, client, messages, workflows, openEvents, reEnableTokens, sender, outbox },
    endpoints: refreshingFirst(endpoints, clock),
    attempts: refreshingFirst(attempts, clock),
    ...refreshingFirst({ emitNoteEvent: createNoteEvents({ messages, attempts, workflows, openEvents, now }) }, clock),
    /** Stores a note. Replaces one with the same id. */
    saveNote: (note: NoteRecord) => void notes.set(`${note.userId}/${note.noteId}`, note),
    deleteNote: (note: NoteRecord) => void notes.delete(`${note.userId}/${note.noteId}`),
    stop: async () => {
      await worker.stop();
      sender.close();
      mailer.close();
      await rm(outbox, { recursive: true, force: true });
    },
  };
}

/** A user with one endpoint and a note. */
export async function startCase(service: WebhookService, url: string) {
  const userId = randomUUID();
  const note = makeNote(userId);
  service.saveNote(note);
  const secret = createSigningSecret();
  const endpoint = await addEndpoint(service, userId, url, secret);
  const messageId = `msg_${randomUUID()}`;
  return {
    ...{ userId, note, secret, endpoint, endpointId: endpoint.endpointId, messageId },
    emit: (type: NoteEventType = 'note.processed', id = messageId) =>
      service.emitNoteEvent({ userId, noteId: note.noteId, type, messageId: id }),
    log: (endpointId = endpoint.endpointId) => readLog(service, userId, endpointId),
    state: () => service.endpoints.get(userId, endpoint.endpointId),
  };
}

export async function addEndpoint(
  service: WebhookService,
  userId: string,
  url: string,
  secret = createSigningSecret(),
): Promise<WebhookEndpoint> {
  const settings = { url, description: null, eventTypes: ['note.processed', 'note.failed'] } as const;
  const endpoint = await service.endpoints.create(userId, settings, secret);
  if (!endpoint) throw new Error('Cannot make the endpoint as the user has too many');
  return endpoint;
}

/** An endpoint's whole attempt log, oldest first. */
export async function readLog(service: WebhookService, userId: string, endpointId: string): Promise<AttemptEntry[]> {
  const { entries } = await service.attempts.list(userId, endpointId, { filter: {}, after: null, limit: 1_000 });
  return entries.reverse();
}

/** The lines of the log that represent one POST each. */
export function posts(log: readonly AttemptEntry[]): AttemptEntry[] {
  return log.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'failed');
}

export function makeNote(userId: string, fields: Partial<NoteRecord> = {}): NoteRecord {
  return {
    noteId: randomUUID(),
    userId,
    status: 'completed',
    title: 'Groceries',
    summary: 'What to buy',
    transcript: 'Milk and eggs – and crème fraîche.',
    segments: null,
    tags: [],
    errorMessage: null,
    language: 'en',
    durationSeconds: 11.4,
    recordedAt: null,
    createdAt: Date.UTC(2026, 10, 1, 8),
    updatedAt: Date.UTC(2026, 10, 1, 8, 1),
    recording: { object: 'recording', contentType: 'audio/flac', bytes: 1 },
    ...fields,
  };
}

/** The body of a delivery. */
export function envelopeOf(request: ReceivedRequest | undefined): {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
} {
  return JSON.parse(request?.body ?? 'null');
}
