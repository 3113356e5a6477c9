import { afterAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { depth } from '../../support/depth.ts';
import { startRedisCluster, startRedisSentinel, type TestRedisServers } from '../../support/redis-cluster.ts';
import { SHARED_REDIS } from '../../support/shared-redis.ts';

/** The tests of everything that stores data in Redis. They also run on a single Redis. */
const SMALL_STORES = [
  'test/accounts',
  'test/admin/deletion.test.ts',
  'test/dictation',
  'test/platform/encryption',
  'test/webhooks/store',
];
const STORES = [
  ...SMALL_STORES,
  'test/admin/main.test.ts',
  'test/notes/store',
  'test/notes/lifecycle.test.ts',
  'test/notes/reconcile.test.ts',
  'test/platform/redis/script.test.ts',
  'test/webhooks/attempt.test.ts',
];

/** Slower tests through the API: every route, then those that need Temporal. */
const WHOLE_PATHS = ['test/api/app', 'test/webhooks/emit-note-event.test.ts', 'test/privacy/account.test.ts'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
const running: TestRedisServers[] = [];
afterAll(() => Promise.all(running.map((servers) => servers.stop())));

/** Runs the files one after another in one process, on a shared Redis. */
async function runOn(servers: TestRedisServers, files: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', [SHARED_REDIS]: JSON.stringify(servers.settings) };
  const paths = files.map((file) => `./${file}`);
  const args = ['test', '--timeout', '60000', '--retry', '0', ...paths];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [code, ...output] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, output: output.join('\n') };
}

test.each([
  ['a cluster of three masters with a replica each', startRedisCluster, depth(STORES, [...STORES, ...WHOLE_PATHS])],
  // Once the sentinels have named the master, the connection is an ordinary one.
  ['a master behind sentinels', startRedisSentinel, depth(SMALL_STORES, STORES)],
] as const)(
  'the tests of all stores pass on %s',
  async (_name, start, files) => {
    const servers = await start();
    running.push(servers);
    const { code, output } = await runOn(servers, files);
    if (code !== 0) throw new Error(`Tests failed on the shared Redis:\n${output.slice(-8_000)}`);
    expect(output).toMatch(/^ *[1-9]\d{2} pass$/m);
  },
  depth(180_000, 540_000),
);
