import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { Webhook } from 'standardwebhooks';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { createWebhookAttemptStore } from '../../../webhooks/store/attempts.ts';
import { dictate, type Fields } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import type { ReceivedRequest } from '../../support/receiver.ts';
import { checkEvents } from './check-events.ts';
import { readKeys } from './check-keys.ts';
import { checkRecordings } from './check-recordings.ts';
import { checkStore } from './check-store.ts';
import type { Customer } from './customer.ts';
import type { Editor } from './editor.ts';
import type { FlakyReceiver } from './flaky-receiver.ts';
import type { RunningStack } from './stack.ts';

/** What is looked at once the chaos is over. */
export interface Aftermath {
  readonly stack: RunningStack;
  readonly customer: Customer;
  readonly editor: Editor;
  readonly receiver: FlakyReceiver;
  readonly userId: string;
  readonly endpoint: { readonly endpoint_id: string; readonly secret: string };
  /** What was uploaded, again and again. */
  readonly original: Uint8Array<ArrayBuffer>;
  /** Longer than every time-out that work can run into when its worker, engine or Temporal dies. */
  readonly settleMs: number;
}

const noteOf = (request: ReceivedRequest): string => JSON.parse(request.body).data.note_id;
const idOf = (request: ReceivedRequest): string => String(request.headers['webhook-id']);
/** A test event, sent by hand, has a random id and is not sent again. */
const isAutomatic = (messageId: string): boolean => /^msg_[0-9a-f]{32}_\d+/.test(messageId);

/**
 * Every note that is there, answered for or not, is completed with the whole of its recording: nothing was wrong with
 * any of them. Those that were answered with 202 are there, unless they were deleted.
 */
export async function expectNotes({ stack, customer, editor, userId, original, settleMs }: Aftermath): Promise<void> {
  const there = (await readKeys(stack.redis, [])).flatMap(({ kind, parts: [owner, noteId = ''] }) =>
    kind === 'note' && owner === userId ? [noteId] : [],
  );
  for (const noteId of customer.notes) if (!editor.doomed.has(noteId)) expect(there).toContain(noteId);
  for (const noteId of editor.deleted) expect(there).not.toContain(noteId);
  const notes = createNoteStore(stack.redis);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  for (const noteId of there) {
    const ended = async () => {
      const note = await notes.get(userId, noteId);
      return note?.status !== 'processing' && note;
    };
    const note = await eventually(`note ${noteId} ends`, ended, { timeoutMs: settleMs, intervalMs: 250 });
    expect([note.status, note.errorMessage]).toEqual(['completed', null]);
    const { recording_url: url } = (await customer.call('GET', `/v1/app/notes/${noteId}`)).body;
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(original));
  }
}

/** Each kind of dictation is served again, though its engine was killed. */
export async function expectDictations({ stack, settleMs }: Aftermath, kinds: readonly Fields[]): Promise<void> {
  for (const fields of kinds) {
    const served = async () => (await dictate(stack, fields)).status === 200;
    await eventually(`a dictation is served: ${fields['source']}`, served, { timeoutMs: settleMs, intervalMs: 250 });
  }
}

/** Each run of a note that is there has told its end, under the run's own id, and the receiver has taken it. */
export async function expectEvents({ stack, editor, receiver, userId, settleMs }: Aftermath): Promise<void> {
  const notes = createNoteStore(stack.redis);
  const options = { timeoutMs: settleMs, intervalMs: 250 };
  const told = (noteId: string) => new Set(receiver.requests.filter((one) => noteOf(one) === noteId).map(idOf));
  for (const { kind, parts } of await readKeys(stack.redis, [])) {
    const [owner, noteId = ''] = parts;
    if (kind !== 'note' || owner !== userId) continue;
    const run = (await notes.get(userId, noteId))?.run ?? 0;
    const prefix = `msg_${noteId.replaceAll('-', '')}_`;
    const isLast = (id: string) => id.startsWith(`${prefix}${run}`);
    await eventually(`the last run of note ${noteId} is told`, () => [...told(noteId)].some(isLast), options);
    for (const id of told(noteId)) expect(id).toMatch(new RegExp(`^${prefix}\\d+(_\\d+)?$`));
    // Each end has one id, however often it is told: ends come of the upload and of being processed again.
    expect(told(noteId).size).toBeLessThanOrEqual(1 + (editor.again.get(noteId) ?? 0));
    for (const id of told(noteId))
      await eventually(`the receiver has taken ${id}`, () => receiver.answers(id, 204) > 0, options);
  }
}

