/*
 * Checks that must pass on every runtime, as a script that prints its findings: Bun and Deno have different HTTP, TLS, DNS and URL
 * implementations. Run by runtimes.test.ts.
 */

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { isAllowedAddress } from '../../../webhooks/egress/addresses.ts';
import { createEgressGuard } from '../../../webhooks/egress/guard.ts';
import { createEgressPolicy, PUBLIC_ONLY } from '../../../webhooks/egress/policy.ts';
import { createResolver } from '../../../webhooks/egress/resolver.ts';
import { createSender } from '../../../webhooks/egress/sender.ts';
import { checkEndpointUrl } from '../../../webhooks/egress/url.ts';
import { startDns } from '../../support/dns.ts';
import { startReceiver, TEST_CERTIFICATE, TEST_KEY } from '../../support/receiver.ts';
import { ALLOWED_ADDRESSES, NOT_PUBLIC_URLS, REFUSED_ADDRESSES } from './tables.ts';

const zone: Record<string, string[][]> = {
  'pinned.hook.example.com': [['127.0.0.1'], ['127.0.0.3']],
  'moved.hook.example.com': [['127.0.0.1'], ['127.0.0.9']],
  'mixed.hook.example.com': [['127.0.0.1', '10.0.0.1']],
  'other.example.com': [['127.0.0.1']],
};
const dns = await startDns((type, name) => {
  const answers = type === 'A' ? (zone[name] ?? []) : [];
  return { addresses: (answers.length > 1 ? answers.shift() : answers[0]) ?? [] };
});
const secure = await startReceiver({ tls: true });
const inner = await startReceiver({ tls: true, host: '127.0.0.3', port: secure.port });
let connections = 0;
const sender = createSender({
  guard: createEgressGuard(
    createEgressPolicy({ allowNetworks: '127.0.0.1/32,127.0.0.3/32', allowHttp: true }),
    createResolver({ servers: [dns.server], timeoutMs: 1_000 }),
  ),
  ca: TEST_CERTIFICATE,
  timeoutMs: 400,
  onConnect: () => {
    connections += 1;
  },
});
const servers: Server[] = [];

const send = async (url: string) => {
  const body = new TextEncoder().encode('{}');
  const { failure, status } = await sender.send({
    url,
    headers: { 'webhook-id': 'msg_1' },
    body,
    reuseConnection: true,
  });
  return failure ?? String(status);
};
const to = (name: string) => send(`https://${name}:${secure.port}/`);

async function raw(tls: boolean, serve: (socket: Socket) => void): Promise<string> {
  const guarded = (socket: Socket) => serve(socket.on('error', () => {}));
  const server = tls ? createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, guarded) : createServer(guarded);
  server.on('tlsClientError', () => {});
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return send(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));

const found = {
  pinned: [await to('pinned.hook.example.com'), secure.requests.length, inner.requests.length],
  moved: [await to('moved.hook.example.com'), await to('moved.hook.example.com')],
  mixed: await to('mixed.hook.example.com'),
  wrongCertificate: await to('other.example.com'),
  unknown: await to('unknown.hook.example.com'),
  literal: [await send(secure.url), await send(secure.url)],
  connections,
  noTls: await raw(false, () => {}),
  noAnswer: await raw(true, () => {}),
  headersDrip: await raw(true, answering('HTTP/1.1 200 OK\r\nx-a: b\r\n')),
  hugeHeader: await raw(true, answering(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(1e6)}\r\n\r\n`)),
  endlessBody: await raw(true, answering(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1e6)}`)),
  closed: await raw(true, (socket) => void socket.once('data', () => socket.end())),
  wronglyAllowedAddresses: REFUSED_ADDRESSES.filter((address) => isAllowedAddress(address, [])),
  wronglyRefusedAddresses: ALLOWED_ADDRESSES.filter((address) => !isAllowedAddress(address, [])),
  wronglyAllowedUrls: NOT_PUBLIC_URLS.filter((url) => 'url' in checkEndpointUrl(url, PUBLIC_ONLY)),
};
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit();
