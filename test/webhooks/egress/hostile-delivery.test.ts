import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../../support/eventually.ts';
import { addEndpoint, readLog, startCase } from '../../support/webhooks.ts';
import { type SkippingWebhooks, startSkippingWebhooks } from '../../workflows/webhook-setup.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

let webhooks: SkippingWebhooks;
let deaf: HostileServer;
let flood: HostileServer;

beforeAll(async () => {
  // Enough time to show that no other delivery waits for the silent receiver.
  webhooks = await startSkippingWebhooks({ sender: { timeoutMs: 60_000 } });
  deaf = await startHostileServer({});
  flood = await startHostileServer({
    onRequest: ({ socket }) => {
      const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000);
      const pump = () => {
        while (!socket.destroyed && socket.write(hint));
      };
      socket.on('drain', pump);
      pump();
    },
  });
}, 60_000);
afterAll(async () => {
  deaf.stop();
  flood.stop();
  await webhooks.stop();
});

test('a receiver that never answers and one that floods delay no other endpoint', async () => {
  const { service, receiver } = webhooks;
  const one = await startCase(service, receiver.url);
  const silent = await addEndpoint(service, one.userId, deaf.url);
  const flooding = await addEndpoint(service, one.userId, flood.url);
  const ids = Array.from({ length: 5 }, () => `msg_${crypto.randomUUID()}`);
  for (const id of ids) await one.emit('note.processed', id);

  await eventually('every event reached the healthy endpoint', () => receiver.requests.length === ids.length);
  expect(receiver.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort());
  await eventually('the flood is told', async () =>
    (await readLog(service, one.userId, flooding.endpointId)).some(({ failure }) => failure === 'invalid_response'),
  );
  // All of its attempts are in flight.
  await eventually('the silent one has its requests', () => deaf.connections.length === ids.length);
  expect(await readLog(service, one.userId, silent.endpointId)).toEqual([]);
  expect((await one.log()).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'succeeded'));
});
