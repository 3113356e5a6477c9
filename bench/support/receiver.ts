import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, startReceiver } from '../../test/support/receiver.ts';

/*
 * A receiver in a separate process. It records the time of each delivery, and verifies it with the official library when
 * the records are read, so that a round does not include a receiver's own work.
 * `POST /secret/<path>` sets a secret, `/hang` answers nothing until `/release`, which closes these connections; `/trickle`
 * sends a byte of the response each second, `/answer` is not recorded. `GET /report` returns and clears the records.
 */
const secrets = new Map<string, Webhook>();
const hanging = new Set<ServerResponse>();
let deliveries: (ReceivedRequest & { readonly at: number })[] = [];
const receiver = await startReceiver();

receiver.answerWith((response, request) => {
  const { path, body } = request;
  receiver.requests.length = 0;
  if (path === '/report') {
    response.writeHead(200).end(JSON.stringify(deliveries.map(reportOf)));
    deliveries = [];
  } else if (path.startsWith('/secret')) {
    secrets.set(path.slice('/secret'.length), new Webhook(body));
    response.writeHead(204).end();
  } else if (path === '/hang') {
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
  } else if (path === '/trickle') {
    trickle(response);
  } else if (path === '/answer') {
    response.writeHead(204).end();
  } else if (path === '/release') {
    for (const held of hanging) held.destroy();
    response.writeHead(204).end();
  } else {
    deliveries.push({ ...request, at: performance.timeOrigin + performance.now() });
    response.writeHead(204).end();
  }
});
process.stdout.write(`${receiver.port}\n`);

/** Status and headers arrive at once, the body a byte a second, as from a receiver that is slow on purpose. */
function trickle(response: ServerResponse): void {
  hanging.add(response);
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 1_000);
  response.once('close', () => {
    clearInterval(timer);
    hanging.delete(response);
  });
}

function reportOf({ path, body, headers, at }: (typeof deliveries)[number]) {
  return { id: String(headers['webhook-id']), at, ok: verifies(path, body, headers as Record<string, string>) };
}

function verifies(path: string, body: string, headers: Record<string, string>): boolean {
  try {
    return Boolean(secrets.get(path)?.verify(body, headers));
  } catch {
    return false; // counted by the bench
  }
}
