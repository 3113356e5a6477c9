import type { ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis, type Redis } from '../../platform/redis/connection.ts';
import type { RedisSettings } from '../../platform/redis/options.ts';
import { spawnServer } from './child.ts';
import { freePort } from './ports.ts';
import { connectShared, sharedRedis } from './shared-redis.ts';

/** A Redis server for one test, with its append-only file in a temporary folder. */
export interface TestRedis {
  readonly settings: RedisSettings;
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** The folder of its data, unless it is shared. */
  readonly folders: readonly string[];
  readonly redis: Redis;
  readonly child: ChildProcess;
  /** Kills it and starts an empty one in its place, as after the loss of a disk. */
  loseAll(): Promise<void>;
  /** Kills it and starts one in its place from the copy at this path, as docs/operations.md describes. */
  restore(copy: string): Promise<void>;
  stop(): Promise<void>;
}

const OF_ONE_SERVER = ['port', 'folder', 'child', 'loseAll', 'restore'];

/** The Redis that `SOTTO_TEST_REDIS` names, emptied; otherwise a server of the test's own. */
export async function startRedis(): Promise<TestRedis> {
  const settings = sharedRedis();
  return settings === undefined ? startOwnRedis() : useRedis(settings);
}

/** Empties a Redis that is running, for use in place of a server of the test's own. */
export async function useRedis(settings: RedisSettings): Promise<TestRedis> {
  const redis = await connectShared(settings);
  const stop = async () => redis.disconnect();
  const given: Partial<TestRedis> = { settings, redis, url: settings.url, folders: [], stop };
  return new Proxy(given as TestRedis, {
    get: (target, name) => {
      if (OF_ONE_SERVER.includes(String(name))) throw new Error(`The shared Redis has no '${String(name)}'`);
      return Reflect.get(target, name);
    },
  });
}

/** Starts a real Redis server on loopback and waits until it answers. */
export async function startOwnRedis(options: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sotto-redis-'));
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  const start = (more: readonly string[] = []) => spawnServer('redis-server', [...settings, ...options, ...more]);
  let child = start();
  const url = `redis://127.0.0.1:${port}`;
  const redis = connectRedis(url);
  redis.on('error', () => {}); // refused until the server listens
  await answering(redis);
  return {
    settings: { url },
    url,
    port,
    folder,
    folders: [folder],
    redis,
    get child() {
      return child;
    },
    loseAll: async () => {
      await kill(child);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      child = start();
      await answering(redis);
    },
    restore: async (copy) => {
      await kill(child);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      await copyFile(copy, join(folder, 'dump.rdb'));
      child = start(['--appendonly', 'no']);
      await answering(redis);
      await redis.config('SET', 'appendonly', 'yes');
    },
    stop: async () => {
      redis.disconnect();
      await kill(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs an action while Redis is full, and again while it is a read-only replica. */
export async function whileRefusing({ redis, settings }: TestRedis, act: () => Promise<unknown>): Promise<void> {
  await redis.config('SET', 'maxmemory', '1');
  try {
    await act();
  } finally {
    await redis.config('SET', 'maxmemory', '0');
  }
  // Nodes of a cluster refuse the command, and sentinels would end it.
  if (settings.cluster || settings.sentinelMaster !== undefined) return;
  await redis.call('REPLICAOF', '127.0.0.1', '1');
  try {
    await act();
  } finally {
    await redis.call('REPLICAOF', 'NO', 'ONE');
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

async function answering(redis: Redis): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const pong = await redis.ping().catch(() => undefined);
    if (pong === 'PONG') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('Cannot start Redis for the test as it did not answer: is redis-server installed?');
}
