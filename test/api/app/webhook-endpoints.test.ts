import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { endpointWatchWorkflowId } from '../../../contracts/workflow-ids.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { type EndpointApi, startEndpointApi } from '../../support/endpoint-api.ts';
import { eventually } from '../../support/eventually.ts';

let setup: EndpointApi;
beforeAll(async () => {
  setup = await startEndpointApi();
});
afterEach(() => setup.reset());
afterAll(() => setup.stop());

describe('POST /webhook-endpoints', () => {
  test('returns the secret once and sends a ping that it verifies', async () => {
    const user = await setup.startUser();
    const created = await setup.createEndpoint(user, { description: 'CRM' });
    expect(created).toMatchObject({
      url: setup.receiver.url,
      description: 'CRM',
      event_types: ['note.processed', 'note.failed'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      secrets: [{ expires_at: null }],
    });
    const [attempt] = await setup.logged(user, created.endpoint_id, 1);
    expect(attempt).toMatchObject({
      attempt_id: created.ping.attempt_id,
      message_id: created.ping.message_id,
      ...{ event_type: 'ping', trigger: 'ping', outcome: 'succeeded', attempt: 1, status_code: 204 },
      ...{ failure: null, reason: null, note_id: null, next_attempt_at: null, repeated: false },
    });
    const [request] = setup.receiver.requests;
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
    const user = await setup.startUser();
    const { status, body } = await user.call('POST', '', { url });
    expect(status).toBe(422);
    expect<unknown>(body).toEqual({ detail: [{ loc: ['body', 'url'], msg, type: 'url_not_allowed' }] });
    expect<unknown>((await user.call('GET')).body).toEqual({ items: [] });
  });

  test('refuses invalid fields with their locations', async () => {
    const user = await setup.startUser();
    const { status, body } = await user.call('POST', '', { url: setup.receiver.url, event_types: ['note.deleted'] });
    expect(status).toBe(422);
    expect(body.detail[0]?.loc).toEqual(['body', 'event_types', 0]);
    expect((await user.call('POST', '', {})).body.detail[0]).toMatchObject({
      loc: ['body', 'url'],
      type: 'missing',
    });
  });

  test('allows a user 20 endpoints, not 21', async () => {
    const user = await setup.startUser();
    for (let made = 0; made < 20; made += 1) await setup.createEndpoint(user);
    expect((await user.call('POST', '', { url: setup.receiver.url })).status).toBe(409);
    expect((await user.call('GET')).body.items).toHaveLength(20);
  });
});

test('every route requires webhooks:write, and shows no endpoint of another user', async () => {
  const [owner, stranger, reader] = [
    await setup.startUser(),
    await setup.startUser(),
    await setup.startUser(['notes:read']),
  ];
  const { endpoint_id: id } = await setup.createEndpoint(owner);
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
    expect((await fetch(`${setup.api.url}/v1/app/webhook-endpoints${path}`, { method })).status).toBe(401);
  }
  expect<unknown>((await stranger.call('GET')).body).toEqual({ items: [] });
  expect((await owner.call('GET', `/${id}`)).body).toMatchObject({ description: null, status: 'enabled' });
  expect((await owner.call('GET', '/not-a-uuid')).status).toBe(422);
});

describe('PATCH /webhook-endpoints/{id}', () => {
  test('changes what is given and holds a new URL to the same rules', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user, { description: 'old' });
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

  test('a new URL ends the failure streak, and the workflow that watches it', async () => {
    const user = await setup.startUser();
    const { endpoint_id: endpointId } = await setup.createEndpoint(user);
    const { userId } = user;
    await setup.logged(user, endpointId, 1); // a later success of the ping would end the streak
    await setup.api.redis.redis.hset(keys.webhookEndpoint(userId, endpointId), 'failingSince', Date.now());
    await setup.service.workflows.watch({ userId, endpointId });
    const watch = setup.service.client.workflow.getHandle(endpointWatchWorkflowId(endpointId));
    await eventually('the watch waits', async () =>
      (await watch.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes),
    );
    const changed = await user.call('PATCH', `/${endpointId}`, { url: 'https://127.0.0.1:8443/new' });
    expect(changed.body).toMatchObject({ status: 'enabled', failing_since: null });
    await eventually('the watch ends', async () => (await watch.describe()).status.name === 'COMPLETED');
  });

  test('disables, which refuses manual sends, and enables again', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
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
  const user = await setup.startUser();
  const { endpoint_id: id } = await setup.createEndpoint(user);
  await setup.logged(user, id, 1);
  expect(await user.call('DELETE', `/${id}`)).toEqual({ status: 204, body: null as never });
  expect((await user.call('GET', `/${id}`)).status).toBe(404);
  expect((await user.call('DELETE', `/${id}`)).status).toBe(404);
  const left = await setup.api.redis.redis.keys(`*${id}*`);
  expect(left).toEqual([]);
});

describe('POST /webhook-endpoints/{id}/rotate-secret', () => {
  test('signs with the old and the new secret for 24 hours, the newest first', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id, secret: first } = await setup.createEndpoint(user);
    const { body } = await user.call('POST', `/${id}/rotate-secret`);
    const inOneDay = new Date(setup.api.clock.ms + 24 * 60 * 60 * 1000).toISOString();
    expect(body.secrets).toEqual([{ expires_at: null }, { expires_at: inOneDay }]);
    await user.call('POST', `/${id}/ping`);
    const request = await eventually('the second ping', () => setup.receiver.requests[1]);
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
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    const start = setup.api.clock.ms;
    const hour = 60 * 60 * 1000;
    for (let rotation = 1; rotation <= 4; rotation += 1) {
      setup.api.clock.ms = start + rotation * hour;
      expect((await user.call('POST', `/${id}/rotate-secret`)).status).toBe(200);
    }
    const refused = await user.call('POST', `/${id}/rotate-secret`);
    expect(refused.status).toBe(409);
    const { body } = await user.call('GET', `/${id}`);
    const expiries = [4, 3, 2, 1].map((hours) => ({ expires_at: new Date(start + (hours + 24) * hour).toISOString() }));
    expect(body.secrets).toEqual([{ expires_at: null }, ...expiries]);
    setup.api.clock.ms = start + 25 * hour;
    expect((await user.call('POST', `/${id}/rotate-secret`)).status).toBe(200);
    expect((await user.call('GET', `/${id}`)).body.secrets).toHaveLength(5);
    setup.api.clock.ms = Date.now();
  });
});
