import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOrganizationStore, DEFAULT_REQUESTS_PER_MINUTE, MAX_ORIGINS } from '../../accounts/organizations.ts';
import { keys } from '../../platform/redis/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
let nowMs = 1_700_000_000_000;

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.redis.flushall();
});

const store = () => createOrganizationStore(server.redis, { now: () => nowMs });
const ID = '6f1d7a52-5f0e-4c6e-9a3b-0a8d8a6f3c11';

describe('organizations', () => {
  test('create() sets defaults, and get() returns every field', async () => {
    const made = await store().create({ name: '  Acme Größe ' });
    expect(made).toEqual({
      organizationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme Größe',
      allowedOrigins: [],
      requestsPerMinute: DEFAULT_REQUESTS_PER_MINUTE,
      createdAt: nowMs,
    });
    expect(await store().get(made.organizationId)).toEqual(made);
  });

  test('get() returns null for an unknown id', async () => {
    expect(await store().get(ID)).toBeNull();
  });

  test('ensure() creates an organization once and does not change it afterwards', async () => {
    const made = await store().ensure(ID, { name: 'First' });
    expect(await store().ensure(ID, { name: 'Second', requestsPerMinute: 1 })).toEqual(made);
    expect(await store().list()).toEqual([made]);
  });

  test('ensure() refuses an id that cannot be part of a key', async () => {
    await expect(store().ensure('org_1', { name: 'Acme' })).rejects.toThrow("'organizationId' must be a UUID");
  });

  test('update() changes the given fields and keeps the rest', async () => {
    const made = await store().create({ name: 'Acme', allowedOrigins: ['https://a.example'], requestsPerMinute: 5 });
    const changed = { ...made, requestsPerMinute: 7 };
    expect(await store().update(made.organizationId, { requestsPerMinute: 7 })).toEqual(changed);
    expect(await store().get(made.organizationId)).toEqual(changed);
  });

  test('update() returns null for an unknown organization and creates none', async () => {
    expect(await store().update(ID, { name: 'Ghost' })).toBeNull();
    expect(await server.redis.dbsize()).toBe(0);
  });

  test('list() is oldest first', async () => {
    const first = await store().create({ name: 'First' });
    nowMs += 1;
    const second = await store().create({ name: 'Second' });
    expect(await store().list()).toEqual([first, second]);
  });

  test('list() skips an id whose organization was never saved, as after a crash', async () => {
    await server.redis.sadd(keys.organizations(), ID);
    expect(await store().list()).toEqual([]);
  });
});

describe('settings', () => {
  test.each([
    ["'name' must have 1 to 200 characters: it has 0", { name: ' ' }],
    ["'name' must have 1 to 200 characters: it has 201", { name: 'x'.repeat(201) }],
    ["'requestsPerMinute' must be a whole number from 1 to 1000000: current value is 0", { requestsPerMinute: 0 }],
    ["'requestsPerMinute' must be a whole number", { requestsPerMinute: 1.5 }],
    ["'requestsPerMinute' must be a whole number", { requestsPerMinute: 1_000_001 }],
    ["scheme://host[:port]: current value is '*'", { allowedOrigins: ['*'] }],
    ["current value is 'null'", { allowedOrigins: ['null'] }],
    ["current value is 'app.example'", { allowedOrigins: ['app.example'] }],
    ["current value is 'https://app.example/path'", { allowedOrigins: ['https://app.example/path'] }],
    ["current value is 'https://user@app.example'", { allowedOrigins: ['https://user@app.example'] }],
    ["current value is 'https://'", { allowedOrigins: ['https://'] }],
    ["current value is 'https://a.example:99999'", { allowedOrigins: ['https://a.example:99999'] }],
    ['it has 101', { allowedOrigins: Array.from({ length: MAX_ORIGINS + 1 }, (_, i) => `https://${i}.example`) }],
  ])('create() refuses bad settings and writes nothing: %s', async (message, settings) => {
    await expect(store().create({ name: 'Acme', ...settings })).rejects.toThrow(message);
    expect(await server.redis.dbsize()).toBe(0);
  });

  test('create() stores origins in the form that browsers send, each once', async () => {
    const given = ['HTTPS://App.Example:443/', 'https://app.example', 'http://localhost:5173', 'capacitor://localhost'];
    const { allowedOrigins } = await store().create({ name: 'Acme', allowedOrigins: given });
    expect(allowedOrigins).toEqual(['https://app.example', 'http://localhost:5173', 'capacitor://localhost']);
    const electron = ['app://obsidian.md', 'file://', 'FILE:///'];
    const other = await store().create({ name: 'Electron', allowedOrigins: electron });
    expect(other.allowedOrigins).toEqual(['app://obsidian.md', 'file://']);
  });
});

describe('anyAllowsOrigin()', () => {
  const origin = 'https://app.example';

  test('is false for an origin that no organization allows', async () => {
    await store().create({ name: 'Acme', allowedOrigins: ['https://other.example'] });
    expect(await store().anyAllowsOrigin(origin)).toBe(false);
  });

  test('stays true until the last organization removes the origin', async () => {
    const one = await store().create({ name: 'One', allowedOrigins: [origin] });
    const two = await store().create({ name: 'Two', allowedOrigins: [origin] });
    await store().update(one.organizationId, { allowedOrigins: [] });
    expect(await store().anyAllowsOrigin(origin)).toBe(true);
    await store().update(two.organizationId, { allowedOrigins: [] });
    expect(await store().anyAllowsOrigin(origin)).toBe(false);
  });

  test('never misses an allowed origin after concurrent updates', async () => {
    const { organizationId } = await store().create({ name: 'Acme' });
    const settings = [[origin], [], [origin, 'https://b.example'], ['https://b.example'], [], [origin]];
    await Promise.all(settings.map((allowedOrigins) => store().update(organizationId, { allowedOrigins })));
    const { allowedOrigins } = (await store().get(organizationId)) ?? { allowedOrigins: [] };
    for (const allowed of allowedOrigins) expect(await store().anyAllowsOrigin(allowed)).toBe(true);
  });
});
