import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../platform/config/config.ts';
import { connectRedis, pingRedis } from '../../../platform/redis/connection.ts';
import { readAddresses } from '../../../platform/redis/options.ts';
import { redisSettings } from '../../../platform/redis/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { startOwnRedis, type TestRedis } from '../../support/redis.ts';
import { startRedisCluster, startRedisSentinel } from '../../support/redis-cluster.ts';

/** One certificate serves as authority, server and client certificate. */
const certificate = fileURLToPath(new URL('../../support/tls/certificate.pem', import.meta.url));
const key = fileURLToPath(new URL('../../support/tls/key.pem', import.meta.url));
const FILES = { REDIS_TLS_CA: certificate, REDIS_TLS_CERT: certificate, REDIS_TLS_KEY: key };

let server: TestRedis;
let url: string;

beforeAll(async () => {
  const tlsPort = await freePort();
  url = `rediss://127.0.0.1:${tlsPort}`;
  const options = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
  server = await startOwnRedis(['--tls-port', String(tlsPort), '--tls-auth-clients', 'yes', ...options]);
});
afterAll(() => server.stop());

const configOf = (env: Record<string, string>) => ({ ...readConfig(env), REDIS_URL: url });

test('connectRedis() trusts the authority of REDIS_TLS_CA and shows the certificate of REDIS_TLS_CERT', async () => {
  const redis = connectRedis(await redisSettings(configOf(FILES)));
  expect(await redis.ping()).toBe('PONG');
  redis.disconnect();
});

test.each([
  ['authority', ['REDIS_TLS_CERT', 'REDIS_TLS_KEY']],
  ['client certificate', ['REDIS_TLS_CA']],
] as const)('connectRedis() without the %s is refused', async (_what, names) => {
  const env = Object.fromEntries(names.map((name) => [name, FILES[name]]));
  const redis = connectRedis(await redisSettings(configOf(env)));
  const errors: string[] = [];
  redis.on('error', (error) => errors.push(error.message));
  await expect(redis.ping()).rejects.toThrow();
  await eventually('the connection failed', () => errors.length > 0);
  redis.disconnect();
});

test('redisSettings() names the variable whose file cannot be read', async () => {
  await expect(redisSettings(configOf({ REDIS_TLS_CA: `${certificate}.missing` }))).rejects.toThrow(
    'Cannot start as the file that REDIS_TLS_CA names cannot be read (ENOENT)',
  );
  expect((await redisSettings(configOf({ REDIS_TLS_CA: certificate }))).tls?.ca).toBe(
    await readFile(certificate, 'utf8'),
  );
});

test('readAddresses() reads every node, and user, password and database of the first', () => {
  expect(readAddresses({ url: 'redis://me:p%40ss@[::1]:7000/3,redis://b.example' })).toEqual({
    nodes: [
      { host: '::1', port: 7000 },
      { host: 'b.example', port: 6379 },
    ],
    username: 'me',
    password: 'p@ss',
    db: 3,
    tls: undefined,
  });
});

test.each([
  ['a cluster', startRedisCluster],
  ['sentinels and their master', startRedisSentinel],
] as const)(
  'connectRedis() checks the certificates of %s and shows its own',
  async (_what, start) => {
    const servers = await start({ tls: { ca: certificate, cert: certificate, key } });
    try {
      const redis = await servers.connect();
      expect(await redis.set('v1:checked', 'yes')).toBe('OK');
      expect(await redis.get('v1:checked')).toBe('yes');
      const stranger = connectRedis({ ...servers.settings, tls: { ca: servers.settings.tls?.ca } });
      const errors: Error[] = [];
      stranger.on('error', (error) => errors.push(error));
      await eventually('the connection without a client certificate failed', () => errors.length > 0);
      await expect(pingRedis(stranger)).rejects.toThrow();
      stranger.disconnect();
    } finally {
      await servers.stop();
    }
  },
  90_000,
);
