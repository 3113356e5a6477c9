import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { Scope } from '../../../accounts/tokens.ts';
import type { MessageType } from '../../../contracts/webhook-events.ts';
import { createSigningSecret } from '../../../webhooks/secret.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { type EventReader, readEvents } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';

interface Delivery {
  readonly cursor: string;
  readonly attempt: Readonly<Record<string, unknown>>;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let api: TestApi;
const opened: EventReader[] = [];
beforeAll(async () => {
  api = await startTestApi();
  api.clock.ms = Date.now();
}, 20_000);
afterAll(async () => {
  for (const stream of opened) stream.stop();
  await api.stop();
});

/** A user with a note, a token and an endpoint. The test writes the endpoint's log. */
async function startEndpoint(scopes: Scope[] = ['webhooks:write', 'notes:read']) {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const token = await api.tokens.create(userId, { name: 'listener', scopes });
  const secret = createSigningSecret();
  const settings = { url: 'https://example.org/', description: null, eventTypes: ['note.processed' as const] };
  const endpointId = (await api.webhooks.endpoints.create(userId, settings, secret))?.endpointId ?? '';
  const noteId = crypto.randomUUID();
  const recording = { object: `notes/${userId}/${noteId}`, contentType: null, bytes: 1 };
  await api.notes.create({ noteId, userId, title: 'Groceries', language: null, recordedAt: null, recording });
  await api.notes.change(userId, noteId, () => ({ status: 'completed', transcript: 'Milk' }));

  /** As if an event had been emitted while the endpoint was disabled. */
  const skip = (messageId: string, type: MessageType = 'note.processed') =>
    api.webhooks.attempts.record(userId, endpointId, {
      ...{ attemptId: `${messageId}.1`, at: api.clock.ms, messageId, eventType: type },
      noteId: type === 'ping' ? null : noteId,
      ...{ trigger: type === 'ping' ? 'ping' : 'automatic', outcome: 'skipped', reason: 'endpoint_disabled' },
    });
  /** As if an attempt that started some time ago had ended. */
  const send = (messageId: string, startedMsAgo: number) =>
    api.webhooks.attempts.finish({
      ...{ userId, endpointId, attemptId: `${messageId}.1`, generation: null, url: settings.url },
      entry: {
        ...{ attemptId: `${messageId}.1`, at: api.clock.ms - startedMsAgo, messageId, eventType: 'note.processed' },
        ...{ noteId, trigger: 'automatic', outcome: 'succeeded', attempt: 1, status: 204, failure: null },
        ...{ reason: null, location: null, durationMs: startedMsAgo, nextAttemptAt: null, repeated: false },
      },
    });
  const path = `${api.url}/v1/app/webhook-endpoints/${endpointId}/deliveries`;
  const listen = async (query = '') => {
    const stream = await readEvents(path + query, { authorization: `Bearer ${token?.secret}` });
    opened.push(stream);
    const deliveries = () =>
      stream.events.filter(({ event }) => event === 'delivery').map(({ data }) => data as unknown as Delivery);
    const ids = () => deliveries().map(({ attempt }) => attempt['message_id']);
    const isOpen = () => stream.events.some(({ event }) => event === 'open');
    if (stream.response.ok) await eventually('the stream is open', isOpen);
    const openedAt = () => stream.events.find(({ event }) => event === 'open')?.data['cursor'];
    return { ...stream, deliveries, ids, openedAt };
  };
  return { ...{ userId, endpointId, noteId, secret, skip, send, listen }, tokenId: token?.token.tokenId ?? '' };
}

test('GET deliveries sends what happens from now on, signed so that a receiver verifies it', async () => {
  const { secret, noteId, skip, send, listen } = await startEndpoint();
  await skip('msg_before');
  const stream = await listen();
  await skip('msg_skipped');
  await skip('msg_ping', 'ping');
  await send('msg_sent', 15_000);
  await eventually('three deliveries came', () => stream.deliveries().length === 3);
  const verified = stream.deliveries().map(({ body, headers }) => new Webhook(secret).verify(body, headers));
  const [ping, sent, skipped] = ['msg_ping', 'msg_sent', 'msg_skipped'].map((id) => stream.ids().indexOf(id));
  expect(verified[skipped ?? -1]).toMatchObject({
    type: 'note.processed',
    data: { note_id: noteId, title: 'Groceries' },
  });
  expect(verified[ping ?? -1]).toMatchObject({ type: 'ping', data: { message: expect.any(String) } });
  expect(verified[sent ?? -1]).toMatchObject({ type: 'note.processed', data: { note_id: noteId } });
  const attempt = { outcome: 'succeeded', status_code: 204, duration_ms: 15_000 };
  expect(stream.deliveries()[sent ?? -1]?.attempt).toMatchObject(attempt);
});

test('GET deliveries is signed under every active secret', async () => {
  const { userId, endpointId, secret, skip, listen } = await startEndpoint();
  const rotated = createSigningSecret();
  await api.webhooks.endpoints.rotateSecret(userId, endpointId, rotated);
  await skip('msg_rotated');
  const [delivery] = (await listen('?last=1')).deliveries();
  for (const each of [secret, rotated]) {
    expect(new Webhook(each).verify(delivery?.body ?? '', delivery?.headers ?? {})).toMatchObject({
      type: 'note.processed',
    });
  }
});

test('GET deliveries?last= sends the end of the log first, and leaves out ends and deleted notes', async () => {
  const { userId, endpointId, noteId, skip, listen } = await startEndpoint();
  await skip('msg_1');
  await skip('msg_2');
  await skip('msg_3');
  const end = { attemptId: 'msg_3.ended', at: api.clock.ms, messageId: 'msg_3', eventType: 'note.processed' } as const;
  const reason = { trigger: 'automatic', outcome: 'ended', reason: 'cancelled' } as const;
  await api.webhooks.attempts.record(userId, endpointId, { ...end, noteId, ...reason });
  expect((await listen('?last=2')).ids()).toEqual(['msg_2', 'msg_3']);
  expect((await listen('?last=5&message_id=msg_1')).ids()).toEqual(['msg_1']);
  expect((await listen()).ids()).toEqual([]);
  await api.notes.remove(userId, noteId);
  expect((await listen('?last=5')).ids()).toEqual([]);
});

test('GET deliveries?after= continues, and has what started earlier but ended later', async () => {
  const { skip, send, listen } = await startEndpoint();
  api.clock.ms -= 3_600_000;
  await skip('msg_old');
  api.clock.ms += 3_600_000;
  await skip('msg_1');
  const first = (await listen('?last=1')).deliveries()[0];
  await send('msg_slow', 15_000);
  await skip('msg_2');
  const ids = (await listen(`?after=${first?.cursor}`)).ids();
  expect(ids).toContain('msg_slow');
  expect(ids.at(-1)).toBe('msg_2');
  expect(ids).not.toContain('msg_old');
});

test('GET deliveries?after= continues from when a stream opened that had no delivery', async () => {
  const { skip, listen } = await startEndpoint();
  const first = await listen();
  first.stop();
  await skip('msg_between');
  expect((await listen(`?after=${first.openedAt()}`)).ids()).toEqual(['msg_between']);
});

test('GET deliveries needs a token that may read notes too, and a cursor of its own', async () => {
  const narrow = await startEndpoint(['webhooks:write']);
  expect((await narrow.listen()).response.status).toBe(403);
  const wide = await startEndpoint();
  expect((await wide.listen('?after=nonsense')).response.status).toBe(400);
  expect((await wide.listen('?last=101')).response.status).toBe(422);
});

test('GET deliveries ends when the token is revoked or the endpoint deleted, and sends nothing more', async () => {
  const revoked = await startEndpoint();
  const first = await revoked.listen();
  await api.tokens.revoke(revoked.userId, revoked.tokenId);
  await revoked.skip('msg_late');
  await first.ended;
  expect(first.ids()).toEqual([]);

  const deleted = await startEndpoint();
  const second = await deleted.listen();
  await api.webhooks.endpoints.remove(deleted.userId, deleted.endpointId);
  const other = await api.webhooks.endpoints.create(
    deleted.userId,
    { url: 'https://example.org/', description: null, eventTypes: ['note.processed'] },
    createSigningSecret(),
  );
  const entry = {
    attemptId: 'msg_y.1',
    at: api.clock.ms,
    messageId: 'msg_y',
    eventType: 'ping',
    noteId: null,
  } as const;
  const outcome = { trigger: 'ping', outcome: 'skipped', reason: 'endpoint_disabled' } as const;
  await api.webhooks.attempts.record(deleted.userId, other?.endpointId ?? '', { ...entry, ...outcome });
  await second.ended;
  expect(second.ids()).toEqual([]);
});