/** What the log of the endpoint says is what its receiver saw: each request a line, each success and failure its. */
export async function expectTrueLog({ stack, receiver, userId, endpoint }: Aftermath): Promise<void> {
  const attempts = createWebhookAttemptStore(stack.redis);
  const page = { filter: {}, after: null, limit: 1_000 };
  const { entries } = await attempts.list(userId, endpoint.endpoint_id, page);
  for (const id of new Set(receiver.requests.map(idOf))) {
    const ofIt = entries.filter(({ messageId }) => messageId === id);
    const lines = ofIt.filter(({ attempt }) => attempt !== null).length;
    const requests = receiver.requests.filter((request) => idOf(request) === id).length;
    // More than lines only where a line says that it stands for more …
    if (ofIt.some(({ repeated }) => repeated)) continue;
    // … or where a kill broke the last one off, and it was not made again as its note was gone by then.
    const unfinished = ofIt.some(({ reason }) => reason === 'note_deleted') ? 1 : 0;
    expect([id, requests - lines]).toEqual([id, requests - lines === 0 ? 0 : unfinished]);
  }
  for (const { outcome, messageId } of entries) {
    const taken = receiver.answers(messageId, 204);
    if (outcome === 'succeeded') expect([messageId, taken]).not.toEqual([messageId, 0]);
    // What broke off on our side is no failure of theirs; a send by hand that did is not made again.
    if (outcome === 'failed' && isAutomatic(messageId)) {
      const failures = entries.filter((entry) => entry.messageId === messageId && entry.outcome === 'failed');
      expect(failures.length).toBeLessThanOrEqual(receiver.answers(messageId, 500));
    }
  }
  for (const { body, headers } of receiver.requests) {
    new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  }
}

/** Every event that one endpoint got, the log of the other has too: tried, waiting, ended or skipped. */
export async function expectNoEventLost({ stack, receiver, userId }: Aftermath, endpointId: string): Promise<void> {
  const name = keys.webhookAttempts(userId, endpointId);
  const log = Object.values(await stack.redis.hgetall(name)).map((json) => JSON.parse(json).messageId);
  const events = receiver.requests.map(idOf).filter(isAutomatic);
  for (const id of events) expect(log).toContain(id);
}

/** The same idempotency key gave the same message, also when its first answer was lost. */
export function expectSentOnce({ customer }: Aftermath): void {
  for (const ids of customer.sends.values()) expect(ids.size).toBe(1);
}

/** All of Redis, the recordings and what waits agree, once what was under way has ended. */
export async function expectAgreement({ stack, settleMs }: Aftermath): Promise<void> {
  const connection = await NativeConnection.connect({ address: stack.temporalAddress });
  const client = new Client({ connection });
  const folder = join(stack.home, 'recordings');
  const leftOver = async (name: string) => (await stack.redis.zrange(name, 0, '-1')).map((one) => `${name}: ${one}`);
  const problems = async () => [
    ...(await checkStore(stack.redis)),
    ...(await checkRecordings(stack.redis, folder)),
    ...(await checkEvents(stack.redis, client)),
    // Uploads that broke off are settled, and no mail waits.
    ...(await leftOver(keys.unsettledRecordings())),
    ...(await leftOver(keys.signInMailsDue())),
  ];
  try {
    const none = async () => (await problems()).length === 0;
    // What does not agree in the end is shown below.
    await eventually('all agrees', none, { timeoutMs: settleMs, intervalMs: 1_000 }).catch(() => {});
    expect(await problems()).toEqual([]);
  } finally {
    await connection.close();
  }
}
