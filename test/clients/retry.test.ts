import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AuthenticationError,
  ConnectionError,
  RequestTimeoutError,
  readApiError,
  readRetryAfter,
  ValidationError,
} from '../../clients/typescript/source/errors.ts';
import { createRetryingFetch } from '../../clients/typescript/source/retry.ts';

type Reply = (response: ServerResponse) => void;

let server: Server;
let url: string;
/** The responses to successive requests. The last one is repeated. */
let replies: Reply[];
let bodies: string[];
let pauses: number[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    // Bun itself retries on a kept-alive connection.
    response.setHeader('connection', 'close');
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [bodies, pauses] = [[], []];
});

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();
const breakOff: Reply = (response) => response.destroy();

const send = (path: string, init: RequestInit = {}, options: { timeoutMs?: number; maxRetries?: number } = {}) =>
  createRetryingFetch({
    ...{ fetch: (request) => fetch(request), maxRetries: 3, timeoutMs: 5_000, ...options },
    sleep: async (ms) => {
      pauses.push(ms);
    },
  })(new Request(url + path, init));

const POST = { method: 'POST', body: 'words' };

test('createRetryingFetch() retries 429 after Retry-After for every method, with the same body', async () => {
  replies = [status(429, { 'retry-after': '7' }), status(200)];
  expect((await send('/v1/app/tags', POST)).status).toBe(200);
  expect(pauses).toEqual([7_000]);
  expect(bodies).toEqual(['words', 'words']);
});

test('createRetryingFetch() retries 503 and a broken connection if the request is safe to repeat', async () => {
  for (const failure of [status(503), breakOff]) {
    replies = [failure, failure, status(200)];
    expect((await send('/v1/app/me')).status).toBe(200);
  }
  replies = [status(503), status(200)];
  expect((await send('/v1/enterprise/dictate', POST)).status).toBe(200);
  replies = [status(503), status(200)];
  expect((await send('/v1/app/x', { ...POST, headers: { 'idempotency-key': 'one' } })).status).toBe(200);
  // Without Retry-After: from half to all of 500 ms, then of 1,000 ms.
  for (const [index, least] of [250, 500, 250, 500, 250, 250].entries()) {
    expect(pauses[index]).toBeWithin(least, 2 * least + 1);
  }
});

test('createRetryingFetch() does not retry 503 and a broken connection if the request is not safe to repeat', async () => {
  replies = [status(503), status(200)];
  expect((await send('/v1/app/tags', POST)).status).toBe(503);
  // Bun itself retries once. The recorded pauses show whether the client did.
  replies = [breakOff];
  const broken = await send('/v1/app/tags', POST).catch((error: unknown) => error);
  expect(broken).toBeInstanceOf(ConnectionError);
  expect(pauses).toEqual([]);
});

test('createRetryingFetch() retries neither other error statuses nor a Retry-After of more than a minute', async () => {
  for (const [code, headers] of [[401], [422], [500], [429, { 'retry-after': '61' }]] as const) {
    replies = [status(code, headers), status(200)];
    expect((await send('/v1/app/me')).status).toBe(code);
  }
  expect(pauses).toEqual([]);
});

test('createRetryingFetch() returns the last response after maxRetries', async () => {
  replies = [status(503)];
  expect((await send('/v1/app/me', {}, { maxRetries: 2 })).status).toBe(503);
  expect(bodies).toHaveLength(3);
});

test('createRetryingFetch() throws RequestTimeoutError if the JSON body does not end', async () => {
  replies = [(response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{')];
  const sent = send('/v1/app/me', {}, { timeoutMs: 50, maxRetries: 0 });
  await expect(sent).rejects.toBeInstanceOf(RequestTimeoutError);
});

test('createRetryingFetch() rejects an aborted request with the reason of the caller, without a retry', async () => {
  replies = [() => {}];
  const leave = new AbortController();
  const sent = send('/v1/app/me', { signal: leave.signal });
  setTimeout(() => leave.abort(new Error('enough')), 20);
  await expect(sent).rejects.toThrow('enough');
  expect(pauses).toEqual([]);
});

test('readApiError() reads the error bodies of all APIs, and the HTML page of a proxy', async () => {
  const enterprise = Response.json(
    { error: 'The credential is not valid', code: 'credential_invalid', request_id: 'req_1' },
    { status: 401 },
  );
  const refusal = await readApiError(enterprise);
  expect(refusal).toBeInstanceOf(AuthenticationError);
  expect(refusal).toMatchObject({ code: 'credential_invalid', requestId: 'req_1', retryAfterMs: undefined });
  const problem = { loc: ['body', 'name'], msg: 'Field required', type: 'missing' };
  const invalid = await readApiError(Response.json({ detail: [problem] }, { status: 422 }));
  expect(invalid).toBeInstanceOf(ValidationError);
  expect(invalid).toMatchObject({ message: 'name: Field required', problems: [problem] });
  const page = await readApiError(new Response('<html>', { status: 502, headers: { 'retry-after': '3' } }));
  expect(page).toMatchObject({ status: 502, message: 'Status 502', retryAfterMs: 3_000 });
});

test('readRetryAfter() reads seconds and HTTP dates', () => {
  const now = Date.parse('2026-01-15T10:00:00Z');
  expect(readRetryAfter('Thu, 15 Jan 2026 10:00:30 GMT', now)).toBe(30_000);
  expect(readRetryAfter('Thu, 15 Jan 2026 09:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});
