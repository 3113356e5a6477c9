import type { ServerResponse } from 'node:http';
import { reprocessNote } from '../../contracts/note.ts';
import { MAIN_QUEUE } from '../../contracts/queues.ts';
import { noteMessageId, noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { keys } from '../../platform/redis/keys.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { createWebhookAttemptStore } from '../../webhooks/store/attempts.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { startLlm } from '../formatting/llm-server.ts';
import { SAMPLE } from '../speech/support.ts';
import { eventually } from './eventually.ts';
import { noteHistory } from './note-history.ts';
import { type NoteService, type NoteServiceOptions, startNoteService, startNoteUser } from './notes.ts';
import { startTimeSkipping } from './temporal.ts';

/** Longer than any test, so that the model's own limit never ends a hanging description. */
const LLM_TIMEOUT_MS = 60_000;
/** The time that is skipped in one step. */
const STEP_MS = 5 * 60_000;
const DESCRIPTION = {
  title: 'Budget meeting',
  summary: 'Budget meeting tomorrow',
  tags: [{ name: 'budget', confidence: 0.9 }],
};

export type NoteScenarios = Awaited<ReturnType<typeof startNoteScenarios>>;

/** A note service with a model, and notes with every outcome of the short steps. */
export async function startNoteScenarios(options: Pick<NoteServiceOptions, 'temporal'> = {}) {
  const llm = await startLlm();
  const model = { url: llm.url, model: 'scripted', timeoutMs: LLM_TIMEOUT_MS };
  const service = await startNoteService({ ...options, llm: model });
  const { client, openai, redis } = service;
  const run = (noteId: string) => client.workflow.getHandle(noteWorkflowId(noteId, 1));
  const fill = () => redis.config('SET', 'maxmemory', '1');
  const makeRoom = () => redis.config('SET', 'maxmemory', '0');
  openai.answer(() => Response.json({ text: 'budget meeting tomorrow' }));
  llm.answerContent(JSON.stringify(DESCRIPTION));

  async function upload() {
    const user = await startNoteUser(service);
    const { body } = await user.upload(new Uint8Array(SAMPLE));
    return { user, noteId: body.note_id };
  }

  /** A note that the model describes only after `answer` is called. */
  async function startDescribed() {
    let waiting: ServerResponse | undefined;
    llm.answerWith((response) => {
      waiting = response;
    });
    const note = await upload();
    const response = await eventually('the model is asked', () => waiting, { timeoutMs: 30_000 });
    llm.answerContent(JSON.stringify(DESCRIPTION));
    const message = { role: 'assistant', content: JSON.stringify(DESCRIPTION) };
    const said = { id: 'chat', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message }] };
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    return { ...note, response, answer };
  }

  /** The step that the server retries, once it has enough attempts. */
  const pendingStep = (noteId: string, attempts: number) =>
    eventually(
      `the server tries a step ${attempts} times`,
      async () => {
        const { raw } = await run(noteId).describe();
        return raw.pendingActivities?.find(({ attempt }) => (attempt ?? 0) >= attempts)?.activityType?.name;
      },
      { timeoutMs: 30_000 },
    );

  return {
    ...{ service, llm, run, startDescribed },

    completed: async () => {
      const { noteId } = await upload();
      await run(noteId).result();
      return noteId;
    },

    /** Redis is full at the first attempt of a step. */
    stepRetried: async () => {
      const { noteId, answer } = await startDescribed();
      llm.answerWith(async (response) => {
        await makeRoom();
        response.writeHead(500).end();
      });
      await fill();
      answer();
      await run(noteId).result();
      llm.answerContent(JSON.stringify(DESCRIPTION));
      return noteId;
    },

    /** Redis is full for longer than a step is retried in the workflow task. */
    stepOutwaited: async () => {
      const { noteId, answer } = await startDescribed();
      await fill();
      try {
        answer();
        const step = await pendingStep(noteId, 2);
        const { events } = await noteHistory(client, noteId);
        await pendingStep(noteId, 4);
        const added = (await noteHistory(client, noteId)).events - events;
        await makeRoom();
        await run(noteId).result();
        return { noteId, step, added };
      } finally {
        await makeRoom();
      }
    },

    /** The model hangs while the user requests that the note is processed again. */
    reprocessedWhileDescribed: async () => {
      const { user, noteId, response } = await startDescribed();
      const closed = new Promise((resolve) => response.once('close', resolve));
      await user.call('POST', `/notes/${noteId}/reprocess`);
      await closed;
      await run(noteId).result();
      return { user, noteId };
    },

    /** The signal arrives during the workflow's last task, which the server then refuses. */
    reprocessedAtItsEnd: async () => {
      const { user, noteId, answer } = await startDescribed();
      const endpointId = await addEndpoint(service, user.userId);
      await run(noteId).signal(reprocessNote);
      answer();
      await run(noteId).result();
      return { noteId, told: await toldTo(service, user.userId, endpointId) };
    },

    /** The signal arrives while the event's emission is being retried. */
    reprocessedWhileTold: async () => {
      const { user, noteId, answer } = await startDescribed();
      const endpointId = await addEndpoint(service, user.userId);
      const message = keys.webhookMessage(user.userId, noteMessageId(noteId, 1));
      await redis.set(message, 'nothing that an event can be kept in');
      answer();
      const step = await pendingStep(noteId, 2);
      await run(noteId).signal(reprocessNote);
      await redis.del(message);
      await run(noteId).result();
      return { noteId, step, told: await toldTo(service, user.userId, endpointId) };
    },

    /** The user deletes the note while the model thinks about it. */
    deletedWhileDescribed: async () => {
      const { user, noteId, answer } = await startDescribed();
      await user.call('DELETE', `/notes/${noteId}`);
      answer();
      const error = await run(noteId)
        .result()
        .then(() => undefined, String);
      return { user, noteId, error };
    },

    /** The note is deleted before its run begins. */
    gone: async () => {
      const { userId } = await startNoteUser(service);
      const noteId = crypto.randomUUID();
      const args = [{ userId, noteId, run: 1 }];
      await client.workflow.start('note', { taskQueue: MAIN_QUEUE, workflowId: noteWorkflowId(noteId, 1), args });
      await run(noteId).result();
      return noteId;
    },

    stop: async () => {
      await service.stop();
      await llm.stop();
    },
  };
}

