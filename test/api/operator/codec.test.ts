import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { createPayloadCodec } from '../../../platform/temporal/payload-codec.ts';
import { OPERATOR_TOKEN, startTestApi, type TestApi } from '../../support/api.ts';

const UI = 'https://temporal.example';
const codec = createPayloadCodec(new Map([['k1', new Uint8Array(randomBytes(32))]]));
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const PLAIN = { metadata: { encoding: base64('json/plain') }, data: base64('{"noteId":"canaryzq"}') };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    operator: { token: OPERATOR_TOKEN, temporalUiUrl: `${UI}/ui/` },
    client: new Client({
      connection: Connection.lazy({ address: '127.0.0.1:1' }),
      dataConverter: { payloadCodecs: [codec] },
    }),
  });
});
afterAll(() => api.stop());

/** A request like those of Temporal's Web UI and command line. */
const ask = (step: string, payloads: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/codec/${step}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      'content-type': 'application/json',
      'x-namespace': 'default',
      ...headers,
    },
    body: JSON.stringify({ payloads }),
  });

interface Answer {
  readonly payloads: readonly { readonly metadata: Record<string, string>; readonly data: string }[];
}

test('POST /codec/decode decrypts the payloads of /codec/encode in order, among plain payloads', async () => {
  const encoded = (await (await ask('encode', [PLAIN])).json()) as Answer;
  expect(encoded.payloads[0]?.metadata['encoding']).toBe(base64('binary/encrypted'));
  expect(Buffer.from(encoded.payloads[0]?.data ?? '', 'base64').toString('latin1')).not.toContain('canaryzq');
  const decoded = (await (await ask('decode', [...encoded.payloads, PLAIN])).json()) as Answer;
  expect(decoded.payloads).toEqual([PLAIN, PLAIN]);
});

test('POST /codec/decode rejects an altered payload with 400, without its content', async () => {
  const { payloads } = (await (await ask('encode', [PLAIN])).json()) as Answer;
  const response = await ask('decode', [{ ...payloads[0], data: base64(randomBytes(60)) }]);
  expect([response.status, await response.json()]).toEqual([400, { detail: 'A payload cannot be decrypted' }] as never);
});

test.each([[{ data: 5 }], [{ data: 'not base64!' }], [{ metadata: { 'a\nb': 5 } }], ['text']])(
  'POST /codec/decode refuses %j with 422',
  async (payload) => {
    expect((await ask('decode', [payload])).status).toBe(422);
  },
);

test('the codec returns 401 without the operator token, before it reads the body', async () => {
  expect((await ask('decode', [PLAIN], { authorization: 'Bearer guess' })).status).toBe(401);
});

test("the codec allows only the origin of Temporal's Web UI", async () => {
  const preflight = async (origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-namespace',
    };
    const response = await fetch(`${api.url}/codec/decode`, { method: 'OPTIONS', headers });
    return [response.status, response.headers.get('access-control-allow-origin')];
  };
  expect(await preflight(UI)).toEqual([204, UI]);
  expect(await preflight('https://evil.example')).toEqual([204, null]);
  const refused = await ask('decode', [PLAIN], { origin: UI, authorization: 'Bearer guess' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, UI]);
  const answered = await ask('decode', [PLAIN], { origin: UI });
  expect(answered.headers.get('access-control-allow-headers')).toContain('X-Namespace');
});

test('the codec returns 404 without encryption keys', async () => {
  const plain = await startTestApi({ operator: { token: OPERATOR_TOKEN, temporalUiUrl: undefined } });
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const response = await fetch(`${plain.url}/codec/decode`, { method: 'POST', headers, body: '{"payloads":[]}' });
  expect(response.status).toBe(404);
  await plain.stop();
});
