import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { UsageRecord } from '../../../dictation/usage-store.ts';
import type { AttemptEntry } from '../../../webhooks/store/attempt-entry.ts';
import { OPERATOR_TOKEN, startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  const operator = { token: OPERATOR_TOKEN, temporalUiUrl: 'https://temporal.example/ui/' };
  api = await startTestApi({ operator, limits: { operatorRequestsPerMinute: 1_000 } });
});
afterAll(() => api.stop());

async function ask<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const response = await fetch(`${api.url}/v1/operator${path}`, { headers });
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as T;
}

describe('GET /v1/operator/organizations', () => {
  test('lists organizations with origins, limit and all keys, without secrets', async () => {
    const origin = 'https://app.acme.example';
    const made = await api.makeKey({ name: 'Acme', allowedOrigins: [origin], requestsPerMinute: 7 });
    const { organizationId } = made.organization;
    await api.enterpriseKeys.create(organizationId, { label: 'old', expiresAt: api.clock.ms + 1 });
    await fetch(`${api.url}/v1/enterprise/client-tokens`, { method: 'POST', headers: { 'x-api-key': made.secret } });
    await api.enterpriseKeys.revoke(organizationId, made.key.keyId);
    const answer = await ask<{ items: Record<string, unknown>[] }>('/organizations');
    const found = answer.items.find(({ organization_id: id }) => id === organizationId);
    expect(found).toMatchObject({ name: 'Acme', allowed_origins: [origin], requests_a_minute: 7 });
    expect(found?.['keys']).toContainEqual({
      key_id: made.key.keyId,
      label: 'test',
      last4: made.secret.slice(-4),
      created_at: '2026-01-15T10:00:00.000Z',
      expires_at: null,
      revoked_at: '2026-01-15T10:00:00.000Z',
      last_used_at: '2026-01-15T10:00:00.000Z',
    });
    const old = { label: 'old', expires_at: '2026-01-15T10:00:00.001Z', revoked_at: null, last_used_at: null };
    expect(found?.['keys']).toContainEqual(expect.objectContaining(old));
    expect(JSON.stringify(answer)).not.toContain(made.secret);
  });
});

