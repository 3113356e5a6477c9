// Listens to a service at the wire that becomes silent. Prints what came as JSON.
import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createSotto, listenToDeliveries } from 'sotto-sdk';

const MAX_SILENCE_MS = 600;
const queries = [];
const opened = 'event: open\ndata: {"cursor":"begin"}\n\n';
const delivery = (id) => `event: delivery\ndata: ${JSON.stringify({ cursor: id, attempt: { attempt_id: id } })}\n\n`;

const server = createServer(async ({ url }, response) => {
  const { pathname, search } = new URL(url, 'http://sotto.invalid');
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  if (pathname.includes('/cut/')) return response.end(': still here\n\n');
  queries.push(search);
  if (queries.length === 2) return response.write(opened + delivery('one') + delivery('two'));
  response.write(opened);
  // In all, longer than it may be silent.
  for (let count = 0; count < 10; count++) {
    await pause(MAX_SILENCE_MS / 6);
    response.write(': still here\n\n');
  }
  response.write(delivery('one'));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseUrl = `http://127.0.0.1:${server.address().port}`;

const received = [];
const options = { last: 3, maxSilenceMs: MAX_SILENCE_MS };
for await (const { cursor } of listenToDeliveries(createSotto({ baseUrl }), 'silent', options)) {
  received.push([cursor, queries.length]);
  if (cursor === 'two') break;
}

const failure = async (url, endpointId, follow) => {
  try {
    for await (const _ of listenToDeliveries(createSotto({ baseUrl: url, maxRetries: 0 }), endpointId, { follow }));
  } catch (error) {
    return error.name;
  }
};
const failures = {
  away: await failure('http://127.0.0.1:1', 'any', true),
  cut: await failure(baseUrl, 'cut', false),
  invalid: await failure('nonsense', 'any', true),
};
process.stdout.write(JSON.stringify({ received, queries, failures }));
process.exit();
