import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBase } from '../../test/support/service.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { type Bare, startBare } from './bare.ts';
import { cpuMs } from './cpu.ts';
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts';
import { startWebhookWorker, type WebhookWorker } from './webhook-worker.ts';

/** A note whose events go to one endpoint. */
export interface Target {
  readonly userId: string;
  readonly noteId: string;
}

export interface EndpointTarget extends Target {
  readonly endpointId: string;
}

/** Processor time so far, in milliseconds, by class. */
export interface ProcessorTime {
  /** Sotto's worker, with the callers of this process. */
  readonly worker: number;
  readonly Redis: number;
  readonly Temporal: number;
  readonly receiver: number;
}

/** Sotto's webhooks with real servers, set up as with `npm start`, a receiver, and minimal workflows beside them. */
export interface WebhookStack {
  readonly worker: WebhookWorker;
  readonly receiver: ReceiverProcess;
  readonly bare: Bare;
  /** How many connections to receivers were opened. */
  connections(): number;
  /** Emits an event of a target's note, and returns its message id once it is accepted. */
  emit(target: Target): Promise<string>;
  /** A user with a note and an endpoint. @param path of the receiver @default records and verifies deliveries */
  addTarget(path?: string): Promise<EndpointTarget>;
  /** Disables an endpoint and ends what waits for it, as the API does. */
  disable(target: EndpointTarget): Promise<void>;
  processorTime(): ProcessorTime;
  stop(): Promise<void>;
}

const MAX_CALLS = 3;

export async function startWebhookStack(): Promise<WebhookStack> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-bench-'));
  const base = await startBase({ databaseFile: join(folder, 'temporal.db') });
  const receiver = await startReceiverProcess();
  let connections = 0;
  const worker = await startWebhookWorker(base, () => {
    connections += 1;
  });
  const bare = await startBare(worker.connection, base.temporal.namespace);
  return {
    worker,
    receiver,
    bare,
    connections: () => connections,
    emit: (target) => emit(worker, target),
    addTarget: (path) => addTarget(worker, receiver, path),
    disable: async ({ userId, endpointId }) => {
      await worker.endpoints.disable(userId, endpointId);
      await accepted(() => worker.workflows.endDeliveries({ userId, endpointId }, 1));
    },
    processorTime: () => ({
      worker: cpuMs(process.pid),
      Redis: cpuMs(base.redis.child.pid),
      Temporal: cpuMs(base.temporal.pid),
      receiver: cpuMs(receiver.child.pid),
    }),
    stop: async () => {
      await bare.stop();
      await worker.stop();
      receiver.child.kill();
      await base.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function emit(worker: WebhookWorker, { userId, noteId }: Target): Promise<string> {
  const messageId = `msg_${randomUUID()}`;
  await accepted(() => worker.emitNoteEvent({ userId, noteId, type: 'note.processed', messageId }));
  return messageId;
}

/** Repeats a call that an overloaded server did not accept in time, as a note's step does. Repeating it is safe. */
async function accepted(call: () => Promise<unknown>): Promise<void> {
  for (let made = 1; ; made += 1) {
    try {
      await call();
      return;
    } catch (error) {
      if (made === MAX_CALLS) throw error;
    }
  }
}

async function addTarget(worker: WebhookWorker, { url }: ReceiverProcess, path?: string): Promise<EndpointTarget> {
  const userId = randomUUID();
  const noteId = randomUUID();
  const recording = { object: noteId, contentType: 'audio/mp4', bytes: 100_000 };
  await worker.notes.create({ userId, noteId, title: null, language: 'en', recordedAt: null, recording });
  const transcript = 'So what I wanted to say is that we meet on Tuesday. '.repeat(30);
  await worker.notes.change(userId, noteId, () => ({
    ...{ status: 'completed', title: 'Meeting', summary: 'We meet on Tuesday.', transcript, durationSeconds: 90 },
  }));
  const secret = createSigningSecret();
  if (path === undefined) await fetch(`${url}/secret/${userId}`, { method: 'POST', body: secret });
  const settings = {
    url: `${url}${path ?? `/${userId}`}`,
    description: null,
    eventTypes: ['note.processed', 'note.failed'],
  } as const;
  const endpoint = await worker.endpoints.create(userId, settings, secret);
  if (!endpoint) throw new Error('The user has too many endpoints');
  return { userId, noteId, endpointId: endpoint.endpointId };
}
