import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { startTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  const { userId } = await api.users.ensure({ email: 'methods@example.org' });
  token = (await api.tokens.create(userId, { name: 'test', scopes: ['notes:read'] }))?.secret ?? '';
});
afterAll(() => api.stop());

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(api.url + path, { method, headers, redirect: 'manual' });

/** Every path of the router, with a text for each parameter. */
function knownPaths(): string[] {
  const paths = api.app.routes
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ path }) => path.replace(/:\w+|\*/g, 'something'));
  return [...new Set(paths)];
}

test('a known path answers other methods with 405 and an Allow header with its methods', async () => {
  const paths = knownPaths();
  expect(paths.length).toBeGreaterThan(25);
  let refused = 0;
  for (const path of paths) {
    const answers = await Promise.all(METHODS.map(async (method) => ({ method, answer: await call(method, path) })));
    const taken = answers.filter(({ answer }) => answer.status !== 405).map(({ method }) => method);
    expect({ path, taken: taken.length > 0 }).toEqual({ path, taken: true });
    for (const { method, answer } of answers) {
      if (answer.status !== 405) continue;
      expect({ path, method, allow: answer.headers.get('allow') }).toEqual({ path, method, allow: taken.join(', ') });
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(100);
});

test('a trailing slash makes another path, so that an empty id never returns the list', async () => {
  for (const path of ['/v1/public-api/notes', '/v1/app/notes', '/v1/app/tags', '/v1/app/webhook-endpoints']) {
    expect((await call('GET', path)).status).toBe(401);
    expect((await call('GET', `${path}/`)).status).toBe(404);
  }
});

describe('405 has the error format of', () => {
  test('the enterprise API', async () => {
    const response = await call('GET', '/v1/enterprise/dictate');
    expect(response.headers.get('allow')).toBe('OPTIONS, POST');
    expect(await response.json()).toEqual({
      error: 'The route does not take this method: see Allow',
      code: 'method_not_allowed',
      request_id: response.headers.get('x-request-id'),
    });
  });

  test.each([
    ['the notes API', 'POST', '/v1/public-api/notes', 'GET, HEAD'],
    ['the app API', 'PUT', '/v1/app/notes', 'GET, HEAD, POST'],
    ['health', 'DELETE', '/health', 'GET, HEAD'],
  ])('%s', async (_api, method, path, allow) => {
    const response = await call(method, path);
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({ status: 405, allow });
    expect(await response.json()).toEqual({ detail: 'Method Not Allowed' });
  });
});

test.each(METHODS)('%s on a path that nobody knows is 404 without Allow, or a preflight', async (method) => {
  for (const path of ['/nowhere', '/v1/public-api/nowhere', '/v1/app/nowhere', '/v1/enterprise/nowhere']) {
    const { status, headers } = await call(method, path);
    const preflight = method === 'OPTIONS' && path.startsWith('/v1/enterprise/');
    expect({ path, status }).toEqual({ path, status: preflight ? 204 : 404 });
    if (!preflight) expect(headers.get('allow')).toBeNull();
  }
});

test('an unknown method is counted as "other"', async () => {
  expect((await call('PROPFIND', '/health')).status).toBe(405);
  const counted = await eventually('it is counted', async () => {
    const { values } = await api.metrics.httpSeconds.get();
    const methods = new Set(values.map(({ labels }) => labels.method));
    return methods.has('other') && methods.has('HEAD') ? methods : undefined;
  });
  expect(counted).not.toContain('PROPFIND');
});

test('a part of a recording is counted as 206', async () => {
  await api.recordings.put(Readable.from([Buffer.from('audio')]), { object: 'notes/part', contentType: null });
  const link = { expiresInSeconds: 60, contentType: null, fileName: 'part' };
  const { pathname, search } = new URL((await api.recordings.signedUrl('notes/part', link)).url);
  expect((await call('GET', pathname + search, { range: 'bytes=0-1' })).status).toBe(206);
  await eventually('it is counted', async () => {
    const { values } = await api.metrics.httpSeconds.get();
    return values.some(({ labels }) => labels.route === '/v1/recordings/*' && labels.status === '206');
  });
});

test('HEAD returns the status and headers of GET, on every route that accepts GET', async () => {
  const varying = new Set(['ratelimit', 'date', 'x-request-id', 'content-length', 'transfer-encoding']);
  const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => !varying.has(name)));
  const routes = api.app.routes.filter(({ method }) => method === 'GET');
  const paths = [...new Set(routes.map(({ path }) => path.replace(/:\w+|\*/g, 'something')))];
  expect(paths.length).toBeGreaterThan(15);
  const statuses = new Set<number>();
  for (const path of paths) {
    const [get, head] = [
      await call('GET', path, { authorization: `Bearer ${token}` }),
      await call('HEAD', path, { authorization: `Bearer ${token}` }),
    ];
    const { byteLength } = await get.arrayBuffer();
    expect({ path, status: head.status, headers: headersOf(head) }).toEqual({
      path,
      status: get.status,
      headers: headersOf(get),
    });
    const isArchive = head.headers.get('content-type') === 'application/zip'; // an archive is not generated to learn its length
    if (!isArchive) {
      expect({ path, length: head.headers.get('content-length') }).toEqual({ path, length: String(byteLength) });
    }
    expect(await head.text()).toBe('');
    statuses.add(get.status);
  }
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 403, 422]));
});
