import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server accepted it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message's source: headers, blank line, body. */
  readonly source: string;
}

export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** The reply to each next RCPT command: a code such as 550, or undefined to accept. */
  answerRecipientsWith(code: number | undefined): void;
  stop(): Promise<void>;
}

/**
 * Starts a real SMTP server on loopback that stores received mails.
 * @param onMail called with each mail before the server confirms it
 */
export async function startSmtp(port = 0, onMail: (mail: ReceivedMail) => void = () => {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  let recipientCode: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (_address, _session, callback) =>
      recipientCode === undefined
        ? callback()
        : callback(Object.assign(new Error('Refused by the test'), { responseCode: recipientCode })),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString('utf8'),
        };
        onMail(mail);
        mails.push(mail);
        callback();
      });
    },
  });
  server.on('error', () => {}); // clients that disconnect are part of the tests
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    answerRecipientsWith: (code) => {
      recipientCode = code;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
