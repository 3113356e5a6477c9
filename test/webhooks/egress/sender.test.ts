import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createEgressGuard } from '../../../webhooks/egress/guard.ts';
import { createEgressPolicy, PUBLIC_ONLY } from '../../../webhooks/egress/policy.ts';
import { createResolver } from '../../../webhooks/egress/resolver.ts';
import { ATTEMPT_TIMEOUT_MS, createSender, type Sender, type SenderOptions } from '../../../webhooks/egress/sender.ts';
import { startDns, type TestDns } from '../../support/dns.ts';
import { freePort } from '../../support/ports.ts';
import { type Receiver, startReceiver, TEST_CERTIFICATE } from '../../support/receiver.ts';

/** The addresses of each name, one list per lookup. The last list is repeated. */
const zone: Record<string, string[][]> = {};
let dns: TestDns;
let secure: Receiver;
let plain: Receiver;
const senders: Sender[] = [];

beforeAll(async () => {
  dns = await startDns((type, name) => {
    if (type !== 'A') return { addresses: [] };
    const answers = zone[name] ?? [];
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    return addresses ? { addresses } : { code: 'NXDOMAIN' };
  });
  secure = await startReceiver({ tls: true });
  plain = await startReceiver({ host: '127.0.0.2' });
});
afterEach(() => {
  for (const sender of senders.splice(0)) sender.close();
  for (const receiver of [secure, plain]) {
    receiver.requests.length = 0;
    receiver.answerWith(204);
  }
});
afterAll(async () => {
  await Promise.all([dns.stop(), secure.stop(), plain.stop()]);
});

function sender(networks = '127.0.0.0/30', options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({
    guard: createEgressGuard(
      createEgressPolicy({ allowNetworks: networks, allowHttp: true }),
      createResolver({ servers: [dns.server], timeoutMs: 2_000 }),
    ),
    ca: TEST_CERTIFICATE,
    ...options,
  });
  senders.push(made);
  return made;
}

const body = new TextEncoder().encode('{"é":1}');
const post = (url: string, reuseConnection = true) => ({
  url,
  body,
  reuseConnection,
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'accept-encoding': 'identity' },
});

test('send() posts the exact bytes under the right name and certificate', async () => {
  zone['a.hook.example.com'] = [['127.0.0.1']];
  const result = await sender().send(post(`https://a.hook.example.com:${secure.port}/hook?a=1`));
  expect(result).toMatchObject({ failure: null, status: 204, location: null });
  expect(secure.requests).toHaveLength(1);
  expect(secure.requests[0]).toMatchObject({ method: 'POST', path: '/hook?a=1', body: '{"é":1}' });
  expect(secure.requests[0]?.headers).toMatchObject({
    host: `a.hook.example.com:${secure.port}`,
    'content-length': '8',
    'webhook-id': 'msg_1',
  });
});

test('send() posts to a literal address', async () => {
  expect(await sender().send(post(secure.url))).toMatchObject({ failure: null, status: 204 });
  expect(await sender().send(post(plain.url))).toMatchObject({ failure: null, status: 204 });
});

describe('send() counts only 2xx as success', () => {
  test.each([
    ...[200, 201, 202, 204, 299].map((status) => [status, null] as const),
    ...[300, 301, 302, 303, 304, 305, 306, 307, 308].map((status) => [status, 'redirect'] as const),
    ...[400, 401, 404, 408, 429, 500, 502, 503, 504].map((status) => [status, 'status'] as const),
    [410, 'gone'] as const,
  ])('%d: %p', async (status, failure) => {
    plain.answerWith((response) => {
      response.writeHead(status, { location: `http://user:pass@127.0.0.2:${plain.port}/other?token=secret#x` }).end();
    });
    const result = await sender().send(post(plain.url));
    const location = failure === 'redirect' ? `http://127.0.0.2:${plain.port}/other` : null;
    expect(result).toMatchObject({ failure, status, location });
    expect(plain.requests).toHaveLength(1);
  });

  test('a relative Location is shown without its query', async () => {
    plain.answerWith((response) => void response.writeHead(302, { location: '/login?next=x' }).end());
    expect(await sender().send(post(plain.url))).toMatchObject({ location: '/login' });
  });
});

describe('send() refuses as blocked', () => {
  test('a name with any address that is not allowed, without a connection', async () => {
    for (const address of ['10.0.0.1', '127.0.0.9', '169.254.169.254', '192.168.0.1', '100.64.0.1', '0.0.0.0']) {
      zone['mixed.hook.example.com'] = [['127.0.0.1', address]];
      const result = await sender().send(post(`https://mixed.hook.example.com:${secure.port}/`));
      expect(result).toMatchObject({ failure: 'blocked', status: null });
    }
    expect(secure.requests).toHaveLength(0);
  });

  test('a URL that breaks a rule, without resolving its name', async () => {
    const before = dns.queries.length;
    for (const url of ['https://10.0.0.1/', 'https://u:p@a.hook.example.com/', 'ftp://a.hook.example.com/', 'x']) {
      expect(await sender().send(post(url))).toMatchObject({ failure: 'blocked', status: null });
    }
    expect(dns.queries).toHaveLength(before);
  });

  test('alike whether the internal port is open, closed or without a host', async () => {
    const port = await freePort();
    const urls = [plain.url, `http://127.0.0.2:${port}/`, `http://10.9.8.7:${port}/`];
    const results = await Promise.all(urls.map((url) => sender('127.0.0.1/32').send(post(url))));
    const shown = results.map(({ durationMs: _, ...rest }) => rest);
    expect(shown).toEqual(Array(3).fill({ failure: 'blocked', status: null, location: null }));
    expect(plain.requests).toHaveLength(0);
  });

  test('a name that moved to such an address, also while a connection to its old address is open', async () => {
    zone['moving.hook.example.com'] = [['127.0.0.1'], ['127.0.0.9']];
    const one = sender();
    const url = `https://moving.hook.example.com:${secure.port}/`;
    expect(await one.send(post(url))).toMatchObject({ failure: null });
    expect(await one.send(post(url))).toMatchObject({ failure: 'blocked' });
    expect(secure.requests).toHaveLength(1);
  });
});

