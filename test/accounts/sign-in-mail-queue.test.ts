import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createSignInMailStore, type SignInMail } from '../../accounts/sign-in-mail-queue.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let server: TestRedis;
let time = Date.now();
beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => server.redis.flushall());
afterAll(() => server.stop());

const store = () => createSignInMailStore(server.redis, { now: () => time });
const asked = (email: string) => store().ask(email);

test('take() returns a mail that was not sent within 30 seconds, to one taker only', async () => {
  const mail = await asked('Ada@example.org');
  time += 29_999;
  expect(await store().take(10)).toEqual([]);
  time += 1;
  const taken = await Promise.all([store().take(10), store().take(10), store().take(10)]);
  expect(taken.flat()).toEqual([mail]);
  time += 30_000;
  expect(await store().take(10)).toEqual([mail]);
});

test('take() returns the oldest mails, as many as requested', async () => {
  const mails: SignInMail[] = [];
  for (const name of ['a', 'b', 'c']) {
    mails.push(await asked(`${name}@example.org`));
    time += 1;
  }
  time += 30_000;
  expect(await store().take(2)).toEqual(mails.slice(0, 2));
  expect(await store().take(2)).toEqual(mails.slice(2));
});

test('settle() removes a mail, and no other mail of the same address', async () => {
  const first = await asked('ada@example.org');
  time += 1;
  const second = await asked('ada@example.org');
  await store().settle(first);
  time += 30_000;
  expect(await store().take(10)).toEqual([second]);
});

test('postpone() doubles the wait of a mail, from a second to a minute, for a quarter of an hour', async () => {
  const mail = await asked('ada@example.org');
  const waits: number[] = [];
  for (;;) {
    if (!(await store().postpone(mail))) break;
    const before = time;
    while ((await store().take(1)).length === 0) time += 500;
    waits.push((time - before) / 1_000);
  }
  expect(waits.slice(0, 8)).toEqual([1, 1, 2, 4, 8, 16, 32, 60]);
  expect(Math.max(...waits)).toBe(60);
  expect((time - mail.askedAt) / 60_000).toBeWithin(13, 15.1);
  time += 60_000;
  expect(await store().take(10)).toEqual([]);
});

test('postpone() does not restore a mail that was settled meanwhile', async () => {
  const mail = await asked('ada@example.org');
  await store().settle(mail);
  await store().postpone(mail);
  time += 60_000;
  expect(await store().take(10)).toEqual([]);
});
