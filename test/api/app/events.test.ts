import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createEventStreams, MAX_STREAMS_PER_USER } from '../../../api/app/event-streams.ts';
import { createPieceStore } from '../../../notes/store/pieces.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { type EventReader, gatherEvents, readEvents } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';

let api: TestApi;
const opened: EventReader[] = [];
beforeAll(async () => {
  api = await startTestApi({ events: { heartbeatMs: 50 } });
});
afterAll(async () => {
  for (const stream of opened) stream.stop();
  await api.stop();
});

async function signIn() {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const cookie = `sotto_session=${await api.sessions.begin(userId)}`;
  const open = async () => {
    const stream = await readEvents(`${api.url}/v1/app/events`, { cookie });
    opened.push(stream);
    return stream;
  };
  return { userId, cookie, open };
}

function makeNote(userId: string, noteId = crypto.randomUUID()) {
  const recording = { object: `notes/${userId}/${noteId}`, contentType: null, bytes: 1 };
  return api.notes.create({ noteId, userId, title: 'Secret plan', language: null, recordedAt: null, recording });
}

/** Redis, or all nodes of the cluster: a subscription is at any one of them. */
function nodes() {
  const { redis } = api.redis;
  return 'nodes' in redis ? redis.nodes('all') : [redis];
}

/** The number of users to whose events Redis has subscribers. */
const channels = async () => (await Promise.all(nodes().map((node) => node.pubsub('CHANNELS')))).flat().length;

test('GET /v1/app/events reports how a note is created, progresses, changes and is deleted, without its words', async () => {
  const { userId, open } = await signIn();
  const stream = await open();
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  expect(stream.response.headers.get('x-request-id')).toStartWith('req_');
  const { noteId } = await makeNote(userId);
  const piece = { start: 0, end: 12.5, text: 'secret words', segments: [] };
  await createPieceStore(api.redis.redis).add(userId, noteId, 1, piece as never);
  await api.notes.change(userId, noteId, () => ({ status: 'completed', transcript: 'secret words' }));
  await api.notes.remove(userId, noteId);
  await eventually('four events came', () => stream.events.length === 4);
  expect(stream.events).toEqual([
    { event: 'note', data: { note_id: noteId, status: 'processing' } },
    { event: 'note', data: { note_id: noteId, status: 'processing', transcribed_seconds: 12.5 } },
    { event: 'note', data: { note_id: noteId, status: 'completed' } },
    { event: 'note', data: { note_id: noteId, status: 'deleted' } },
  ]);
  expect(stream.text().toLowerCase()).not.toContain('secret');
});

test("GET /v1/app/events reports how the user's latest export ended, to nobody else", async () => {
  const [mine, theirs] = [await signIn(), await signIn()];
  const [stream, other] = [await mine.open(), await theirs.open()];
  const { exports } = api.services.accounts;
  const { exportId } = await exports.begin(mine.userId);
  await exports.end({ userId: mine.userId, exportId: crypto.randomUUID() }, 'failed');
  await exports.end({ userId: mine.userId, exportId }, 'completed');
  await eventually('the event came', () => stream.events.length > 0);
  expect(stream.events).toEqual([{ event: 'export', data: { export_id: exportId, status: 'completed' } }]);
  expect(other.events).toEqual([]);
});

test("GET /v1/app/events reports a new entry in an endpoint's attempt log", async () => {
  const { userId, open } = await signIn();
  const settings = { url: 'https://example.org/', description: null, eventTypes: ['note.processed' as const] } as const;
  const endpoint = await api.webhooks.endpoints.create(userId, settings, 'whsec_cHJpdmF0ZQ==');
  const endpointId = endpoint?.endpointId ?? '';
  const stream = await open();
  const line = {
    attemptId: 'msg_x.ended',
    at: Date.now(),
    messageId: 'msg_x',
    eventType: 'ping',
    noteId: null,
  } as const;
  const entry = { ...line, trigger: 'ping', outcome: 'ended', reason: 'cancelled' } as const;
  await api.webhooks.attempts.record(userId, endpointId, entry);
  await eventually('the event came', () => stream.events.length === 1);
  expect(stream.events).toEqual([{ event: 'attempt', data: { endpoint_id: endpointId } }]);
});