describe('changes to an organization', () => {
  const send = (method: string, path: string, body?: object) =>
    fetch(`${api.url}/v1/operator/organizations/${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const log = (owner: string) => api.services.accounts.audit.list(owner, { limit: 10 });

  test('POST …/keys creates a key that works, DELETE revokes it, and both are in the log of the organization', async () => {
    const { organizationId } = await api.organizations.create({ name: 'Acme' });
    const expires_at = '2026-02-15T10:00:00.000Z';
    const created = await send('POST', `${organizationId}/keys`, { label: ' Backend ', expires_at });
    expect(created.status).toBe(201);
    const { secret, ...key } = (await created.json()) as { secret: string; key_id: string };
    expect(key).toMatchObject({ label: 'Backend', last4: secret.slice(-4), expires_at, revoked_at: null });
    expect(await api.enterpriseKeys.findBySecret(secret)).toMatchObject({ keyId: key.key_id, organizationId });
    expect((await send('DELETE', `${organizationId}/keys/${key.key_id.toUpperCase()}`)).status).toBe(204);
    expect(await api.enterpriseKeys.findBySecret(secret)).toMatchObject({ revokedAt: api.clock.ms });
    const events = (await log(organizationId)).map(({ action, by, subject }) => [action, by, subject?.toLowerCase()]);
    expect(events).toEqual([
      ['operator.key.revoked', 'operator', key.key_id],
      ['operator.key.created', 'operator', key.key_id],
    ]);
    expect(JSON.stringify(await log(organizationId))).not.toContain(secret);
  });

  test('PATCH sets origins and limit, keeps omitted settings, and is in the log of the organization', async () => {
    const { organizationId } = await api.organizations.create({ name: 'Acme', requestsPerMinute: 7 });
    const changed = await send('PATCH', organizationId, { allowed_origins: ['https://App.Acme.example/'] });
    expect(await changed.json()).toMatchObject({ allowed_origins: ['https://app.acme.example'], requests_a_minute: 7 });
    await send('PATCH', organizationId, { requests_a_minute: 9 });
    expect(await api.organizations.get(organizationId)).toMatchObject({
      allowedOrigins: ['https://app.acme.example'],
      requestsPerMinute: 9,
    });
    expect((await log(organizationId)).map(({ action, subject }) => [action, subject])).toEqual(
      Array(2).fill(['operator.org.changed', organizationId]),
    );
  });

  test.each([
    ['an origin with a path', { allowed_origins: ['https://a.example', 'https://b.example/app'] }, 'allowed_origins,1'],
    ['a limit of 0', { requests_a_minute: 0 }, 'requests_a_minute'],
    ['an unknown setting', { origins: [] }, 'origins'],
  ])('PATCH refuses %s with 422 and changes nothing', async (_, body, field) => {
    const { organizationId } = await api.organizations.create({ name: 'Acme' });
    const refused = await send('PATCH', organizationId, body);
    expect(refused.status).toBe(422);
    const { detail } = (await refused.json()) as { detail: { loc: string[] }[] };
    expect(detail[0]?.loc.join()).toBe(`body,${field}`);
    expect(await api.organizations.get(organizationId)).toMatchObject({ allowedOrigins: [], requestsPerMinute: 600 });
    expect(await log(organizationId)).toEqual([]);
  });

  test.each([
    ['no label', { label: ' ' }],
    ['an expiry in the past', { label: 'x', expires_at: '2020-01-01T00:00:00Z' }],
  ])('POST …/keys refuses %s with 422 and makes no key', async (_, body) => {
    const { organizationId } = await api.organizations.create({ name: 'Acme' });
    expect((await send('POST', `${organizationId}/keys`, body)).status).toBe(422);
    expect(await api.enterpriseKeys.list(organizationId)).toEqual([]);
  });

  test("DELETE of another organization's key is 404 and leaves the key", async () => {
    const { organizationId } = await api.organizations.create({ name: 'Acme' });
    const other = await api.makeKey({ name: 'Other' });
    expect((await send('DELETE', `${organizationId}/keys/${other.key.keyId}`)).status).toBe(404);
    expect(await api.enterpriseKeys.findBySecret(other.secret)).not.toHaveProperty('revokedAt', expect.anything());
    expect(await log(organizationId)).toEqual([]);
  });
});

describe('GET /v1/operator/usage', () => {
  const dictation = (orgId: string, requestId: string, fields: Partial<UsageRecord> = {}) =>
    api.usage.saveUsage({
      ...({ orgId, keyId: 'key', requestId, transcriptionId: requestId, source: 'smart' } as UsageRecord),
      ...{ receivedAt: api.clock.ms, outcome: 'completed', audioSeconds: 2.5 },
      ...fields,
    });

  test('counts dictations, their seconds and failures by day, with empty days in between', async () => {
    const { organizationId } = await api.organizations.create({ name: 'Busy' });
    const { organizationId: idle } = await api.organizations.create({ name: 'Idle' });
    await dictation(organizationId, 'r1');
    await dictation(organizationId, 'r2', { outcome: 'timed_out', audioSeconds: null });
    await dictation(organizationId, 'r3', { receivedAt: api.clock.ms - 2 * 86_400_000 });
    const { items } = await ask<{ items: { organization_id: string }[] }>('/usage?days=3');
    const row = (day: string, dictations: number, seconds: number, failed: number) => ({
      ...{ day, organization_id: organizationId, dictations, seconds, failed },
    });
    expect(items.filter(({ organization_id: id }) => id === organizationId)).toEqual([
      row('2026-01-13', 1, 2.5, 0),
      row('2026-01-14', 0, 0, 0),
      row('2026-01-15', 2, 2.5, 1),
    ]);
    expect(items.some(({ organization_id: id }) => id === idle)).toBe(false);
  });

  test.each([['days=0'], ['days=91'], ['days=many'], ['since=2026-01-01']])('rejects ?%s with 422', async (query) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    expect((await fetch(`${api.url}/v1/operator/usage?${query}`, { headers })).status).toBe(422);
  });
});

describe('GET /v1/operator/failing-endpoints', () => {
  test('lists failing and disabled endpoints of all users, only by host, until they recover', async () => {
    const failing = await failingEndpoint('https://hooks.example/a-secret-path');
    const gone = await failingEndpoint('https://gone.example/', { failure: 'gone', status: 410 });
    const fine = await failingEndpoint('https://fine.example/', { outcome: 'succeeded', failure: null, status: 204 });
    const list = () => ask<{ items: Record<string, unknown>[] }>('/failing-endpoints');
    const { items } = await list();
    const at = '2026-01-15T10:00:00.000Z';
    expect(items).toContainEqual({
      ...{ ...failing, host: 'hooks.example', status: 'enabled', failing_since: at, disabled_at: null },
    });
    expect(items).toContainEqual({
      ...{ ...gone, host: 'gone.example', status: 'disabled', failing_since: null, disabled_at: at },
    });
    expect(JSON.stringify(items)).not.toContain(fine.endpoint_id);
    expect(JSON.stringify(items)).not.toContain('a-secret-path');
    await api.webhooks.endpoints.enable(gone.user_id, gone.endpoint_id);
    await api.webhooks.endpoints.remove(failing.user_id, failing.endpoint_id);
    api.clock.ms += 120_000;
    expect((await list()).items).toEqual([]);
    expect(await api.redis.redis.exists('v1:failing-endpoints')).toBe(0);
  });

  async function failingEndpoint(url: string, fields: Partial<AttemptEntry> = {}) {
    const userId = crypto.randomUUID();
    const settings = { url, description: null, eventTypes: ['note.processed'] } as const;
    const endpointId = (await api.webhooks.endpoints.create(userId, settings, 'whsec_YQ=='))?.endpointId ?? '';
    const attempt = { userId, endpointId, attemptId: 'a', generation: 0 };
    await api.webhooks.attempts.begin({ ...attempt, concurrency: 1 });
    const entry: AttemptEntry = {
      ...{ attemptId: 'a', at: api.clock.ms, messageId: 'msg_1', eventType: 'note.processed', noteId: null },
      ...{ trigger: 'automatic', outcome: 'failed', attempt: 1, status: 500, failure: 'status', reason: null },
      ...{ location: null, durationMs: 1, nextAttemptAt: null, repeated: false },
      ...fields,
    };
    await api.webhooks.attempts.finish({ ...attempt, url, entry });
    return { endpoint_id: endpointId, user_id: userId };
  }
});

test('GET /v1/operator/links returns the URL of the Temporal Web UI and the namespace', async () => {
  expect(await ask<unknown>('/links')).toEqual({ temporal_ui: 'https://temporal.example/ui', namespace: 'default' });
});

test('the operator API returns 404 for every request without OPERATOR_TOKEN', async () => {
  const off = await startTestApi({ operator: { token: undefined, temporalUiUrl: undefined } });
  for (const sent of ['', 'undefined', OPERATOR_TOKEN]) {
    const headers = { authorization: `Bearer ${sent}` };
    const response = await fetch(`${off.url}/v1/operator/links`, { headers });
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Not Found' }]);
  }
  await off.stop();
});

test('the operator API limits requests per minute and IP address, also with wrong tokens', async () => {
  const limited = await startTestApi({ limits: { operatorRequestsPerMinute: 2 } });
  const statuses: number[] = [];
  for (const token of ['a guess', 'another guess', OPERATOR_TOKEN]) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' };
    statuses.push((await fetch(`${limited.url}/v1/operator/links`, { headers })).status);
  }
  expect(statuses).toEqual([401, 401, 429]);
  await limited.stop();
});
