import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenStore, SCOPES } from '../../accounts/tokens.ts';
import { createUserStore } from '../../accounts/users.ts';
import { startBase } from '../support/service.ts';
import { spawnProcess, spawnService } from '../support/spawn.ts';

export type ClientStack = Awaited<ReturnType<typeof startClientStack>>;

/** The service as an operator starts it, a user with a token, an enterprise key, and a folder for what the clients write. */
export async function startClientStack() {
  const base = await startBase();
  const env = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
  const service = await spawnService(base, { env });
  const worker = spawnProcess(base, 'worker/main.ts', { env: { ...env, PUBLIC_URL: service.url } });
  const folder = await mkdtemp(join(tmpdir(), 'sotto-clients-'));
  const { userId } = await createUserStore(base.redis.redis).ensure({ email: 'clients@example.org' });
  const token = (await createTokenStore(base.redis.redis).create(userId, { name: 'clients', scopes: SCOPES }))?.secret;
  if (!token) throw new Error('No token was made');

  /** The app API, as the user. */
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/v1/app${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    ...{ folder, token, call, url: service.url, apiKey: service.apiKey },
    /** What every client is given, and nothing of this process's environment. */
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SOTTO_URL: service.url,
      SOTTO_TOKEN: token,
      SOTTO_API_KEY: service.apiKey,
    },
    stop: async () => {
      await Promise.all([service.stop(), worker.stop()]);
      await base.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An endpoint of the user's, with its secret. */
export interface Endpoint {
  readonly endpoint_id: string;
  readonly secret: string;
}

export interface Attempt {
  readonly trigger: string;
  readonly outcome: string;
  readonly status_code: number | null;
  readonly message_id: string;
}

export const createEndpoint = ({ call }: Pick<ClientStack, 'call'>, url: string) =>
  call<Endpoint>('POST', '/webhook-endpoints', { url });
