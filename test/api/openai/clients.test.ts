import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import type { Body } from '../../../api/schemas/components.ts';
import { fixture } from '../../speech/support.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';
import { bodyOf, CLIENT_REQUESTS, type ClientRequest } from './clients.ts';

const WORDS = /customers/i;
const ORIGINS = ['app://obsidian.md', 'file://', 'https://chat.example', 'tauri://localhost'];

let base: TestBase;
let service: TestService;

beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  await createOrganizationStore(base.redis.redis).update(service.organizationId, { allowedOrigins: ORIGINS });
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

/** Sends the bytes as they are, which no `fetch` would. */
function send(
  sent: ClientRequest,
): Promise<{ status: number | undefined; type: string; origin: unknown; body: string }> {
  const body = bodyOf(sent, fixture('customers.flac'));
  const headers = {
    ...sent.headers,
    Authorization: `Bearer ${service.apiKey}`,
    'Content-Type': `multipart/form-data; boundary=${sent.boundary}`,
    ...(sent.isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.url + sent.path, { method: 'POST', headers }, (response) => {
      const { 'content-type': type = '', 'access-control-allow-origin': origin } = response.headers;
      text(response).then((read) => resolve({ status: response.statusCode, type, origin, body: read }), reject);
    });
    request.on('error', reject);
    request.write(body.subarray(0, 100));
    request.end(body.subarray(100));
  });
}

describe('the request of', () => {
  test.each(CLIENT_REQUESTS.map((sent) => [sent.client, sent] as const))('%s is answered', async (_client, sent) => {
    const { status, type, origin, body } = await send(sent);
    expect({ status, body }).toEqual({ status: 200, body: expect.stringMatching(WORDS) as never });
    expect(origin).toBe(sent.headers['Origin'] as never);
    expect(type).toStartWith(sent.reads === 'text' ? 'text/plain' : 'application/json');
    if (sent.reads === 'text') return;
    const read = JSON.parse(body) as Partial<Body<'VerboseTranscription'>>;
    expect(read.text).toMatch(WORDS);
    expect(read.language).toBe(sent.reads === 'text of JSON' ? undefined : 'english');
  });
});

describe('a page or an Electron app', () => {
  const preflight = (origin: string, path: string, requested: string) =>
    fetch(service.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': requested },
    });

  test.each(ORIGINS)('of %s may send the headers of the npm package', async (origin) => {
    const requested = 'authorization,content-type,x-stainless-arch,x-stainless-retry-count,openai-organization';
    for (const path of ['/v1/audio/transcriptions', '/v1/models', '/v1//audio/transcriptions']) {
      const { status, headers } = await preflight(origin, path, requested);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
      const granted = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(granted).toEqual(expect.arrayContaining(requested.split(',')));
    }
  });

  test('may send neither X-API-Key nor invalid header names', async () => {
    const { headers } = await preflight(ORIGINS[0] ?? '', '/v1/models', 'x-api-key, <b>, x-title');
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, x-title');
  });

  test('of another origin is rejected', async () => {
    expect((await preflight('https://evil.example', '/v1/models', 'authorization')).status).toBe(403);
    const headers = { authorization: `Bearer ${service.apiKey}`, origin: 'https://evil.example' };
    const refused = await fetch(`${service.url}/v1/models`, { headers });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.objectContaining({ code: 'origin_not_allowed' }) as unknown },
    ] as never);
  });
});

test.each(['/v1/models', '/v1/models/', '/models', '/v1//models', '/v1/v1/models'])(
  'GET %s lists the models',
  async (path) => {
    const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.apiKey}` } });
    const { object, data } = (await response.json()) as Body<'ModelList'>;
    expect([object, data.map(({ id }) => id)]).toEqual(['list', ['sotto', 'sotto-raw', 'whisper-1']]);
  },
);

test.each([
  ['GET', '/v1/audio/transcriptions', 405, 'method_not_allowed'],
  ['POST', '/v1/audio/translations', 404, 'not_found'],
  ['GET', '/v1/models/gpt-9', 404, 'model_not_found'],
])('%s %s returns %d in the format of OpenAI’s errors', async (method, path, status, code) => {
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const response = await fetch(service.url + path, { method, headers });
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: expect.objectContaining({ type: 'invalid_request_error', code }) as unknown },
  ] as never);
});
