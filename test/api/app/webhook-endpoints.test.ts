import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { Client } from '@temporalio/client';
import { Webhook } from 'standardwebhooks';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startDevServer, type TestTemporal } from '../../support/temporal.ts';
import { makeNote, startWebhookService, type WebhookService } from '../../support/webhooks.ts';

let temporal: TestTemporal;
let api: TestApi;
let service: WebhookService;
let receiver: Receiver;

beforeAll(async () => {
  temporal = await startDevServer();
  const { connection, namespace } = temporal;
  api = await startTestApi({ client: new Client({ connection, namespace }), webhookNetworks: '127.0.0.0/8' });
  api.clock.ms = Date.now();
  service = await startWebhookService({ redis: api.redis.redis, connection, namespace });
  receiver = await startReceiver();
});
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  await service.stop();
  await api.stop();
  await temporal.stop();
  await receiver.stop();
});

/** Every field of an answer that these tests read. */
interface Answer {
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly attempt_id: string;
  readonly at: string;
  readonly secret: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly secrets: readonly unknown[];
  readonly ping: Answer;
  readonly items: readonly Answer[];
  readonly next_cursor: string | null;
  readonly detail: readonly { readonly loc: readonly unknown[]; readonly type: string }[];
}

/** A user with a token, and a client for them. */
async function startUser(scopes: ('notes:read' | 'webhooks:write')[] = ['webhooks:write']) {
  const userId = crypto.randomUUID();
  const made = await api.tokens.create(userId, { name: 'test', scopes });
  const call = async (method: string, path = '', body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}/v1/app/webhook-endpoints${path}`, {
      method,
      headers: {
        authorization: `Bearer ${made?.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer };
  };
  return { userId, call };
}

type User = Awaited<ReturnType<typeof startUser>>;

async function createEndpoint(user: User, fields: Record<string, unknown> = {}): Promise<Answer> {
  const { status, body } = await user.call('POST', '', { url: receiver.url, ...fields });
  expect(status).toBe(201);
  return body;
}

const attemptsOf = async (user: User, id: string, query = '') =>
  (await user.call('GET', `/${id}/attempts${query}`)).body.items;

const logged = (user: User, id: string, count: number) =>
  eventually(`${count} attempts in the log`, async () => {
    const items = await attemptsOf(user, id);
    return items.length >= count && items;
  });

describe('POST /webhook-endpoints', () => {
  test('gives the secret once and sends a ping that it verifies', async () => {
    const user = await startUser();
    const created = await createEndpoint(user, { description: 'CRM' });
    expect(created).toMatchObject({
      url: receiver.url,
      description: 'CRM',
      event_types: ['note.processed', 'note.failed'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      secrets: [{ expires_at: null }],
    });
    const [attempt] = await logged(user, created.endpoint_id, 1);
    expect(attempt).toMatchObject({
      attempt_id: created.ping.attempt_id,
      message_id: created.ping.message_id,
      ...{ event_type: 'ping', trigger: 'ping', outcome: 'succeeded', attempt: 1, status_code: 204 },
      ...{ failure: null, reason: null, note_id: null, next_attempt_at: null, repeated: false },
    });
    const [request] = receiver.requests;
    const verified = new Webhook(created.secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ type: 'ping', data: { message: expect.any(String) } });
    expect(request?.headers['user-agent']).toBe('Sotto-Webhooks/1.0');
    const shown = await user.call('GET', `/${created.endpoint_id}`);
    expect(JSON.stringify(shown.body)).not.toContain('whsec_');
  });

  test.each([
    ['http://10.0.0.1/', 'The URL must point to a public address'],
    ['ftp://example.com/', 'The URL must begin with https://'],
    ['https://user:pass@example.com/', 'The URL must not hold a user name or password'],
    ['https://example.com:22/', 'The URL must not use a port of a service other than the web'],
    ['nonsense', 'The URL must be an absolute URL'],
  ])('refuses %s, and keeps nothing', async (url, msg) => {
    const user = await startUser();
    const { status, body } = await user.call('POST', '', { url });
    expect(status).toBe(422);
    expect<unknown>(body).toEqual({ detail: [{ loc: ['body', 'url'], msg, type: 'url_not_allowed' }] });
    expect<unknown>((await user.call('GET')).body).toEqual({ items: [] });
  });

  test('refuses wrong fields with their places', async () => {
    const user = await startUser();
    const { status, body } = await user.call('POST', '', { url: receiver.url, event_types: ['note.deleted'] });
    expect(status).toBe(422);
    expect(body.detail[0]?.loc).toEqual(['body', 'event_types', 0]);
    expect((await user.call('POST', '', {})).body.detail[0]).toMatchObject({
      loc: ['body', 'url'],
      type: 'missing',
    });
  });

  test('allows 20 endpoints to a user, not 21', async () => {
    const user = await startUser();
    for (let made = 0; made < 20; made += 1) await createEndpoint(user);
    expect((await user.call('POST', '', { url: receiver.url })).status).toBe(409);
    expect((await user.call('GET')).body.items).toHaveLength(20);
  });
});

