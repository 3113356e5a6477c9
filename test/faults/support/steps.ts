import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDailyUsage } from '../../../accounts/daily-usage.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { createMaintenanceActivities } from '../../../activities/maintenance.ts';
import { createNoteActivities, type NoteActivities } from '../../../activities/note.ts';
import { createWebhookActivities, type WebhookActivities } from '../../../activities/webhooks.ts';
import { createNoteDescriber } from '../../../formatting/describe.ts';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createPieceStore } from '../../../notes/store/pieces.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import { createLog } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { createRecordingExpiries } from '../../../platform/recordings/expiries.ts';
import type { Recordings } from '../../../platform/recordings/types.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { createOwnedSet } from '../../../platform/redis/owned-set.ts';
import type { Sender } from '../../../webhooks/egress/sender.ts';
import { createNoteEvents } from '../../../webhooks/emit-note-event.ts';
import type { ReEnableTokens } from '../../../webhooks/re-enable-token.ts';
import { createSigningSecret } from '../../../webhooks/secret.ts';
import { createWebhookAttemptStore } from '../../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore } from '../../../webhooks/store/messages.ts';
import { createWebhookWorkflows } from '../../../webhooks/workflow-client.ts';
import type { Receiver } from '../../support/receiver.ts';
import { readKeys } from './check-keys.ts';

/** A workflow step, which Temporal retries when it fails, and its visible effects. */
export interface Step {
  run(redis: Redis): Promise<unknown>;
  look(): Promise<unknown>;
}

/** The dependencies of the steps except Redis. */
export interface Outside {
  readonly client: Client;
  readonly receiver: Receiver;
  readonly sender: Sender;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly recordings: Recordings;
  readonly reEnableTokens: ReEnableTokens;
}

export type MakeStep = (redis: Redis, outside: Outside) => Promise<Step>;

const HOUR_MS = 60 * 60 * 1000;

/** A user with a note that is being processed and an endpoint. */
async function prepare(redis: Redis, { client, receiver }: Outside) {
  const { userId } = await createUserStore(redis).ensure({ email: `${crypto.randomUUID()}@example.org` });
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 5 };
  const notes = createNoteStore(redis);
  await notes.create({ noteId, userId, title: null, language: 'en', recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ transcript: 'Budget meeting tomorrow with Anna.' }));
  const settings = { url: receiver.url, description: null, eventTypes: ['note.processed'] } as const;
  const endpoint = await createWebhookEndpointStore(redis).create(userId, settings, createSigningSecret());
  const { endpointId = '', generation = 0 } = endpoint ?? {};
  receiver.requests.length = 0;
  receiver.answerWith(204);
  return { redis, client, receiver, userId, noteId, endpointId, generation, messageId: `msg_${noteId}_1` };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function lookAtNote({ redis, userId, noteId }: Prepared) {
  const note = await createNoteStore(redis).get(userId, noteId);
  const { status, title, summary, errorMessage, run, tags = [] } = note ?? {};
  const pieces = await redis.exists(keys.pieces(userId, noteId, 1));
  const names = (await createTagStore(redis).list(userId)).map(({ name }) => name).sort();
  return { status, title, summary, errorMessage, run, tags: tags.map(({ name }) => name).sort(), names, pieces };
}

/** A step of `note`. */
function noteStep(
  step: (activities: NoteActivities, input: { userId: string; noteId: string; run: number }) => unknown,
) {
  return async (redis: Redis, outside: Outside): Promise<Step> => {
    const prepared = await prepare(redis, outside);
    const { userId, noteId } = prepared;
    return {
      run: (way) => {
        const workflows = createWebhookWorkflows(outside.client);
        const [messages, attempts] = [createWebhookMessageStore(way), createWebhookAttemptStore(way)];
        const activities = createNoteActivities({
          notes: createNoteStore(way),
          tags: createTagStore(way),
          pieces: createPieceStore(way),
          describer: createNoteDescriber(),
          dailyUsage: createDailyUsage(way, { retentionMs: 60_000 }),
          emitNoteEvent: createNoteEvents({
            messages,
            attempts,
            workflows,
            openEvents: createOwnedSet(redis, keys.openEvents()),
          }),
        });
        const environment = new MockActivityEnvironment({ isLocal: true });
        return environment.run(async () => step(activities, { userId, noteId, run: 1 }));
      },
      look: async () => {
        const messages = (await readKeys(redis, [])).filter(
          ({ kind, parts }) => kind === 'webhookMessage' && parts[0] === userId,
        );
        return { ...(await lookAtNote(prepared)), messages: messages.length };
      },
    };
  };
}

interface DeliveryOptions {
  /** The receiver's answer. */
  readonly answer?: number;
  /** Age of the existing failure streak. */
  readonly failingForMs?: number;
}

