import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectRedis, pingRedis, type Redis } from '../../platform/redis/connection.ts';
import type { RedisSettings } from '../../platform/redis/options.ts';
import { endServer } from './child.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);

/** Several Redis servers on loopback, and the settings to connect to them. */
export interface TestRedisServers {
  readonly settings: RedisSettings;
  readonly nodes: readonly { readonly port: number; readonly child: ChildProcess }[];
  /** Opens a connection that is closed with the servers, and waits until it is usable. */
  connect(): Promise<Redis>;
  stop(): Promise<void>;
}

/** Files of the authority, the certificate and the key that servers and clients show each other. */
export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface TestRedisOptions {
  /** All connections are encrypted and need a client certificate, those between the servers too. */
  readonly tls?: TlsFiles | undefined;
}

/** Runs redis-cli against one of the servers. */
export async function redisCli(port: number, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-p', String(port), ...args]);
  return stdout;
}

const cliTls = (tls: TlsFiles | undefined) =>
  tls ? ['--tls', '--cacert', tls.ca, '--cert', tls.cert, '--key', tls.key] : [];

const serverTls = (tls: TlsFiles | undefined) =>
  tls
    ? [
        ...['--tls-cluster', 'yes', '--tls-replication', 'yes', '--tls-ca-cert-file', tls.ca],
        ...['--tls-cert-file', tls.cert, '--tls-key-file', tls.key],
      ]
    : [];

const scheme = (tls: TlsFiles | undefined) => (tls ? 'rediss' : 'redis');

/** Starts a real cluster of three masters with a replica each. */
export async function startRedisCluster({ tls }: TestRedisOptions = {}): Promise<TestRedisServers> {
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--appendonly', 'yes', '--save', ''];
  const servers = await startServers(6, options, { tls });
  const addresses = servers.ports.map((port) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  await run('redis-cli', [...cliTls(tls), ...create]);
  const url = addresses.map((address) => `${scheme(tls)}://${address}`).join(',');
  return servers.serve({ url, cluster: true });
}

/** Starts a master, its replica, and three sentinels that watch them. */
export async function startRedisSentinel({ tls }: TestRedisOptions = {}): Promise<TestRedisServers> {
  const data = await startServers(2, ['--appendonly', 'yes', '--save', ''], { tls });
  const [master, replica] = data.ports as [number, number];
  const redisCliTls = (port: number, ...args: readonly string[]) => redisCli(port, ...cliTls(tls), ...args);
  await redisCliTls(replica, 'REPLICAOF', '127.0.0.1', String(master));
  const sentinels = await startServers(3, ['--sentinel', 'monitor', MASTER, '127.0.0.1', String(master), '2'], {
    tls,
    mode: 'sentinel',
  });
  for (const port of sentinels.ports) {
    await redisCliTls(port, 'SENTINEL', 'SET', MASTER, 'down-after-milliseconds', '1000');
    await redisCliTls(port, 'SENTINEL', 'SET', MASTER, 'failover-timeout', '5000');
  }
  await eventually(
    'the sentinels know the replica and each other',
    async () => {
      const state = await redisCliTls(sentinels.ports[0] ?? 0, 'SENTINEL', 'MASTER', MASTER);
      return /num-slaves\n1\n/.test(state) && /num-other-sentinels\n2\n/.test(state);
    },
    { timeoutMs: 30_000 },
  );
  const url = sentinels.ports.map((port) => `${scheme(tls)}://127.0.0.1:${port}`).join(',');
  const servers = data.serve({ url, sentinelMaster: MASTER });
  return {
    ...servers,
    stop: async () => {
      await servers.stop();
      await sentinels.end();
    },
  };
}

const MASTER = 'sotto';

const text = (path: string) => readFile(path, 'utf8');

/** The port on which a node talks to others. By default it is 10,000 higher, where an outgoing connection may have it. */
async function busOf(options: readonly string[]): Promise<string[]> {
  return options.includes('--cluster-enabled') ? ['--cluster-port', String(await freePort())] : [];
}

/** Starts servers on free ports, each with a folder of its own. */
async function startServers(
  count: number,
  options: readonly string[],
  { mode, tls }: TestRedisOptions & { readonly mode?: 'sentinel' } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-redis-servers-'));
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const nodes = await Promise.all(
    ports.map(async (port) => {
      const dir = await mkdtemp(join(folder, 'node-'));
      const config = join(dir, 'redis.conf');
      await writeFile(config, mode ? options.join(' ').replace(/^--sentinel/, 'sentinel') : '');
      const given = mode ? ['--sentinel'] : options;
      const listen = tls ? ['--port', '0', '--tls-port', String(port), ...serverTls(tls)] : ['--port', String(port)];
      const args = [config, ...given, ...listen, ...(await busOf(options)), '--bind', '127.0.0.1', '--dir', dir];
      return { port, child: spawn('redis-server', args, { stdio: 'ignore' }) };
    }),
  );
  for (const port of ports)
    await eventually('a server answers', async () => (await redisCli(port, ...cliTls(tls), 'PING')).startsWith('PONG'));
  const texts = tls && { ca: await text(tls.ca), cert: await text(tls.cert), key: await text(tls.key) };
  const end = async () => {
    await Promise.all(nodes.map(({ child }) => endServer(child, 0)));
    await rm(folder, { recursive: true, force: true });
  };
  const serve = (to: RedisSettings): TestRedisServers => {
    const settings = { ...to, ...(texts ? { tls: texts } : {}) };
    const connections: Redis[] = [];
    return {
      settings,
      nodes,
      connect: async () => {
        const redis = connectRedis(settings);
        redis.on('error', () => {}); // servers that are killed are part of the tests
        connections.push(redis);
        await eventually('Redis can be used', () => pingRedis(redis).then(() => true), { timeoutMs: 30_000 });
        return redis;
      },
      stop: async () => {
        for (const redis of connections) redis.disconnect();
        await end();
      },
    };
  };
  return { ports, serve, end };
}
