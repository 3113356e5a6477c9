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

/** The subjects of the checks after the chaos. */
export interface Aftermath {
  readonly stack: RunningStack;
  readonly customer: Customer;
  readonly editor: Editor;
  readonly receiver: FlakyReceiver;
  readonly userId: string;
  readonly endpoint: { readonly endpoint_id: string; readonly secret: string };
  /** The recording that was uploaded repeatedly. */
  readonly original: Uint8Array<ArrayBuffer>;
  /** Longer than every timeout that applies when the worker, the engine or Temporal dies. */
  readonly settleMs: number;
}

const noteOf = (request: ReceivedRequest): string => JSON.parse(request.body).data.note_id;
const idOf = (request: ReceivedRequest): string => String(request.headers['webhook-id']);
/** A test event is sent manually, with a random id, and is not retried. */
const isAutomatic = (messageId: string): boolean => /^msg_[0-9a-f]{32}_\d+/.test(messageId);

/**
 * Every existing note is completed with its whole recording, whether its upload was answered or not: none of them had
 * an error. Notes whose upload was answered with 202 exist unless they were deleted.
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

/** Each kind of dictation works again after its engine was killed. */
export async function expectDictations({ stack, settleMs }: Aftermath, kinds: readonly Fields[]): Promise<void> {
  for (const fields of kinds) {
    const served = async () => (await dictate(stack, fields)).status === 200;
    await eventually(`a dictation is served: ${fields['source']}`, served, { timeoutMs: settleMs, intervalMs: 250 });
  }
}

/** Each run of an existing note emitted its event under the run's own id, and the receiver accepted it. */
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
    // Each event has one id, however often it is sent. Runs come from the upload and from repeated processing.
    expect(told(noteId).size).toBeLessThanOrEqual(1 + (editor.again.get(noteId) ?? 0));
    for (const id of told(noteId))
      await eventually(`the receiver has taken ${id}`, () => receiver.answers(id, 204) > 0, options);
  }
}

/** The endpoint's log matches what its receiver saw: one line for each request, each success and each failure. */
export async function expectTrueLog({ stack, receiver, userId, endpoint }: Aftermath): Promise<void> {
  const attempts = createWebhookAttemptStore(stack.redis);
  const page = { filter: {}, after: null, limit: 1_000 };
  const { entries } = await attempts.list(userId, endpoint.endpoint_id, page);
  for (const id of new Set(receiver.requests.map(idOf))) {
    const ofIt = entries.filter(({ messageId }) => messageId === id);
    const lines = ofIt.filter(({ attempt }) => attempt !== null).length;
    const requests = receiver.requests.filter((request) => idOf(request) === id).length;
    // More requests than lines only where a line reports that it was sent more than once …
    if (ofIt.some(({ repeated }) => repeated)) continue;
    // … or where a kill interrupted the last one, and it was not repeated because its note was deleted.
    const unfinished = ofIt.some(({ reason }) => reason === 'note_deleted') ? 1 : 0;
    expect([id, requests - lines]).toEqual([id, requests - lines === 0 ? 0 : unfinished]);
  }
  for (const { outcome, messageId } of entries) {
    const taken = receiver.answers(messageId, 204);
    if (outcome === 'succeeded') expect([messageId, taken]).not.toEqual([messageId, 0]);
    // An interruption on our side is not a failure of the receiver. An interrupted manual send is not repeated.
    if (outcome === 'failed' && isAutomatic(messageId)) {
      const failures = entries.filter((entry) => entry.messageId === messageId && entry.outcome === 'failed');
      expect(failures.length).toBeLessThanOrEqual(receiver.answers(messageId, 500));
    }
  }
  for (const { body, headers } of receiver.requests) {
    new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  }
}

/** Every event of one endpoint is also in the log of the other: attempted, waiting, ended or skipped. */
export async function expectNoEventLost({ stack, receiver, userId }: Aftermath, endpointId: string): Promise<void> {
  const name = keys.webhookAttempts(userId, endpointId);
  const log = Object.values(await stack.redis.hgetall(name)).map((json) => JSON.parse(json).messageId);
  const events = receiver.requests.map(idOf).filter(isAutomatic);
  for (const id of events) expect(log).toContain(id);
}

/** The same idempotency key returned the same message, also when the first answer was lost. */
export function expectSentOnce({ customer }: Aftermath): void {
  for (const ids of customer.sends.values()) expect(ids.size).toBe(1);
}

/** Redis, the recordings and the waiting events agree once all running work has ended. */
export async function expectAgreement({ stack, settleMs }: Aftermath): Promise<void> {
  const connection = await NativeConnection.connect({ address: stack.temporalAddress });
  const client = new Client({ connection });
  const folder = join(stack.home, 'recordings');
  const leftOver = async (name: string) => (await stack.redis.zrange(name, 0, '-1')).map((one) => `${name}: ${one}`);
  const problems = async () => [
    ...(await checkStore(stack.redis)),
    ...(await checkRecordings(stack.redis, folder)),
    ...(await checkEvents(stack.redis, client)),
    // Interrupted uploads are settled, and no mail waits.
    ...(await leftOver(keys.unsettledRecordings())),
    ...(await leftOver(keys.signInMailsDue())),
  ];
  try {
    const none = async () => (await problems()).length === 0;
    // The remaining inconsistencies are reported below.
    await eventually('all agrees', none, { timeoutMs: settleMs, intervalMs: 1_000 }).catch(() => {});
    expect(await problems()).toEqual([]);
  } finally {
    await connection.close();
  }
}