test('GET /v1/app/events shares one subscription among the tabs of a user, and sends nothing to others', async () => {
  const [ada, bob] = [await signIn(), await signIn()];
  const before = await channels();
  const [first, second, other] = [await ada.open(), await ada.open(), await bob.open()];
  expect(await channels()).toBe(before + 2);
  await makeNote(ada.userId);
  await eventually('both tabs know', () => first.events.length === 1 && second.events.length === 1);
  const { noteId } = await makeNote(bob.userId);
  await eventually('bob knows of his own', () => other.events.length === 1);
  expect(other.events[0]?.data).toMatchObject({ note_id: noteId });
  first.stop();
  second.stop();
  await eventually('nobody listens to ada any more', async () => (await channels()) === before + 1);
});

test('GET /v1/app/events sends keep-alive comments, and the reconnection time', async () => {
  const { open } = await signIn();
  const stream = await open();
  await eventually('two signs came', () => stream.text().split(': still here\n\n').length > 2);
  expect(stream.text()).toStartWith('retry: 2000\n\n');
  expect(stream.events).toEqual([]);
});

test.each([
  ['POST', '/sign-out'],
  ['DELETE', '/sessions'],
  ['DELETE', '/sessions/{current}'],
])('%s /v1/app%s ends the streams of the user, and none of another', async (method, path) => {
  const [ada, bob] = [await signIn(), await signIn()];
  const [stream, other] = [await ada.open(), await bob.open()];
  const [session] = await api.sessions.list(ada.userId);
  const url = `${api.url}/v1/app${path.replace('{current}', session?.sessionId ?? '')}`;
  expect((await fetch(url, { method, headers: { cookie: ada.cookie } })).status).toBe(204);
  await stream.ended;
  expect((await ada.open()).response.status).toBe(401);
  await makeNote(bob.userId);
  await eventually('bob still hears', () => other.events.length === 1);
});

test('GET /v1/app/events refuses a user with too many streams, until one ends', async () => {
  const { open } = await signIn();
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS_PER_USER }, open));
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get('retry-after')).toBe('1');
  for (const stream of streams) stream.stop();
  await eventually('there is room again', async () => (await open()).response.status === 200);
});

test('HEAD /v1/app/events answers at once and keeps no stream open', async () => {
  const { cookie } = await signIn();
  const before = await channels();
  const response = await fetch(`${api.url}/v1/app/events`, { method: 'HEAD', headers: { cookie } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await eventually('its subscription has ended', async () => (await channels()) <= before);
});

test('a stream ends when its Redis connection breaks, so that the page reloads what it missed', async () => {
  const { userId, open } = await signIn();
  const stream = await open();
  for (const node of nodes()) await node.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await stream.ended;
  const next = await eventually('the next one opens', async () => {
    const again = await open();
    return again.response.status === 200 ? again : undefined;
  });
  await makeNote(userId);
  await eventually('it tells', () => next.events.length === 1);
});

test('createEventStreams() ends a stream after its lifetime', async () => {
  const streams = createEventStreams(api.redis.redis, { lifetimeMs: 20 });
  const stream = await streams.open(crypto.randomUUID());
  expect(await new Response(stream as BodyInit).text()).toBe('retry: 2000\n\n');
  await streams.close();
});

test('createEventStreams() ends a stream whose reader does not keep up, and keeps the others', async () => {
  const streams = createEventStreams(api.redis.redis);
  const { userId } = await signIn();
  const slow = await streams.open(userId);
  const quick = gatherEvents(await streams.open(userId));
  for (let round = 0; round < 300; round += 1) {
    await createPieceStore(api.redis.redis).add(userId, crypto.randomUUID(), 1, { start: 0, end: round, segments: [] });
  }
  await eventually('the quick one has all', () => quick.events.length === 300);
  expect((await new Response(slow as BodyInit).text()).match(/event: note/g)?.length).toBe(255);
  await streams.close();
  await quick.ended;
});
