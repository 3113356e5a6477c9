import { createEnterpriseKeyStore } from '../../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createTokenStore } from '../../../accounts/tokens.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { createDictationArchive } from '../../../dictation/archive.ts';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { createSigningSecret } from '../../../webhooks/secret.ts';
import type { AttemptEntry } from '../../../webhooks/store/attempt-entry.ts';
import { createWebhookAttemptStore } from '../../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { createWebhookMessageStore } from '../../../webhooks/store/messages.ts';
import { arrived } from '../../support/arrived.ts';

const AUDIO = Buffer.from('audio');

/** Stores audio as a recording. */
export type KeepAudio = (object: string, audio: Uint8Array) => Promise<void>;

/** One consistent example of everything in Redis. Checkers find no problem in it until a test damages it. */
export async function makeEverything(redis: Redis, keepAudio: KeepAudio) {
  const { userId } = await createUserStore(redis).ensure({ email: 'ada@example.org' });
  const token = await createTokenStore(redis).create(userId, { name: 'a', scopes: ['notes:read'] });
  await createSessionStore(redis).begin(userId);
  const { organizationId } = await createOrganizationStore(redis).create({ name: 'Acme' });
  const key = await createEnterpriseKeyStore(redis).create(organizationId, { label: 'a' });
  const tag = await createTagStore(redis).create(userId, { name: 'Shopping' });
  const note = (transcript: string) => makeNote(redis, keepAudio, userId, transcript);
  const noteIds = [await note('milk and honey'), await note('milk alone')];
  const endpoint = await makeEndpoint(redis, userId, noteIds[0] ?? '');
  const usage = createUsageStore(redis, { retentionMs: 1_000_000 });
  const request = { requestId: 'req_1', receivedAt: Date.now(), outcome: 'completed' };
  await usage.saveUsage({ orgId: organizationId, transcriptionId: 'a:b {c}', ...request } as never);
  const sink = { put: async (_: unknown, { object }: { object: string }) => keepAudio(object, AUDIO) };
  const archive = createDictationArchive(redis, sink, { retentionMs: 1_000_000 });
  await archive.save(
    organizationId,
    't',
    { request: {}, response: { text: '', raw_text: '' } },
    arrived(AUDIO),
    Date.now() + 1e6,
  );
  if (typeof tag === 'string') throw new Error(tag);
  const ids = { tokenId: token?.token.tokenId ?? '', keyId: key?.key.keyId ?? '', tagId: tag.tagId };
  return { userId, organizationId, noteIds, ...ids, ...endpoint };
}

async function makeNote(redis: Redis, keepAudio: KeepAudio, userId: string, transcript: string): Promise<string> {
  const notes = createNoteStore(redis);
  const noteId = crypto.randomUUID();
  const object = `notes/${userId}/${noteId}`;
  await keepAudio(object, AUDIO);
  const recording = { object, contentType: null, bytes: AUDIO.length };
  await notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  await notes.change(userId, noteId, () => ({ status: 'completed', transcript }));
  return noteId;
}

/** An endpoint with an attempt that succeeded, one that failed and waits, and one that is under way. */
async function makeEndpoint(redis: Redis, userId: string, noteId: string) {
  const endpoints = createWebhookEndpointStore(redis);
  const settings = { url: 'https://example.com', description: null, eventTypes: ['note.processed'] } as const;
  const endpointId = (await endpoints.create(userId, settings, createSigningSecret()))?.endpointId ?? '';
  const attempts = createWebhookAttemptStore(redis);
  for (const [messageId, nextAttemptAt] of [
    ['msg_1', null],
    ['msg_2', 5_000],
    ['msg_3', undefined],
  ] as const) {
    await createWebhookMessageStore(redis).admit(userId, { messageId, type: 'note.processed', noteId });
    const attemptId = `${messageId}.1`;
    await attempts.begin({ userId, endpointId, attemptId, generation: 0, concurrency: 10 });
    if (nextAttemptAt === undefined) continue;
    const failed = nextAttemptAt !== null;
    const entry: AttemptEntry = {
      attemptId,
      at: Date.now(),
      messageId,
      eventType: 'note.processed',
      noteId,
      trigger: 'automatic',
      attempt: 1,
      outcome: failed ? 'failed' : 'succeeded',
      status: failed ? 500 : 204,
      failure: failed ? 'status' : null,
      reason: null,
      location: null,
      durationMs: 1,
      nextAttemptAt,
      repeated: false,
    };
    await attempts.finish({ userId, endpointId, attemptId, generation: 0, url: settings.url, entry });
  }
  return { endpointId };
}

export type Everything = Awaited<ReturnType<typeof makeEverything>>;

/** A way to damage it, and the problem that a checker must report. */
export type Damage = readonly [
  what: string,
  damage: (all: Everything) => Promise<unknown>,
  problem: (all: Everything) => string,
];
