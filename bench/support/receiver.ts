import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../../test/support/receiver.ts';

/*
 * A receiver in a separate process. It verifies each delivery with the official library and records its time.
 * `POST /secret/<path>` sets a secret, `/hang` never answers, `GET /report` returns and clears the records.
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
