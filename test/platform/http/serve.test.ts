import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { serve } from '../../../platform/http/serve.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

test('stop() waits for the requests in flight', async () => {
  const handled = Promise.withResolvers<void>();
  const release = Promise.withResolvers<Response>();
  const server = await serve(() => {
    handled.resolve();
    return release.promise;
  }, LOOPBACK);
  const response = fetch(`http://127.0.0.1:${server.port}`);
  await handled.promise;
  const stopped = server.stop();
  release.resolve(new Response('done'));
  expect(await (await response).text()).toBe('done');
  await stopped;
});

test('stop() waits no longer than the grace for a request that never ends', async () => {
  const handled = Promise.withResolvers<void>();
  const server = await serve(
    () => {
      handled.resolve();
      return new Promise<Response>(() => {});
    },
    { ...LOOPBACK, stopGraceMs: 50 },
  );
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => {}); // the server may close it
  client.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
  await handled.promise;
  await server.stop();
  client.destroy();
});

test('serve() names the address that is in use', async () => {
  const first = await serve(() => new Response(), LOOPBACK);
  await expect(serve(() => new Response(), { ...LOOPBACK, port: first.port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${first.port}`,
  );
  await first.stop();
});
