import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createRequestRate } from '../../accounts/request-rate.ts';
import { storeUnavailable } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { eventually } from '../support/eventually.ts';
import { startOwnRedis, startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const ORG = randomUUID();

test('take() allows as many requests as the limit says and counts down', async () => {
  const rate = createRequestRate(server.redis);
  const key = randomUUID();
  const verdicts = [];
  for (let i = 0; i < 4; i += 1) verdicts.push(await rate.take(ORG, key, 3));
  expect(verdicts.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  for (const { limit, resetSeconds, windowSeconds } of verdicts) {
    expect(limit).toBe(3);
    expect(windowSeconds).toBe(60);
    expect(resetSeconds).toBeGreaterThan(0);
    expect(resetSeconds).toBeLessThanOrEqual(60);
  }
});

test('take() allows exactly the limit of requests that come at once, through several processes', async () => {
  const key = randomUUID();
  const rates = [createRequestRate(server.redis), createRequestRate(server.redis)];
  const takes = Array.from({ length: 50 }, (_, i) => rates[i % 2]?.take(ORG, key, 20));
  expect((await Promise.all(takes)).filter((verdict) => verdict?.allowed)).toHaveLength(20);
});

test('take() counts each key by itself', async () => {
  const rate = createRequestRate(server.redis);
  const [one, two] = [randomUUID(), randomUUID()];
  expect((await rate.take(ORG, one, 1)).allowed).toBe(true);
  expect((await rate.take(ORG, one, 1)).allowed).toBe(false);
  expect((await rate.take(ORG, two, 1)).allowed).toBe(true);
});

test('take() uses a limit that the operator changed meanwhile', async () => {
  const rate = createRequestRate(server.redis);
  const key = randomUUID();
  await rate.take(ORG, key, 1);
  expect((await rate.take(ORG, key, 1)).allowed).toBe(false);
  expect((await rate.take(ORG, key, 5)).allowed).toBe(true);
});

test('take() starts again when the window is over', async () => {
  const rate = createRequestRate(server.redis, { windowSeconds: 1 });
  const key = randomUUID();
  await rate.take(ORG, key, 1);
  expect((await rate.take(ORG, key, 1)).allowed).toBe(false);
  await eventually('the window ends', async () => (await server.redis.exists(keys.requestRate(ORG, key))) === 0);
  expect((await rate.take(ORG, key, 1)).allowed).toBe(true);
});

test('take() fails while Redis is unavailable instead of allowing requests', async () => {
  const away = await startOwnRedis();
  const rate = createRequestRate(away.redis);
  await rate.take(ORG, 'key', 5);
  away.child.kill('SIGKILL');
  const error = await rate.take(ORG, 'key', 5).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(storeUnavailable(error)).toBe(true);
  await away.stop();
});
