import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import type { Scope } from '../../accounts/tokens.ts';
import { createNoteActivities } from '../../activities/note.ts';
import { createTranscribeNoteActivities } from '../../activities/transcribe-note.ts';
import { MAIN_QUEUE, TRANSCRIPTION_QUEUE } from '../../contracts/queues.ts';
import { createNoteDescriber } from '../../formatting/describe.ts';
import type { LlmOptions } from '../../formatting/types.ts';
import { createPieceStore } from '../../notes/store/pieces.ts';
import { createLog } from '../../platform/log.ts';
import { createStoreCheck } from '../../platform/recordings/store-check.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createOwnedSet } from '../../platform/redis/owned-set.ts';
import { createWorker } from '../../platform/temporal/worker.ts';
import { createSpeechEngine } from '../../speech/engine.ts';
import { createNoteEvents } from '../../webhooks/emit-note-event.ts';
import { createWebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import { createWebhookMessageStore } from '../../webhooks/store/messages.ts';
import { createWebhookWorkflows } from '../../webhooks/workflow-client.ts';
import { startTestApi } from './api.ts';
import { workflowBundle } from './bundle.ts';
import { startOpenAi } from './openai.ts';
import { openTemporal, type TestTemporal } from './temporal.ts';

export type NoteService = Awaited<ReturnType<typeof startNoteService>>;

export interface NoteServiceOptions {
  readonly maxSeconds?: number;
  /** @default no model */
  readonly llm?: LlmOptions;
  /** @default a namespace of its own */
  readonly temporal?: TestTemporal;
}

/**
 * Notes from upload to webhook as the service runs them: API, Redis, Temporal, both workers, and an external speech
 * server whose answers a test decides.
 */
export async function startNoteService(options: NoteServiceOptions = {}) {
  const { maxSeconds = 3_600, llm, temporal = await openTemporal() } = options;
  const { connection, namespace } = temporal;
  const client = new Client({ connection, namespace });
  const api = await startTestApi({ client });
  api.clock.ms = Date.now();
  const redis = api.redis.redis;
  const log = createLog('silent');
  const openai = await startOpenAi();
  const remote = { url: openai.url, apiKey: undefined, model: 'test', timeoutMs: 5_000 };
  const speech = createSpeechEngine({ processes: 1, threads: 1, remote, log });
  const workFolder = await mkdtemp(join(tmpdir(), 'sotto-work-'));
  const pieces = createPieceStore(redis);
  const attempts = createWebhookAttemptStore(redis);
  const messages = createWebhookMessageStore(redis);

  const { confirmStore } = createStoreCheck({ redis, recordings: api.recordings });
  const startTranscription = () =>
    createWorker({
      ...{ connection, namespace, taskQueue: TRANSCRIPTION_QUEUE },
      activities: createTranscribeNoteActivities({ ...api, confirmStore, speech, pieces, maxSeconds, workFolder, log }),
    });
  const main = await createWorker({
    ...{ connection, namespace, taskQueue: MAIN_QUEUE, workflowBundle: await workflowBundle() },
    activities: createNoteActivities({
      ...{ notes: api.notes, tags: api.tags, describer: createNoteDescriber(llm ? { llm } : {}), pieces },
      dailyUsage: api.services.accounts.dailyUsage,
      emitNoteEvent: createNoteEvents({
        ...{ messages, attempts, workflows: createWebhookWorkflows(client) },
        openEvents: createOwnedSet(redis, keys.openEvents()),
      }),
    }),
  });
  let transcription = await startTranscription();

  return {
    ...{ api, client, openai, redis, pieces, messages, workFolder, connection, namespace },
    address: temporal.address,
    /** Starts transcription again after {@link stopTranscription}. */
    startTranscription: async () => {
      transcription = await startTranscription();
    },
    stopTranscription: () => transcription.stop(),
    stop: async () => {
      await Promise.all([main.stop(), transcription.stop()]);
      await speech.close();
      await openai.stop();
      await api.stop();
      await temporal.stop();
      await rm(workFolder, { recursive: true, force: true });
    },
  };
}

const ALL: Scope[] = ['notes:read', 'notes:write', 'webhooks:write'];

/** A user with a token, and a client of the app API for them. */
export async function startNoteUser({ api }: Pick<NoteService, 'api'>, scopes: Scope[] = ALL) {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const secret = (await api.tokens.create(userId, { name: 'test', scopes }))?.secret ?? '';
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${secret}` };
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const response = await fetch(`${api.url}/v1/app${path}`, { method, headers, ...(sent ? { body: sent } : {}) });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : null) as AppAnswer };
  };
  const upload = (audio: BlobPart, fields: Record<string, string> = {}, type = 'audio/flac') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('audio', new Blob([audio], { type }), 'recording');
    return call('POST', '/notes', form);
  };
  return { userId, secret, call, upload };
}

/** All fields of answers that the tests read. */
export interface AppAnswer {
  readonly note_id: string;
  readonly tag_id: string;
  readonly token_id: string;
  readonly secret: string;
  readonly status: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly transcript: string | null;
  readonly transcript_segments: unknown;
  readonly error_message: string | null;
  readonly language: string | null;
  readonly duration_seconds: number | null;
  readonly recorded_at: string | null;
  readonly recording_url: string;
  readonly recording_content_type: string | null;
  readonly recording_bytes: number | null;
  readonly updated_at: string;
  readonly name: string;
  readonly position: number;
  readonly tags: readonly { tag_id: string; name: string; source: string; confidence: number | null }[];
  readonly items: readonly AppAnswer[];
  readonly scopes: readonly string[];
  readonly email: string;
  readonly detail: unknown;
}
