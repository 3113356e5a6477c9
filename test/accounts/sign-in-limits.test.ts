import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createSignInLimits, MAX_SIGN_INS_BY_CLIENT } from '../../accounts/sign-in-limits.ts';
import { SIGN_IN_LINK_LIFETIME_MS } from '../../accounts/sign-in-links.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

const limits = (signInMailsPerHour = 1_000) => createSignInLimits(server.redis, { signInMailsPerHour });

/** The outcomes of this many successive requests. */
async function ask(count: number, email: string, client: string, by = limits()) {
  const kinds: string[] = [];
  for (let request = 0; request < count; request += 1) kinds.push((await by.take(email, client)).kind);
  return kinds;
}

test('take() allows a client five mails per address, and gives the same answer without a sixth', async () => {
  expect(await ask(6, 'ada@example.org', 'a')).toEqual([...Array(5).fill('allowed'), 'quiet']);
  expect(await ask(1, 'eve@example.org', 'a')).toEqual(['allowed']);
});

test('take() allows the owner of an address a mail after a stranger used up its own limit', async () => {
  await ask(20, 'ada@example.org', 'stranger');
  expect(await ask(1, 'ada@example.org', 'owner')).toEqual(['allowed']);
});

test('take() allows the owner of an address a mail after five strangers asked once', async () => {
  for (let stranger = 0; stranger < 5; stranger += 1) await ask(1, 'ada@example.org', `stranger ${stranger}`);
  expect(await ask(1, 'ada@example.org', 'owner')).toEqual(['allowed']);
});

test('take() allows ten mails per address, and no limit lasts longer than a link', async () => {
  const kinds: string[] = [];
  for (let stranger = 0; stranger < 20; stranger += 1)
    kinds.push(...(await ask(1, 'ada@example.org', `stranger ${stranger}`)));
  expect(kinds).toEqual([...Array(10).fill('allowed'), ...Array(10).fill('quiet')]);
  for (const name of await server.redis.keys('*:address:*'))
    expect(await server.redis.pttl(name)).toBeLessThanOrEqual(SIGN_IN_LINK_LIFETIME_MS);
});

test('take() refuses a client that asks for many addresses, and no other client', async () => {
  for (let address = 0; address < MAX_SIGN_INS_BY_CLIENT; address += 1)
    expect(await ask(1, `${address}@example.org`, 'a')).toEqual(['allowed']);
  const verdict = await limits().take('ada@example.org', 'a');
  expect(verdict).toEqual({ kind: 'refused', retryAfterSeconds: expect.any(Number) as number });
  expect(await ask(1, 'ada@example.org', 'b')).toEqual(['allowed']);
});

test('take() refuses every client after too many mails to all addresses', async () => {
  const few = limits(3);
  const asked = await Promise.all(['a', 'b', 'c'].map((name) => few.take(`${name}@example.org`, name)));
  expect(asked.map(({ kind }) => kind)).toEqual(['allowed', 'allowed', 'allowed']);
  expect(await ask(1, 'd@example.org', 'd', few)).toEqual(['refused']);
});

test('take() stores neither address nor client in a key', async () => {
  await ask(1, 'hidden@example.org', '203.0.113.7');
  expect((await server.redis.keys('*')).join()).not.toMatch(/hidden|example|203/);
});
