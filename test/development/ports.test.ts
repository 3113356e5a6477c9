import { afterEach, describe, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { choosePort } from '../../development/ports.ts';
import { freePort } from '../support/ports.ts';

const wanted = { part: 'Redis', variable: 'EMBEDDED_REDIS_PORT', host: '127.0.0.1' };

describe('choosePort()', () => {
  let taken: Server | undefined;
  afterEach(() => taken?.close());

  async function take(): Promise<number> {
    const port = await freePort();
    taken = createServer();
    await new Promise<void>((resolve) => taken?.listen(port, '127.0.0.1', resolve));
    return port;
  }

  test('uses the requested port', async () => {
    const port = await freePort();
    expect(await choosePort({ ...wanted, port, preferred: 1 })).toBe(port);
  });

  test('refuses a taken port with its number, its part and its variable', async () => {
    const port = await take();
    await expect(choosePort({ ...wanted, port, preferred: 1 })).rejects.toThrow(
      `Cannot start as port ${port} (Redis) is taken: set EMBEDDED_REDIS_PORT to a free port`,
    );
  });

  test('uses any free port when the preferred one is taken', async () => {
    const port = await take();
    const chosen = await choosePort({ ...wanted, preferred: port });
    expect(chosen).toBeGreaterThan(1023);
    expect(chosen).not.toBe(port);
  });

  test('uses any free port for 0', async () => {
    expect(await choosePort({ ...wanted, port: 0, preferred: 1 })).toBeGreaterThan(1023);
  });

  test('names HOST when the address does not belong to this machine', async () => {
    const elsewhere = choosePort({ ...wanted, host: '192.0.2.1', port: 0, preferred: 1 });
    await expect(elsewhere).rejects.toThrow(
      "Cannot start as '192.0.2.1' is not an address of this machine: set HOST to one",
    );
  });
});
