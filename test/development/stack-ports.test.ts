import { afterEach, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { chooseStackPorts } from '../../development/stack-ports.ts';
import { readConfig } from '../../platform/config/config.ts';
import { freePort } from '../support/ports.ts';

/** Redis and Temporal on other machines, and free ports. */
async function environment(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const elsewhere = { REDIS_URL: 'redis://redis.internal', TEMPORAL_ADDRESS: 'temporal.internal:7233' };
  return { PORT: String(await freePort()), ...elsewhere, ...more };
}

let taken: Server | undefined;
afterEach(() => taken?.close());

async function take(): Promise<number> {
  const server = createServer();
  taken = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

test.each(['METRICS_PORT', 'WORKER_METRICS_PORT'])(
  'chooseStackPorts() refuses a taken %s by its name',
  async (variable) => {
    const port = await take();
    const env = await environment({ [variable]: String(port) });
    await expect(chooseStackPorts(readConfig(env), env)).rejects.toThrow(
      `Cannot start as port ${port} (metrics and health) is taken: set ${variable} to a free port`,
    );
  },
);

test('chooseStackPorts() keeps free metrics ports, and sets none that was not requested', async () => {
  const env = await environment({ METRICS_PORT: String(await freePort()) });
  expect(await chooseStackPorts(readConfig(env), env)).toEqual({
    api: Number(env['PORT']),
    redis: undefined,
    temporal: undefined,
  });
});
