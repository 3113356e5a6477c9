import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Client } from '@temporalio/client';
import { keys } from '../../../platform/redis/keys.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { connectLive } from '../../support/live.ts';
import { openTemporal, type TestTemporal } from '../../support/temporal.ts';

const PUBLIC_URL = 'http://127.0.0.1';

let temporal: TestTemporal;
let api: TestApi;
beforeAll(async () => {
  temporal = await openTemporal();
  const client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
  api = await startTestApi({ client, liveCheckMs: 20, publicUrl: PUBLIC_URL });
}, 60_000);
afterAll(async () => {
  await api.stop();
  await temporal.stop();
});

const withKey = (secret: string) =>
  connectLive(`${api.url}/v1/realtime`, { headers: { authorization: `Bearer ${secret}` } });

test('a live session ends when its key is revoked, and not before', async () => {
  const [revoked, kept] = [await api.makeKey(), await api.makeKey()];
  const [client, other] = [await withKey(revoked.secret), await withKey(kept.secret)];
  await Promise.all([client.next('session.created'), other.next('session.created')]);
  await api.enterpriseKeys.revoke(revoked.organization.organizationId, revoked.key.keyId);
  expect(await client.next('error')).toMatchObject({ error: { code: 'cancelled' } });
  expect(await client.closed).toMatchObject({ code: 1008, reason: 'cancelled' });
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  await other.close();
});

test('a live session continues while its key cannot be read', async () => {
  const [unreadable, revoked] = [await api.makeKey(), await api.makeKey()];
  const client = await withKey(unreadable.secret);
  await client.next('session.created');
  const { organizationId } = unreadable.organization;
  await api.redis.redis.set(keys.enterpriseKey(organizationId, unreadable.key.keyId), 'not a hash');
  // The other session ends after at least one check of both.
  const other = await withKey(revoked.secret);
  await other.next('session.created');
  await api.enterpriseKeys.revoke(revoked.organization.organizationId, revoked.key.keyId);
  await other.closed;
  expect(client.socket.readyState).toBe(WebSocket.OPEN);
  await client.close();
});

test("a live session of the app ends with the browser's session", async () => {
  const { userId } = await api.users.ensure({ email: 'live@example.org' });
  const cookie = `sotto_session=${await api.sessions.begin(userId)}`;
  const client = await connectLive(`${api.url}/v1/app/dictate/live`, { headers: { cookie, origin: PUBLIC_URL } });
  await client.next('session.created');
  await api.sessions.endAll(userId);
  expect(await client.closed).toMatchObject({ code: 1008, reason: 'cancelled' });
});