test('every route wants webhooks:write, and shows a user no endpoint of another', async () => {
  const [owner, stranger, reader] = [await startUser(), await startUser(), await startUser(['notes:read'])];
  const { endpoint_id: id } = await createEndpoint(owner);
  const routes: [string, string, unknown?][] = [
    ['GET', `/${id}`],
    ['PATCH', `/${id}`, { description: 'mine' }],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/rotate-secret`],
    ['POST', `/${id}/enable`],
    ['POST', `/${id}/ping`],
    ['POST', `/${id}/test`],
    ['GET', `/${id}/attempts`],
    ['POST', `/${id}/messages/msg_1/redeliver`],
  ];
  for (const [method, path, body] of routes) {
    expect((await stranger.call(method, path, body)).status).toBe(404);
    expect((await reader.call(method, path, body)).status).toBe(403);
    expect((await fetch(`${api.url}/v1/app/webhook-endpoints${path}`, { method })).status).toBe(401);
  }
  expect<unknown>((await stranger.call('GET')).body).toEqual({ items: [] });
  expect((await owner.call('GET', `/${id}`)).body).toMatchObject({ description: null, status: 'enabled' });
  expect((await owner.call('GET', '/not-a-uuid')).status).toBe(422);
});

describe('PATCH /webhook-endpoints/{id}', () => {
  test('changes what is given and holds a new URL to the same rules', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user, { description: 'old' });
    const changed = await user.call('PATCH', `/${id}`, {
      url: 'https://127.0.0.1:8443/new',
      event_types: ['note.failed'],
    });
    expect(changed.body).toMatchObject({
      url: 'https://127.0.0.1:8443/new',
      description: 'old',
      event_types: ['note.failed'],
    });
    expect((await user.call('PATCH', `/${id}`, { url: 'https://192.168.0.1/' })).status).toBe(422);
    expect((await user.call('PATCH', `/${id}`, { description: null })).body).toMatchObject({
      url: 'https://127.0.0.1:8443/new',
      description: null,
    });
  });

  test('disables, which refuses manual sends, and enables again', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    const disabled = await user.call('PATCH', `/${id}`, { enabled: false });
    expect(disabled.body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'user',
      disabled_at: expect.any(String),
    });
    for (const path of ['ping', 'test']) expect((await user.call('POST', `/${id}/${path}`)).status).toBe(409);
    const enabled = await user.call('POST', `/${id}/enable`);
    expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null, disabled_at: null });
    expect((await user.call('PATCH', `/${id}`, { enabled: true })).body).toMatchObject({ status: 'enabled' });
  });
});

test('DELETE /webhook-endpoints/{id} removes it and its log', async () => {
  const user = await startUser();
  const { endpoint_id: id } = await createEndpoint(user);
  await logged(user, id, 1);
  expect(await user.call('DELETE', `/${id}`)).toEqual({ status: 204, body: null as never });
  expect((await user.call('GET', `/${id}`)).status).toBe(404);
  expect((await user.call('DELETE', `/${id}`)).status).toBe(404);
  const left = await api.redis.redis.keys(`*${id}*`);
  expect(left).toEqual([]);
});

describe('POST /webhook-endpoints/{id}/rotate-secret', () => {
  test('signs with the old and the new secret for 24 hours, the newest first', async () => {
    const user = await startUser();
    const { endpoint_id: id, secret: first } = await createEndpoint(user);
    const { body } = await user.call('POST', `/${id}/rotate-secret`);
    const inOneDay = new Date(api.clock.ms + 24 * 60 * 60 * 1000).toISOString();
    expect(body.secrets).toEqual([{ expires_at: null }, { expires_at: inOneDay }]);
    await user.call('POST', `/${id}/ping`);
    const request = await eventually('the second ping', () => receiver.requests[1]);
    const headers = request.headers as Record<string, string>;
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    expect(signatures).toHaveLength(2);
    for (const [index, secret] of [body.secret, first].entries()) {
      expect(() => new Webhook(secret).verify(request.body, headers)).not.toThrow();
      const alone = { ...headers, 'webhook-signature': signatures[index] ?? '' };
      expect(() => new Webhook(secret).verify(request.body, alone)).not.toThrow();
    }
  });

  test('keeps each older secret for its own 24 hours, and five active ones at most', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    const start = api.clock.ms;
    const hour = 60 * 60 * 1000;
    for (let rotation = 1; rotation <= 4; rotation += 1) {
      api.clock.ms = start + rotation * hour;
      expect((await user.call('POST', `/${id}/rotate-secret`)).status).toBe(200);
    }
    const refused = await user.call('POST', `/${id}/rotate-secret`);
    expect(refused.status).toBe(409);
    const { body } = await user.call('GET', `/${id}`);
    const expiries = [4, 3, 2, 1].map((hours) => ({ expires_at: new Date(start + (hours + 24) * hour).toISOString() }));
    expect(body.secrets).toEqual([{ expires_at: null }, ...expiries]);
    api.clock.ms = start + 25 * hour;
    expect((await user.call('POST', `/${id}/rotate-secret`)).status).toBe(200);
    expect((await user.call('GET', `/${id}`)).body.secrets).toHaveLength(5);
    api.clock.ms = Date.now();
  });
});

describe('manual sends', () => {
  test('a test event is a sample note.processed', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    const { status, body } = await user.call('POST', `/${id}/test`);
    expect(status).toBe(202);
    const request = await eventually('the test event', () => receiver.requests[1]);
    expect(request.headers['webhook-id']).toBe(body.message_id);
    expect(JSON.parse(request.body)).toMatchObject({
      type: 'note.processed',
      data: { status: 'completed', transcript: [{ speaker: 'speaker_0' }, { speaker: 'speaker_1' }] },
    });
  });

  test('the same Idempotency-Key sends once, also at the same time', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    const key = { 'idempotency-key': 'key-1' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.call('POST', `/${id}/ping`, undefined, key)),
    );
    expect(new Set(answers.map(({ body }) => body.attempt_id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    await user.call('POST', `/${id}/test`, undefined, { 'idempotency-key': 'key-2' });
    await logged(user, id, 3);
    expect(receiver.requests).toHaveLength(3);
    expect((await user.call('POST', `/${id}/test`, undefined, key)).body.detail[0]).toMatchObject({
      loc: ['header', 'Idempotency-Key'],
      type: 'idempotency_key_reused',
    });
    for (const bad of ['', 'x'.repeat(256)]) {
      const { status } = await user.call('POST', `/${id}/ping`, undefined, { 'idempotency-key': bad });
      expect(status).toBe(422);
    }
  });

  test('a redelivery sends the event again under its own id, with the note as it is now', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    const note = makeNote(user.userId);
    service.saveNote(note);
    const messageId = `msg_${crypto.randomUUID()}`;
    await service.emitNoteEvent({ userId: user.userId, noteId: note.noteId, type: 'note.processed', messageId });
    await logged(user, id, 2);
    service.saveNote({ ...note, title: 'Renamed' });
    const { status, body } = await user.call('POST', `/${id}/messages/${messageId}/redeliver`);
    expect([status, body.message_id]).toEqual([202, messageId]);
    await logged(user, id, 3);
    const [, first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(messageId);
    expect([JSON.parse(first?.body ?? '').data.title, JSON.parse(second?.body ?? '').data.title]).toEqual([
      'Groceries',
      'Renamed',
    ]);
    expect((await user.call('POST', `/${id}/messages/msg_unknown/redeliver`)).status).toBe(404);
    const stranger = await startUser();
    const { endpoint_id: other } = await createEndpoint(stranger);
    expect((await stranger.call('POST', `/${other}/messages/${messageId}/redeliver`)).status).toBe(404);
  });

  test('a 410 to a manual send disables the endpoint', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    await logged(user, id, 1);
    receiver.answerWith(410);
    await user.call('POST', `/${id}/ping`);
    await eventually('the endpoint is disabled', async () => {
      const { body } = await user.call('GET', `/${id}`);
      return body.disabled_reason === 'gone';
    });
  });
});

describe('GET /webhook-endpoints/{id}/attempts', () => {
  test('pages newest first, filters, and binds its cursor to the filters', async () => {
    const user = await startUser();
    const { endpoint_id: id } = await createEndpoint(user);
    await logged(user, id, 1);
    receiver.answerWith(500);
    for (let sent = 2; sent <= 4; sent += 1) {
      await user.call('POST', `/${id}/${sent === 4 ? 'test' : 'ping'}`);
      await logged(user, id, sent);
    }
    const all = await attemptsOf(user, id);
    const times = all.map((item) => Date.parse(item.at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(await attemptsOf(user, id, '?outcome=succeeded')).toEqual(all.slice(3));
    expect(await attemptsOf(user, id, '?event_type=note.processed')).toEqual(all.slice(0, 1));
    expect(await attemptsOf(user, id, `?message_id=${all[1]?.message_id}`)).toEqual(all.slice(1, 2));
    expect(await attemptsOf(user, id, '?outcome=skipped')).toEqual([]);
    const first = (await user.call('GET', `/${id}/attempts?limit=3`)).body;
    expect(first.items).toEqual(all.slice(0, 3));
    const cursor = first.next_cursor;
    const second = (await user.call('GET', `/${id}/attempts?limit=3&cursor=${cursor}`)).body;
    expect<unknown>(second).toEqual({ items: all.slice(3), next_cursor: null });
    for (const query of [`outcome=failed&cursor=${cursor}`, 'cursor=nonsense', 'cursor=W10']) {
      expect((await user.call('GET', `/${id}/attempts?${query}`)).status).toBe(400);
    }
    expect((await user.call('GET', `/${id}/attempts?limit=101`)).status).toBe(422);
    expect((await user.call('GET', `/${id}/attempts?outcome=lost`)).status).toBe(422);
  });
});

describe('the re-enable link', () => {
  const page = (token: string, method = 'GET') =>
    fetch(`${api.url}/v1/app/webhook-endpoints/re-enable?token=${token}`, { method });

  async function disabledEndpoint(user: User) {
    const { endpoint_id: endpointId } = await createEndpoint(user);
    await user.call('PATCH', `/${endpointId}`, { enabled: false });
    const claim = { userId: user.userId, endpointId, generation: 1 };
    return { endpointId, claim, token: await api.webhooks.reEnableTokens.sign(claim) };
  }

  test('shows a button when opened, however often, and enables once when that is pressed, without signing in', async () => {
    const user = await startUser();
    const { endpointId, token } = await disabledEndpoint(user);
    const status = async () => (await user.call('GET', `/${endpointId}`)).body.status;
    for (let opened = 0; opened < 3; opened += 1) {
      const shown = await page(token);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await shown.text()).toContain('<form method="post"><button>');
    }
    await page(token, 'HEAD');
    expect(await status()).toBe('disabled');
    const pressed = await Promise.all([page(token, 'POST'), page(token, 'POST')]);
    expect(pressed.map((response) => response.status).sort()).toEqual([200, 409]);
    expect(await status()).toBe('enabled');
    await user.call('PATCH', `/${endpointId}`, { enabled: false });
    expect((await page(token, 'POST')).status).toBe(409);
    expect((await page(token)).status).toBe(409);
    expect(await status()).toBe('disabled');
  });

  test('is refused when forged, expired, of another service, or for an endpoint that is gone', async () => {
    const user = await startUser();
    const { endpointId, claim, token } = await disabledEndpoint(user);
    const [head, payload, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: user.userId, endpoint: endpointId, generation: 1 })).toString(
      'base64url',
    );
    for (const bad of ['x', `${head}.${forged}.${signature}`, `${head}.${payload}.`, `${token}x`]) {
      expect((await page(bad, 'POST')).status).toBe(400);
      expect((await page(bad)).status).toBe(400);
    }
    api.clock.ms += 30 * 24 * 60 * 60 * 1000 + 1_000;
    expect((await page(token, 'POST')).status).toBe(400);
    api.clock.ms = Date.now();
    expect((await page('', 'POST')).status).toBe(422);
    await user.call('DELETE', `/${endpointId}`);
    expect((await page(await api.webhooks.reEnableTokens.sign(claim), 'POST')).status).toBe(409);
  });
});