/** A step of a webhook workflow. */
function deliveryStep(
  step: (activities: WebhookActivities, prepared: Prepared) => Promise<unknown>,
  { answer = 204, failingForMs }: DeliveryOptions = {},
) {
  return async (redis: Redis, outside: Outside): Promise<Step> => {
    const prepared = await prepare(redis, outside);
    const { userId, endpointId, receiver } = prepared;
    receiver.answerWith(answer);
    const name = keys.webhookEndpoint(userId, endpointId);
    if (failingForMs !== undefined) await redis.hset(name, { failingSince: Date.now() - failingForMs, watchedAt: 0 });
    return {
      run: (way) => step(createWebhookActivities(webhookDeps(way, outside)), prepared),
      look: () => lookAtEndpoint(prepared),
    };
  };
}

function webhookDeps(redis: Redis, outside: Outside) {
  return {
    ...outside,
    attempts: createWebhookAttemptStore(redis),
    notes: createNoteStore(redis),
    endpoints: createWebhookEndpointStore(redis),
    users: createUserStore(redis),
    workflows: createWebhookWorkflows(outside.client),
    openEvents: createOwnedSet(redis, keys.openEvents()),
    publicUrl: 'https://sotto.example',
    concurrency: 10,
    log: createLog('silent'),
  };
}

async function lookAtEndpoint({ redis, userId, endpointId, receiver }: Prepared) {
  const endpoint = await createWebhookEndpointStore(redis).get(userId, endpointId);
  const attempts = createWebhookAttemptStore(redis);
  const { entries } = await attempts.list(userId, endpointId, { filter: {}, after: null, limit: 100 });
  return {
    status: endpoint?.status,
    disabledReason: endpoint?.disabledReason,
    failing: endpoint?.failingSince !== null,
    log: entries.map(({ attemptId, outcome, attempt, reason }) => [attemptId.split('.')[1], outcome, attempt, reason]),
    pending: (await attempts.pending(userId, endpointId)).length,
    inFlight: await redis.zcard(keys.webhookInFlight(userId, endpointId)),
    ids: new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size,
  };
}

const attempt = (activities: WebhookActivities, { userId, noteId, endpointId, generation, messageId }: Prepared) =>
  activities.attemptDelivery({
    ...{ userId, noteId, endpointId, generation, messageId },
    type: 'note.processed',
    sole: true,
    attempt: 1,
    emittedAt: Date.now(),
  });

const decide = (activities: WebhookActivities, { userId, endpointId }: Prepared) =>
  activities.decideStreak({ userId, endpointId, decisionId: 'decision' });

/** Every step that writes to Redis. */
export const STEPS: Readonly<Record<string, MakeStep>> = {
  beginNote: noteStep(({ beginNote }, input) => beginNote({ ...input, run: 2 })),
  describeNote: noteStep(({ describeNote }, input) => describeNote(input)),
  failNote: noteStep(({ failNote }, input) => failNote(input, 'audio_undecodable')),
  emitNoteEvent: noteStep(({ emitNoteEvent }, input) => emitNoteEvent(input, 'note.processed')),
  'attemptDelivery that succeeds': deliveryStep(attempt),
  'attemptDelivery that ends a streak': deliveryStep(attempt, { failingForMs: HOUR_MS }),
  'attemptDelivery that fails': deliveryStep(attempt, { answer: 500 }),
  'attemptDelivery that meets 410': deliveryStep(attempt, { answer: 410 }),
  recordEnd: deliveryStep(({ recordEnd }, { userId, noteId, endpointId, messageId }) =>
    recordEnd({
      ...{ userId, noteId, endpointId, messageId },
      ...{ type: 'note.processed', trigger: 'automatic', reason: 'endpoint_disabled' },
    }),
  ),
  'decideStreak that warns': deliveryStep(decide, { failingForMs: 25 * HOUR_MS }),
  'decideStreak that disables': deliveryStep(decide, { failingForMs: 73 * HOUR_MS }),
  endPendingDeliveries: deliveryStep(async ({ endPendingDeliveries }, { redis, userId, endpointId, generation }) => {
    await redis.zadd(keys.webhookPending(userId, endpointId), Date.now(), 'msg_of_none');
    await redis.expire(keys.webhookPending(userId, endpointId), 1_000);
    await endPendingDeliveries({ userId, endpointId, generation: generation + 1 });
  }),
  deleteExpiredRecordings: async (redis, { recordings }) => {
    await createRecordingExpiries(redis).expect('feedback/org/a', 1);
    return {
      run: (way) => {
        const deps = { recordings, expiries: createRecordingExpiries(way), now: Date.now };
        return createMaintenanceActivities(deps).deleteExpiredRecordings();
      },
      look: () => redis.zcard(keys.recordingExpiries()),
    };
  },
};