/** A note whose engine always fails. Skipping time makes the retries short. Stop the service afterwards. */
export async function startFailedNote() {
  const env = await startTimeSkipping();
  const { nativeConnection: connection, namespace = 'default' } = env;
  const temporal = { address: env.address, connection, namespace, stop: () => env.teardown() };
  const service = await startNoteService({ temporal });
  service.openai.answer(() => new Response('', { status: 500 }));
  const user = await startNoteUser(service);
  const endpointId = await addEndpoint(service, user.userId);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  const run = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
  const from = await env.currentTimeMs();
  while ((await run.describe()).status.name === 'RUNNING') await env.sleep(STEP_MS);
  const elapsedMs = (await env.currentTimeMs()) - from;
  const told = await toldTo(service, user.userId, endpointId);
  return { service, user, noteId: body.note_id, run, elapsedMs, told };
}

/** Adds a disabled endpoint: its events are recorded, and no delivery begins. */
export async function addEndpoint({ redis }: Pick<NoteService, 'redis'>, userId: string): Promise<string> {
  const endpoints = createWebhookEndpointStore(redis);
  const eventTypes = ['note.processed', 'note.failed'] as const;
  const settings = { url: 'https://example.org/hook', description: null, eventTypes };
  const endpoint = await endpoints.create(userId, settings, createSigningSecret());
  if (!endpoint) throw new Error('No endpoint could be made');
  await endpoints.disable(userId, endpoint.endpointId);
  return endpoint.endpointId;
}

/** The events of an endpoint, by message id. */
export async function toldTo(
  { redis }: Pick<NoteService, 'redis'>,
  userId: string,
  endpointId: string,
): Promise<Record<string, string>> {
  const page = { filter: {}, after: null, limit: 10 };
  const { entries } = await createWebhookAttemptStore(redis).list(userId, endpointId, page);
  return Object.fromEntries(entries.map(({ messageId, eventType }) => [messageId, eventType]));
}
