import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { keys } from '../../platform/redis/keys.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';

let api: TestApi;
/** The log of the service. */
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
  api = await startTestApi({ log, publicUrl: 'https://sotto.example' });
});
afterAll(() => api.stop());

/** The method and path of each route, with a text for every parameter. */
function targets(parameter: string): { method: string; path: string }[] {
  return api.app.routes.map(({ method, path }) => ({ method, path: path.replace(/:\w+|\*/g, parameter) }));
}

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(api.url + path, { method, headers, redirect: 'manual' });

/** Sends raw bytes, which no client library would, and returns the whole answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Signs in like a browser and returns the response that sets the cookie. */
async function signIn(email: string): Promise<Response> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email }) };
  await fetch(`${api.url}/v1/app/sign-in`, asked);
  const token = await eventually('the mail is in the outbox', async () => {
    const names = await readdir(api.outbox);
    const mails = await Promise.all(names.map((name) => readFile(join(api.outbox, name), 'utf8')));
    const mail = mails.find((text) => text.includes(email)) ?? '';
    return /token=(?:3D)?([\w-]{20,})/.exec(mail.replaceAll('=\r\n', ''))?.[1];
  });
  return call('POST', `/v1/app/sign-in/link?token=${token}`);
}

describe('every answer', () => {
  const unknown = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/nowhere' },
    { method: 'GET', path: '/v1/enterprise/nowhere' },
    { method: 'DELETE', path: '/health' },
    { method: 'GET', path: '/%zz' },
  ];

  test('prevents type sniffing, referrers, framing and caching', async () => {
    for (const { method, path } of [...targets(randomUUID()), ...unknown]) {
      const { headers } = await call(method, path);
      const names = ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'cache-control'];
      const values = ['nosniff', 'no-referrer', 'DENY', 'no-store'];
      expect([path, ...names.map((name) => headers.get(name))]).toEqual([path, ...values]);
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f-]{36}$/);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.has('server')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
    }
  });

  test('allows no script, except on the API reference', async () => {
    for (const { method, path } of targets('x').filter((target) => target.path !== '/swagger')) {
      const { headers } = await call(method, path);
      const policy = headers.get('content-security-policy') ?? '';
      expect({ path, policy }).toEqual({ path, policy: expect.stringContaining("default-src 'none'") });
      expect({ path, policy }).toEqual({ path, policy: expect.not.stringContaining('script-src') });
    }
  });

  test('redirects nowhere, whatever the request contains', async () => {
    const elsewhere = 'https://evil.example';
    const wishes = ['next', 'redirect', 'redirect_uri', 'return_to', 'url', 'continue', 'token'];
    const query = wishes.map((name) => `${name}=${encodeURIComponent(elsewhere)}`).join('&');
    const odd = [
      '//evil.example',
      '/\\evil.example',
      '/%2F%2Fevil.example',
      '/https://evil.example',
      '///evil.example/..',
    ];
    const all = [
      ...targets('x').map(({ method, path }) => ({ method, path: `${path}?${query}` })),
      ...odd.map((path) => ({ method: 'GET', path })),
    ];
    for (const { method, path } of all) {
      const response = await call(method, path, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
      expect({ path, redirect: response.status >= 300 && response.status < 400 }).toEqual({ path, redirect: false });
      for (const name of ['location', 'refresh', 'content-location', 'link'])
        expect(response.headers.has(name)).toBe(false);
      expect(await response.text()).not.toContain('evil.example');
    }
  });

  test('contains no header from the request', async () => {
    const bad = '%0d%0aset-cookie:%20injected=1%0d%0a';
    for (const { method, path } of targets(bad)) {
      const response = await call(method, `${path}?name=${bad}&type=${bad}&token=${bad}`, {
        origin: 'https://injected.example',
      });
      for (const [name, value] of response.headers) expect(`${name}: ${value}`).not.toContain('injected');
    }
  });

  test('does not trust a host or request id from the client', async () => {
    const answer = await raw(
      'GET /v1/app/me HTTP/1.1\r\nHost: evil.example\r\nX-Request-Id: forged\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401/);
    expect(answer).not.toContain('evil.example');
    expect(answer).not.toContain('forged');
  });
});

