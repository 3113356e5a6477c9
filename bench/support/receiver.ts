import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../../test/support/receiver.ts';

/*
 * A receiver in a process of its own, as in the world: it verifies each delivery with the official library and keeps
 * when it came. `POST /secret/<path>` tells it a secret, `/hang` never answers, `GET /report` gives and forgets all.
 */
const secrets = new Map<string, Webhook>();
let deliveries: { id: string; at: number; ok: boolean }[] = [];
const receiver = await startReceiver();

receiver.answerWith((response, { path, body, headers }) => {
  receiver.requests.length = 0;
  if (path === '/report') {
    response.writeHead(200).end(JSON.stringify(deliveries));
    deliveries = [];
  } else if (path.startsWith('/secret')) {
    secrets.set(path.slice('/secret'.length), new Webhook(body));
    response.writeHead(204).end();
  } else if (path !== '/hang') {
    const at = performance.timeOrigin + performance.now();
    deliveries.push({
      id: String(headers['webhook-id']),
      at,
      ok: verifies(path, body, headers as Record<string, string>),
    });
    response.writeHead(204).end();
  }
});
process.stdout.write(`${receiver.port}\n`);

function verifies(path: string, body: string, headers: Record<string, string>): boolean {
  try {
    return Boolean(secrets.get(path)?.verify(body, headers));
  } catch {
    return false; // counted by the bench
  }
}
