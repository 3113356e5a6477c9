import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createUserStore } from '../../../accounts/users.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { buildWeb } from '../../../web/build/build.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startBase } from '../../support/service.ts';
import { type SpawnedProcess, spawnProcess } from '../../support/spawn.ts';

/** The whole service as an operator runs it, with the web app, and a receiver of webhooks. */
export interface WebApp {
  readonly url: string;
  readonly home: string;
  readonly receiver: Receiver;
  readonly redis: Redis;
  /** Makes a user and a session for one browser. */
  signedInUser(email?: string): Promise<{ userId: string; email: string; session: string }>;
  /** Signs a user in on another browser. @returns its session */
  beginSession(userId: string): Promise<string>;
  /** The link in the latest mail to an address. */
  signInLink(email: string): Promise<string>;
  /** Kills the API process. */
  killApi(): Promise<void>;
  startApi(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the operator's page. */
export const OPERATOR_TOKEN = 'an operator token for the browser tests';
const STARTS_WITHIN_MS = 90_000;

export async function startWebApp(): Promise<WebApp> {
  const uiPort = await freePort();
  const [base, receiver, port] = await Promise.all([
    startBase({ uiPort }),
    startReceiver(),
    freePort(),
    buildWeb(fileURLToPath(new URL('../../../web/dist', import.meta.url))),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    SPEECH_PROCESSES: '1',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    OPERATOR_TOKEN,
    TEMPORAL_UI_URL: `http://127.0.0.1:${uiPort}`,
  };
  const worker = spawnProcess(base, 'worker/main.ts', { env });
  let api: SpawnedProcess;
  async function startApi() {
    api = spawnProcess(base, 'api/main.ts', { env });
    const serves = async () => {
      if (api.child.exitCode !== null) throw new Error(`The API ended: ${await api.log()}`);
      return (await fetch(`${url}/health`)).ok;
    };
    await eventually('the API serves', serves, { timeoutMs: STARTS_WITHIN_MS, intervalMs: 100 });
  }
  await startApi();
  const users = createUserStore(base.redis.redis);
  const sessions = createSessionStore(base.redis.redis);
  return {
    ...{ url, receiver, startApi },
    home: base.home,
    redis: base.redis.redis,
    signedInUser: async (email = `${crypto.randomUUID().slice(0, 8)}@example.org`) => {
      const { userId } = await users.ensure({ email });
      return { userId, email, session: await sessions.begin(userId, { userAgent: null }) };
    },
    beginSession: (userId) => sessions.begin(userId, { userAgent: null }),
    signInLink: (email) => eventually('the mail is there', () => findLink(join(base.home, 'outbox'), email)),
    killApi: async () => {
      const ended = new Promise((resolve) => api.child.once('exit', resolve));
      api.child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      await Promise.all([api.stop(), worker.stop(), receiver.stop()]);
      await base.stop();
    },
  };
}

async function findLink(outbox: string, email: string): Promise<string | undefined> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  const mail = mails
    .find((text) => text.includes(email))
    ?.replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  return /https?:\/\/\S+\/sign-in\/link\?token=[\w-]+/.exec(mail ?? '')?.[0];
}
