import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createDailyUsage } from '../../accounts/daily-usage.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const DAY_MS = 86_400_000;
let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('countNote() counts notes and their seconds on the day in UTC, of each user alone', async () => {
  let time = Date.parse('2026-01-14T23:59:59.999Z');
  const usage = createDailyUsage(server.redis, { retentionMs: 5 * DAY_MS, now: () => time });
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  await usage.countNote(mine, 1.25);
  time += 1;
  await usage.countNote(mine, 2);
  await usage.countNote(mine, 0.5);
  const nothing = { notes: 0, noteSeconds: 0, dictations: 0, dictationSeconds: 0, failedDictations: 0 };
  expect(await usage.read(mine, 3)).toEqual([
    { ...nothing, day: '2026-01-13' },
    { ...nothing, day: '2026-01-14', notes: 1, noteSeconds: 1.25 },
    { ...nothing, day: '2026-01-15', notes: 2, noteSeconds: 2.5 },
  ]);
  expect(await usage.read(theirs, 1)).toEqual([{ ...nothing, day: '2026-01-15' }]);
  const [key = ''] = await server.redis.keys(`*${mine}*2026-01-15`);
  expect(await server.redis.pttl(key)).toBeWithin(5 * DAY_MS - 60_000, 5 * DAY_MS + 1);
});
