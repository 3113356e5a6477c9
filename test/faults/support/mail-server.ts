import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnServer } from '../../support/child.ts';
import { freePort } from '../../support/ports.ts';
import type { ReceivedMail } from '../../support/smtp.ts';

/** A mail server that can be killed. */
export interface MailServer {
  /** The value for `MAIL_URL`. */
  readonly url: string;
  /** Every mail that it has accepted. */
  mails(): ReceivedMail[];
  /** Kills it with SIGKILL. Another one replaces it after a while. */
  kill(awayMs: number): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sotto-mails-'));
  const file = join(folder, 'mails');
  let restart: ReturnType<typeof setTimeout> | undefined;
  let child = start(port, file);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(read) : []),
    kill: (awayMs) => {
      child.kill('SIGKILL');
      clearTimeout(restart);
      restart = setTimeout(() => {
        child = start(port, file);
      }, awayMs);
    },
    stop: async () => {
      clearTimeout(restart);
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function start(port: number, file: string): ChildProcess {
  const entry = fileURLToPath(new URL('./smtp-process.ts', import.meta.url));
  return spawnServer(process.execPath, [entry, String(port), file], { stdio: ['ignore', 'pipe', 'inherit'] });
}

const read = (line: string): ReceivedMail => JSON.parse(line) as ReceivedMail;

/** The decoded text of a mail, with unbroken links. */
export function textOf({ source }: ReceivedMail): string {
  return source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
