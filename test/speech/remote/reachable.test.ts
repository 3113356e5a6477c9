import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { serve } from '../../../platform/http/serve.ts';
import { createRemoteApi } from '../../../speech/remote/api.ts';
import { freePort } from '../../support/ports.ts';

/** A server that answers every request with one status, and records the requests. */
async function startServer(status: number) {
  const requests: { method: string; headers: Record<string, string>; body: string }[] = [];
  const server = await serve(
    async (request) => {
      const { method, headers } = request;
      requests.push({ method, headers: Object.fromEntries(headers), body: await request.text() });
      return new Response(null, { status });
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { url: `http://127.0.0.1:${server.port}/v1`, requests, stop: server.stop };
}

const ask = (url: string, timeoutMs = 5_000) =>
  createRemoteApi({ url, apiKey: 'a key of ours', model: 'test', timeoutMs: 5_000 }).answers(
    AbortSignal.timeout(timeoutMs),
  );

test.each([200, 401, 404, 405, 500])(
  'answers() takes %d for an answer, and sends neither key nor audio',
  async (status) => {
    const server = await startServer(status);
    await ask(server.url);
    await server.stop();
    expect(server.requests).toMatchObject([{ method: 'HEAD', body: '' }]);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  },
);

test.each([502, 503, 504])('answers() takes %d for a proxy without its server', async (status) => {
  const server = await startServer(status);
  await expect(ask(server.url)).rejects.toThrow('engine_unavailable');
  await server.stop();
});

test('answers() fails for an address without a listener', async () => {
  await expect(ask(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow('engine_unavailable');
});

test('answers() times out on a silent server', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  await expect(ask(`http://127.0.0.1:${port}`, 50)).rejects.toThrow('engine_unavailable');
  mute.close();
});
