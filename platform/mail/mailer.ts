import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import nodemailer from 'nodemailer';
import type { Log } from '../log.ts';

/** A message to one user. Text and HTML have the same content. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * Determines the `Message-ID`, so that a mail that is sent twice after a crash appears once: letters, digits, `.`,
   * `_`, `-`.
   */
  readonly id?: string;
}

/**
 * Why a mail was not sent. `mail_unavailable` may be retried; `mail_refused` is permanent (a 5xx reply).
 * The server's own text is never exposed, because it may repeat the address.
 */
export type MailFailureCode = 'mail_unavailable' | 'mail_refused';

/** The only error that {@link Mailer.send} throws. Its message is the code. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailFailureCode;

  constructor(code: MailFailureCode) {
    super(code);
    this.code = code;
  }
}

/** Sends mails, each completely or not at all. */
export interface Mailer {
  /** @throws {MailError} */
  send(mail: Mail): Promise<void>;
  /** Closes idle connections to the mail server. */
  close(): void;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. Without it, mail goes to `outbox`. */
  readonly url?: string | undefined;
  /** The `From` header, such as `Sotto <sotto@example.com>`. */
  readonly from: string;
  /** The folder for `.eml` files when there is no mail server; created with the first mail. */
  readonly outbox: string;
  readonly log: Log;
  /** Time limit of each step of an SMTP session. */
  readonly timeoutMs?: number;
}

/** Sends mail through SMTP, or writes it to the outbox when no mail server is configured. */
export function createMailer(options: MailerOptions): Mailer {
  return options.url === undefined ? outboxMailer(options) : smtpMailer(options.url, options);
}

function smtpMailer(url: string, { from, log, timeoutMs = 10_000 }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...sealed,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, from));
      } catch (error) {
        throw failed(mailFailureCode(error), log);
      }
    },
    close: () => transport.close(),
  };
}

function outboxMailer({ from, outbox, log }: MailerOptions): Mailer {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...sealed });
  return {
    async send(mail) {
      const { message: source } = await composer.sendMail({ ...message(mail, from), ...unfolded(mail) });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const file = resolve(join(outbox, name));
      try {
        await mkdir(outbox, { recursive: true, mode: 0o700 });
        // A reader of the folder never sees a partial mail.
        await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch {
        throw failed('mail_unavailable', log); // the disk is full, or the folder is not writable
      }
      log.info({ file }, 'MAIL_URL is not set; wrote the mail to the outbox');
    },
    close: () => composer.close(),
  };
}

/** Without quoted-printable, which would break a link over lines: a reader of the file must be able to copy it. */
function unfolded({ text, html }: Mail) {
  const part = (type: string, body: string) => {
    const headers = [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit'];
    return { raw: [...headers, '', ...body.split('\n')].join('\r\n') };
  };
  return { text: part('text/plain', text), html: part('text/html', html) };
}

function failed(code: MailFailureCode, log: Log): MailError {
  log.warn({ code }, 'Mail not sent');
  return new MailError(code);
}

/** Prevents mails from making nodemailer read files or fetch URLs. */
const sealed = { disableFileAccess: true, disableUrlAccess: true } as const;

function message({ id, ...mail }: Mail, from: string) {
  return {
    ...mail,
    from,
    ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
    // Asks out-of-office robots not to answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function domainOf(address: string): string {
  return /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
}

/** RFC 5321, section 4.2.1: a 5yz reply is permanent. Other failures, including a lost connection, may be retried. */
function mailFailureCode(error: unknown): MailFailureCode {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  // A 5xx reply to the greeting or login is a configuration error that an operator fixes, so the mail waits.
  const aboutTheMail = command !== undefined && !/^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command);
  return aboutTheMail && responseCode !== undefined && responseCode >= 500 ? 'mail_refused' : 'mail_unavailable';
}
