import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createLog } from '../../../platform/log.ts';
import { createMailer, type Mail, type MailerOptions } from '../../../platform/mail/mailer.ts';
import { freePort } from '../../support/ports.ts';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Your sign-in link – Sotto',
  text: 'Open https://sotto.example/?a=1&b=2',
  html: '<p>Open <a href="https://sotto.example/?a=1&amp;b=2">the link</a></p>',
};

let smtp: TestSmtp;
let folder: string;
let outbox: string;

beforeAll(async () => {
  smtp = await startSmtp();
  folder = await mkdtemp(join(tmpdir(), 'sotto-mail-'));
  outbox = join(folder, 'outbox');
});
afterEach(() => smtp.answerRecipientsWith(undefined));
afterAll(async () => {
  await smtp.stop();
  await rm(folder, { recursive: true, force: true });
});

const mailerWith = (options: Partial<MailerOptions>) =>
  createMailer({ from: 'Sotto <sotto@sotto.example>', outbox, log: createLog('silent'), ...options });

async function failureOf(sending: Promise<void>): Promise<unknown> {
  return sending.then(
    () => undefined,
    (error: { name: string; message: string; code: string }) => [error.name, error.code, error.message],
  );
}

test('send() hands text and HTML to the mail server', async () => {
  const mailer = mailerWith({ url: smtp.url });
  await mailer.send({ ...mail, id: 'warning-1.a' });
  mailer.close();
  const received = smtp.mails.at(-1);
  expect(received?.from).toBe('sotto@sotto.example');
  expect(received?.to).toEqual(['ada@example.com']);
  expect(received?.source).toContain('From: Sotto <sotto@sotto.example>');
  expect(received?.source).toContain('Message-ID: <warning-1.a@sotto.example>');
  expect(received?.source).toContain('Auto-Submitted: auto-generated');
  expect(received?.source).toContain('Content-Type: multipart/alternative');
  expect(received?.source).toContain('Content-Type: text/plain');
  expect(received?.source).toContain('Content-Type: text/html');
});

test('send() prevents injected headers and recipients', async () => {
  const mailer = mailerWith({ url: smtp.url });
  await mailer.send({ ...mail, subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody' });
  mailer.close();
  const received = smtp.mails.at(-1);
  expect(received?.to).toEqual(['ada@example.com']);
  expect(received?.source).not.toMatch(/^Bcc:/m);
});

test('send() fails with mail_unavailable while the server is down, and succeeds after it returns', async () => {
  const port = await freePort();
  const mailer = mailerWith({ url: `smtp://127.0.0.1:${port}` });
  expect(await failureOf(mailer.send(mail))).toEqual(['MailError', 'mail_unavailable', 'mail_unavailable']);
  const late = await startSmtp(port);
  await mailer.send(mail);
  mailer.close();
  expect(late.mails).toHaveLength(1);
  await late.stop();
});

test('send() fails with mail_unavailable when the server never greets', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const mailer = mailerWith({ url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`, timeoutMs: 100 });
  expect(await failureOf(mailer.send(mail))).toEqual(['MailError', 'mail_unavailable', 'mail_unavailable']);
  mailer.close();
  mute.close();
});

test('send() distinguishes a temporary refusal from a permanent one', async () => {
  const mailer = mailerWith({ url: smtp.url });
  smtp.answerRecipientsWith(451);
  expect(await failureOf(mailer.send(mail))).toEqual(['MailError', 'mail_unavailable', 'mail_unavailable']);
  smtp.answerRecipientsWith(550);
  expect(await failureOf(mailer.send(mail))).toEqual(['MailError', 'mail_refused', 'mail_refused']);
  mailer.close();
});

test('send() writes a private .eml file and logs its path when there is no mail server', async () => {
  const lines: { file?: string; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const mailer = mailerWith({ log });
  await mailer.send(mail);
  mailer.close();
  const names = await readdir(outbox);
  expect(names).toHaveLength(1);
  const file = join(outbox, names[0] ?? '');
  expect(file).toEndWith('.eml');
  expect(lines).toMatchObject([{ file, msg: 'MAIL_URL is not set; wrote the mail to the outbox' }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const source = await readFile(file, 'utf8');
  expect(source).toContain('To: ada@example.com');
  expect(source).toContain('Open https://sotto.example/?a=1&b=2');
});

test('send() writes a long link to the outbox without a line break, so that it can be copied', async () => {
  const folderOfOne = join(folder, 'long');
  const link = `https://sotto.example/v1/app/sign-in/link?token=${'t0ken='.repeat(40)}`;
  await mailerWith({ outbox: folderOfOne }).send({
    ...mail,
    text: `Öffne\n\n${link}\n`,
    html: `<a href="${link}">Öffne</a>`,
  });
  const [name = ''] = await readdir(folderOfOne);
  const source = await readFile(join(folderOfOne, name), 'utf8');
  expect(source).toContain(`\r\nÖffne\r\n\r\n${link}\r\n`);
  expect(source).toContain(`<a href="${link}">Öffne</a>`);
  expect(source).toContain('Content-Type: multipart/alternative');
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('send() fails with mail_unavailable when the outbox cannot be written', async () => {
  const taken = join(folder, 'a-file');
  await writeFile(taken, '');
  const mailer = mailerWith({ outbox: join(taken, 'outbox') });
  expect(await failureOf(mailer.send(mail))).toEqual(['MailError', 'mail_unavailable', 'mail_unavailable']);
  mailer.close();
});
