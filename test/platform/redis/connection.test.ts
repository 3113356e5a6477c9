import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { connectRedis, type Redis, storeUnavailable } from '../../../platform/redis/connection.ts';
import { eventually } from '../../support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../../support/proxy.ts';
import { startOwnRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
let proxy: TcpProxy;
let redis: Redis;
beforeAll(async () => {
  server = await startOwnRedis(['--repl-diskless-sync-delay', '0']);
  proxy = await startTcpProxy(server.port);
  redis = connectRedis(`redis://${proxy.address}`);
  redis.on('error', () => {}); // the test breaks the connection
});
afterEach(() => proxy.heal());
afterAll(async () => {
  redis.disconnect();
  await proxy.stop();
  await server.stop();
});

/** The error of a command that must fail. */
async function errorOf(command: Promise<unknown>): Promise<unknown> {
  return command.then(
    (reply) => new Error(`It answered ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
}

/** The number of connections that Redis has accepted, and of those that are open. */
async function connections(): Promise<{ total: number; open: number }> {
  const read = async (section: string, name: string) =>
    Number(new RegExp(`${name}:(\\d+)`).exec(await server.redis.info(section))?.[1]);
  return {
    total: await read('stats', 'total_connections_received'),
    open: await read('clients', 'connected_clients'),
  };
}

test('connectRedis() reads what it wrote', async () => {
  await redis.set('key', 'value');
  expect(await redis.get('key')).toBe('value');
});

test('connectRedis() fails the commands in flight when the connection breaks, and opens a new one', async () => {
  await redis.set('key', 'value');
  proxy.partition();
  const failed = errorOf(redis.get('key'));
  proxy.cut();
  expect(storeUnavailable(await failed)).toBe(true);
  proxy.heal();
  await eventually('Redis answers again', async () => (await redis.get('key')) === 'value');
});

test('connectRedis() opens a new connection when the old one is silently dead', async () => {
  await redis.set('key', 'value');
  proxy.partition();
  const failed = redis.get('key');
  proxy.healForNew();
  expect(storeUnavailable(await errorOf(failed))).toBe(true);
  // Its second command is in flight when the first connection is closed, so its error is not a timeout.
  expect(await errorOf(redis.get('key'))).toMatchObject({ name: 'MaxRetriesPerRequestError' });
  await eventually('Redis answers again', async () => (await redis.get('key')) === 'value');
}, 60_000);

test('connectRedis() stays connected to a replica for reads while there is no primary', async () => {
  let closed = 0;
  const count = () => (closed += 1);
  redis.on('close', count);
  await server.redis.call('REPLICAOF', '127.0.0.1', '1');
  try {
    const before = await connections();
    await eventually('it looked for a primary and is through', async () => {
      expect(storeUnavailable(await errorOf(redis.set('key', 'refused')))).toBe(true);
      expect(await redis.get('key')).toBe('value');
      const { total, open } = await connections();
      return total > before.total && open === before.open;
    });
    expect(closed).toBe(0);
  } finally {
    await server.redis.call('REPLICAOF', 'NO', 'ONE');
    redis.off('close', count);
  }
});

test('connectRedis() finds the new primary when the one that it is connected to has become a replica', async () => {
  const next = await startOwnRedis();
  try {
    await server.redis.set('key', 'value');
    await next.redis.call('REPLICAOF', '127.0.0.1', String(server.port));
    await eventually('it is copied', async () => (await next.redis.get('key')) === 'value');
    await next.redis.call('REPLICAOF', 'NO', 'ONE');
    await server.redis.call('REPLICAOF', '127.0.0.1', String(next.port));
    // The name leads to the new primary. The old one still runs and keeps its connections.
    proxy.leadTo(next.port);
    expect(storeUnavailable(await errorOf(redis.set('key', 'refused')))).toBe(true);
    await eventually('a write is taken', async () => (await redis.set('key', 'taken')) === 'OK');
    expect(await next.redis.get('key')).toBe('taken');
  } finally {
    await server.redis.call('REPLICAOF', 'NO', 'ONE');
    proxy.leadTo(server.port);
    proxy.cut();
    await next.stop();
  }
}, 60_000);

describe('storeUnavailable() knows a Redis that', () => {
  test.each<[string, (redis: Redis) => Promise<unknown>]>([
    ['a command', (redis) => redis.set('key', 'value')],
    ['a script', (redis) => redis.eval("return redis.call('SET', KEYS[1], 'value')", 1, 'key')],
    ['a transaction', (redis) => redis.multi().set('key', 'value').exec()],
  ])('is full, by the failure of %s', async (_, write) => {
    await server.redis.config('SET', 'maxmemory', '1');
    try {
      expect(storeUnavailable(await errorOf(write(server.redis)))).toBe(true);
    } finally {
      await server.redis.config('SET', 'maxmemory', '0');
    }
  });

  test('recognizes a read-only Redis by the failure of a transaction', async () => {
    await server.redis.call('REPLICAOF', '127.0.0.1', '1');
    try {
      expect(storeUnavailable(await errorOf(redis.multi().set('key', 'value').exec()))).toBe(true);
    } finally {
      await server.redis.call('REPLICAOF', 'NO', 'ONE');
    }
  });

  test('does not match a wrong command, which is an internal error', async () => {
    await server.redis.set('key', 'value');
    expect(storeUnavailable(await errorOf(server.redis.lpush('key', 'a')))).toBe(false);
    expect(storeUnavailable(await errorOf(server.redis.multi().lpush('key').exec()))).toBe(false);
  });
});
