import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { type ApiProcess, startApi } from '../../api/start.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { redisEnvironment } from './shared-redis.ts';
import { type DevServerSettings, openTemporal, startDevServer, type TestTemporal } from './temporal.ts';

/** Real servers and a folder, for any number of API processes. */
export interface TestBase {
  readonly redis: TestRedis;
  readonly temporal: TestTemporal;
  /** `SOTTO_HOME`. */
  readonly home: string;
  readonly client: Client;
  stop(): Promise<void>;
}

/** An API process in this process, with an organization and a key. */
export interface TestService {
  readonly url: string;
  readonly organizationId: string;
  readonly apiKey: string;
  readonly api: ApiProcess;
}

/** With settings for Temporal, the base starts its own server instead of sharing one. */
export async function startBase(options: DevServerSettings & { redis?: TestRedis } = {}): Promise<TestBase> {
  const { redis: given, ...settings } = options;
  const startTemporal = () => (Object.keys(settings).length === 0 ? openTemporal() : startDevServer(settings));
  const [redis, temporal] = await Promise.all([given ?? startRedis(), startTemporal()]);
  const home = await mkdtemp(join(tmpdir(), 'sotto-home-'));
  return {
    redis,
    temporal,
    home,
    client: new Client({ connection: temporal.connection, namespace: temporal.namespace }),
    stop: async () => {
      await temporal.stop();
      await redis.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The environment of a process of this base. */
export function environment(base: TestBase, env: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    SOTTO_HOME: base.home,
    SOTTO_SECRET: 'a secret for tests, long enough for it',
    ...redisEnvironment(base.redis.settings),
    TEMPORAL_ADDRESS: base.temporal.address,
    TEMPORAL_NAMESPACE: base.temporal.namespace,
    LOG_LEVEL: 'silent',
    // One user and one address send the requests of many.
    APP_REQUESTS_PER_MINUTE: '1000000',
    APP_REQUESTS_PER_MINUTE_AND_ADDRESS: '1000000',
    APP_SENDS_PER_MINUTE: '1000000',
    ...env,
  };
}

/** Starts the API with the base's servers; `env` configures the rest as in production. */
export async function startService(base: TestBase, env: Record<string, string> = {}): Promise<TestService> {
  const all = environment(base, env);
  const config = requireService(readConfig(all));
  const api = await startApi(config, all, createLog(config.LOG_LEVEL));
  const { organizationId, apiKey } = await createCustomer(base);
  return { url: `http://127.0.0.1:${api.port}`, organizationId, apiKey, api };
}

/** An organization with one key and room for many requests. */
export async function createCustomer(base: TestBase): Promise<{ organizationId: string; apiKey: string }> {
  const settings = { name: 'Customer', requestsPerMinute: 1_000_000 };
  const { organizationId } = await createOrganizationStore(base.redis.redis).create(settings);
  const made = await createEnterpriseKeyStore(base.redis.redis).create(organizationId, { label: 'test' });
  if (!made) throw new Error('No key could be made');
  return { organizationId, apiKey: made.secret };
}
