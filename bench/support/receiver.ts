import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, startReceiver } from '../../test/support/receiver.ts';

/*
 * A receiver in a separate process. It records the time of each delivery, and verifies it with the official library when
 * the records are read, so that a receiver's own work is no part of a round.
 * `POST /secret/<path>` sets a secret, `/hang` never answers, `GET /report` returns and clears the records.
 */
const secrets = new Map<string, Webhook>();
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
  } else if (path !== '/hang') {
    deliveries.push({ ...request, at: performance.timeOrigin + performance.now() });
    response.writeHead(204).end();
  }
});
process.stdout.write(`${receiver.port}\n`);

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