describe('request smuggling', () => {
  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['a bad length', 'Content-Length: +4'],
  ])('a request with %s is refused, or ends its connection', async (_name, headers) => {
    const answer = await raw(
      `POST /v1/app/sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(answer).not.toContain('"status":"ok"');
  });
});

describe('a HEAD request that asks for a WebSocket', () => {
  test.each(['/v1/realtime', '/v1/listen?encoding=linear16&sample_rate=16000', '/v1/app/dictate/live'])(
    '%s is answered with 426',
    async (path) => {
      const { secret } = await api.makeKey();
      const { userId } = await api.users.ensure({ email: 'head@example.org' });
      const credential = path.startsWith('/v1/app')
        ? `Origin: https://sotto.example\r\nCookie: __Host-sotto_session=${await api.sessions.begin(userId)}`
        : `Authorization: Bearer ${secret}`;
      const upgrade =
        'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
      const answer = await raw(`HEAD ${path} HTTP/1.1\r\nHost: x\r\n${credential}\r\n${upgrade}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    },
  );
});

describe('the session cookie', () => {
  test('is bound to this host over https, and hidden from scripts and other sites', async () => {
    const cookies = (await signIn('cookie@example.org')).headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    const [pair = '', ...flags] = (cookies[0] ?? '').split('; ');
    expect(pair).toMatch(/^__Host-sotto_session=[\w-]{75}$/);
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('is read from its exact name only', async () => {
    const [pair = ''] = ((await signIn('name@example.org')).headers.getSetCookie()[0] ?? '').split('; ');
    const secret = pair.split('=')[1];
    expect((await call('GET', '/v1/app/me', { cookie: pair })).status).toBe(200);
    for (const name of ['sotto_session', '__Secure-sotto_session', '__host-sotto_session']) {
      expect((await call('GET', '/v1/app/me', { cookie: `${name}=${secret}` })).status).toBe(401);
    }
  });
});

describe('path escapes', () => {
  const ways = [
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%252f..%252fetc%252fpasswd',
    '%00/etc/passwd',
    '%5c..%5c..%5cetc',
  ];

  test.each(ways)('/v1/recordings/%s opens nothing', async (way) => {
    const answer = await raw(`GET /v1/recordings/${way} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (403|404)/);
  });

  test.each(['../../../../../../etc/passwd', 'a/../../../../../../../etc/passwd', '.'])(
    'a link that was signed for %j opens nothing either',
    async (object) => {
      const options = { expiresInSeconds: 60, contentType: null, fileName: 'x' };
      const link = new URL(api.links.sign(object, options).url);
      const answer = await raw(`GET ${link.pathname}${link.search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (403|404)/);
      expect(answer).not.toContain('root:');
    },
  );
});

describe('the log', () => {
  const SECRETS = [
    'sotto_pat_CANARY',
    'sotto_key_CANARY',
    'CANARYcookie',
    'canary@example.org',
    'CANARYquery',
    'CANARYpath',
  ];

  test('has one line for each event, which no request can break or forge', async () => {
    lines.length = 0;
    const bad = '%0a%7B%22level%22%3A60%2C%22msg%22%3A%22forged%22%7D%0a%1b[31m%E2%80%A8';
    for (const { method, path } of targets(bad))
      await call(method, `${path}?x=${bad}`, { 'user-agent': '{"msg":"forged"}' });
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      expect(line.trimEnd()).not.toMatch(/\p{Cc}|\u2028/u);
      expect(JSON.parse(line)).toEqual(expect.any(Object));
      expect(line).not.toContain('forged');
    }
  });

  test('names routes by their pattern, and no credential, address, path or query', async () => {
    lines.length = 0;
    for (const { method, path } of targets('CANARYpath')) {
      await call(method, `${path}?token=CANARYquery&q=CANARYquery`, {
        authorization: 'Bearer sotto_pat_CANARY',
        'x-api-key': 'sotto_key_CANARY',
        cookie: '__Host-sotto_session=CANARYcookie',
      });
    }
    await call('GET', '/CANARYpath');
    await signIn('canary@example.org');
    const routes = new Set(['none', ...api.app.routes.map(({ path }) => path)]);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThan(20);
    for (const { route } of requests) expect(routes.has(route)).toBe(true);
    const everything = lines.join('');
    for (const secret of SECRETS) expect(everything).not.toContain(secret);
  });
});

test('an internal error tells its caller only the request id', async () => {
  const { secret, organization } = await api.makeKey();
  // A key of another type makes Redis reject the command, which no code expects.
  await api.redis.redis.del(keys.organization(organization.organizationId));
  await api.redis.redis.set(keys.organization(organization.organizationId), 'CANARY');
  lines.length = 0;
  const response = await call('POST', '/v1/enterprise/client-tokens', { 'x-api-key': secret });
  const id = response.headers.get('x-request-id');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'Something went wrong on our side',
    code: 'internal_error',
    request_id: id,
  });
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'Request failed');
  expect(logged).toMatchObject({ requestId: id, method: 'POST', error: { name: 'ReplyError' } });
  expect(JSON.stringify(logged)).not.toContain('WRONGTYPE');
  const counted = await eventually('it is counted', async () => {
    const { values } = await api.metrics.serverErrors.get();
    return values.find(({ value }) => value > 0);
  });
  expect(counted).toEqual({ value: 1, labels: { route: '/v1/enterprise/client-tokens', status: '500' } });
});
