import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('connectRedis() reads what it wrote', async () => {
  await server.redis.set('key', 'value');
  expect(await server.redis.get('key')).toBe('value');
});
