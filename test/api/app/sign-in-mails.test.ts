import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createSignInLinkStore } from '../../../accounts/sign-in-links.ts';
import { createSignInMailStore } from '../../../accounts/sign-in-mail-queue.ts';
import { createSignInMails, startSignInMails } from '../../../accounts/sign-in-mails.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailer, type Mailer } from '../../../platform/mail/mailer.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';

const log = createLog('silent');
let server: TestRedis;
let smtp: TestSmtp;
let mailer: Mailer;
let time = Date.now();
beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  smtp = await startSmtp(await freePort());
  mailer = createMailer({ url: smtp.url, from: 'sotto@sotto.example', outbox: '/nowhere', log });
});
afterEach(async () => {
  mailer.close();
  await smtp.stop();
  await server.redis.flushall();
});
afterAll(() => server.stop());

const links = () => createSignInLinkStore(server.redis);
/** The mails of one API process. */
const process = (sender: Pick<Mailer, 'send'> = mailer) =>
  createSignInMails({
    mails: createSignInMailStore(server.redis, { now: () => time }),
    links: links(),
    mailer: sender,
    publicUrl: 'https://sotto.example',
    log,
  });
const waiting = () => server.redis.zcard('v1:sign-in-mails-due');

/** The secrets of the mailed links. */
function mailed(): string[] {
  return smtp.mails.map(({ source }) => {
    const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /sign-in\/link\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  });
}

test('ask() mails a working link, and leaves nothing in the queue', async () => {
  await process().ask('ada@example.org');
  await eventually('the mail has come', () => smtp.mails.length === 1);
  expect(smtp.mails[0]?.to).toEqual(['ada@example.org']);
  expect(await links().find(mailed()[0] ?? '')).toBe('ada@example.org');
  await eventually('nothing waits', async () => (await waiting()) === 0);
});

test('ask() succeeds while the mail server is down, and the mail is sent after it returns', async () => {
  const { port } = smtp;
  await smtp.stop();
  const one = process();
  await one.ask('ada@example.org');
  const [due] = await eventually('it was tried in vain', async () => {
    const [name = '', score] = await server.redis.zrange('v1:sign-in-mails-due', 0, '0', 'WITHSCORES');
    return Number(score) === time + 1_000 && [name];
  });
  expect(due).toBe(`${time}/ada@example.org`);
  await one.sendDue();
  smtp = await startSmtp(port);
  time += 1_000;
  await one.sendDue();
  expect(await links().find(mailed()[0] ?? '')).toBe('ada@example.org');
  expect([smtp.mails.length, await waiting()]).toEqual([1, 0]);
});

test('sendDue() sends the mails of a killed process, and two processes send each once', async () => {
  // Its send never ends, as if the process had stopped.
  await process({ send: () => new Promise(() => {}) }).ask('ada@example.org');
  const others = [process(), process()];
  await Promise.all(others.map((other) => other.sendDue()));
  expect(smtp.mails).toHaveLength(0);
  time += 30_000;
  await Promise.all(others.map((other) => other.sendDue()));
  expect([smtp.mails.length, await waiting()]).toEqual([1, 0]);
});

test('sendDue() drops a mail whose address the server refuses permanently', async () => {
  smtp.answerRecipientsWith(550);
  await process().ask('nobody@example.org');
  await eventually('it is given up', async () => (await waiting()) === 0);
  expect(smtp.mails).toHaveLength(0);
});

test('sendDue() drops a mail whose link has expired', async () => {
  smtp.answerRecipientsWith(451);
  const one = process();
  await one.ask('ada@example.org');
  for (let second = 0; second <= 16 * 60; second += 1) {
    time += 1_000;
    if (second % 30 === 0) await one.sendDue();
  }
  expect(await waiting()).toBe(0);
});

test('a queued mail contains no secret of a link', async () => {
  smtp.answerRecipientsWith(451);
  const secrets: string[] = [];
  const create = async (email: string) => {
    const secret = await links().create(email);
    secrets.push(secret);
    return secret;
  };
  const mails = createSignInMailStore(server.redis, { now: () => time });
  await createSignInMails({ mails, links: { create }, mailer, publicUrl: 'https://sotto.example', log }).ask(
    'a@b.example',
  );
  await eventually('it was tried', () => secrets.length === 1);
  const kept = await server.redis.zrange('v1:sign-in-mails-due', 0, '-1');
  expect(JSON.stringify([await server.redis.keys('*'), kept])).not.toContain(secrets[0] ?? '');
});

test('startSignInMails() polls the queue, also after Redis was unavailable', async () => {
  let looked = 0;
  const sendDue = async () => {
    looked += 1;
    if (looked === 1) throw new Error('Redis is away');
  };
  const rounds = startSignInMails({ sendDue }, log);
  await eventually('it has looked again', () => looked >= 2);
  await rounds.stop();
});