test('send() connects to the address that it checked, although the name changes right after the check', async () => {
  const inner = await startReceiver({ host: '127.0.0.3', port: plain.port });
  zone['flip.hook.example.com'] = [['127.0.0.2'], ['127.0.0.3']];
  const before = dns.queries.length;
  const result = await sender('127.0.0.2/32').send(post(`http://flip.hook.example.com:${plain.port}/`));
  expect(result).toMatchObject({ failure: null, status: 204 });
  expect(dns.queries.slice(before).sort()).toEqual(['A flip.hook.example.com', 'AAAA flip.hook.example.com']);
  expect([plain.requests.length, inner.requests.length]).toEqual([1, 0]);
  await inner.stop();
});

test('send() tries the next address when the first refuses the connection, and posts once', async () => {
  zone['two.hook.example.com'] = [['127.0.0.1', '127.0.0.2']];
  const connections: number[] = [];
  const one = sender(undefined, { onConnect: () => connections.push(1) });
  expect(await one.send(post(`http://two.hook.example.com:${plain.port}/`))).toMatchObject({ failure: null });
  expect([plain.requests.length, connections.length]).toEqual([1, 1]);
});

test('send() does not try another address once a request went out', async () => {
  const twin = await startReceiver({ host: '127.0.0.1', port: plain.port });
  for (const receiver of [plain, twin]) receiver.answerWith((response) => void response.destroy());
  zone['twins.hook.example.com'] = [['127.0.0.1', '127.0.0.2']];
  const result = await sender().send(post(`http://twins.hook.example.com:${plain.port}/`));
  expect(result).toMatchObject({ failure: 'connection_closed' });
  expect(plain.requests.length + twin.requests.length).toBe(1);
  await twin.stop();
});

describe('send() keeps connections', () => {
  test('and reuses one for the same name and address', async () => {
    zone['keep.hook.example.com'] = [['127.0.0.1']];
    let connections = 0;
    const one = sender(undefined, { onConnect: () => (connections += 1) });
    for (let sent = 0; sent < 3; sent += 1) await one.send(post(`https://keep.hook.example.com:${secure.port}/`));
    expect(connections).toBe(1);
    expect(new Set(secure.requests.map((request) => request.clientPort)).size).toBe(1);
  });

  test('but never for another name, another address, or a send that wants its own', async () => {
    zone['first.hook.example.com'] = [['127.0.0.2'], ['127.0.0.2']];
    zone['second.hook.example.com'] = [['127.0.0.2']];
    let connections = 0;
    const one = sender(undefined, { onConnect: () => (connections += 1) });
    await one.send(post(`http://first.hook.example.com:${plain.port}/`));
    await one.send(post(`http://second.hook.example.com:${plain.port}/`));
    await one.send(post(plain.url));
    await one.send(post(plain.url, false));
    await one.send(post(plain.url, false));
    expect(connections).toBe(5);
  });

  test('but not to the old address of a name that moved', async () => {
    const moved = await startReceiver({ host: '127.0.0.3', port: plain.port });
    zone['moved.hook.example.com'] = [['127.0.0.2'], ['127.0.0.3']];
    const one = sender();
    for (let sent = 0; sent < 2; sent += 1) await one.send(post(`http://moved.hook.example.com:${plain.port}/`));
    expect([plain.requests.length, moved.requests.length]).toEqual([1, 1]);
    await moved.stop();
  });
});

describe('send() distinguishes', () => {
  test('a name that does not resolve', async () => {
    expect(await sender().send(post('https://none.hook.example.com/'))).toMatchObject({ failure: 'dns_error' });
  });

  test('a port that nobody listens on', async () => {
    const port = await freePort();
    expect(await sender().send(post(`https://127.0.0.1:${port}/`))).toMatchObject({ failure: 'connection_refused' });
  });

  test('a certificate for another name, from another authority, and no TLS at all', async () => {
    zone['other.example.com'] = [['127.0.0.1']];
    zone['b.hook.example.com'] = [['127.0.0.1']];
    const results = [
      await sender().send(post(`https://other.example.com:${secure.port}/`)),
      await sender(undefined, { ca: undefined }).send(post(`https://b.hook.example.com:${secure.port}/`)),
      await sender().send(post(`https://127.0.0.2:${plain.port}/`)),
    ];
    expect(results.map(({ failure }) => failure)).toEqual(['tls_error', 'tls_error', 'tls_error']);
    expect(secure.requests).toHaveLength(0);
  });

  test('our own resolver being silent, which it throws', async () => {
    const mute = await startDns(() => 'silence');
    const resolve = createResolver({ servers: [mute.server], timeoutMs: 100 });
    const guard = createEgressGuard(PUBLIC_ONLY, resolve);
    const sending = sender(undefined, { guard }).send(post('https://a.hook.example.com/'));
    expect(await sending.catch((error: Error) => error.name)).toBe('ResolverError');
    await mute.stop();
  });
});

test('an attempt takes 20 seconds at most by default', () => expect(ATTEMPT_TIMEOUT_MS).toBe(20_000));
