import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SCOPES } from '../../accounts/tokens.ts';
import { errorOf, form, startTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let secrets: Record<'key' | 'clientToken' | 'personalToken', string>;
beforeAll(async () => {
  api = await startTestApi();
  const { key, secret, organization } = await api.makeKey();
  const { userId } = await api.users.ensure({ email: 'misplaced@example.org' });
  secrets = {
    key: secret,
    clientToken: (await api.clientTokens.issue({ orgId: organization.organizationId, keyId: key.keyId }, 900)).token,
    personalToken: (await api.tokens.create(userId, { name: 'misplaced', scopes: SCOPES }))?.secret ?? '',
  };
});
afterAll(() => api.stop());

const dictate = (headers: Record<string, string>) =>
  fetch(`${api.url}/v1/enterprise/dictate`, { method: 'POST', headers, body: form({ source: 'none' }) });

test.each([
  ['personalToken', 'x-api-key', 'a personal token, which the notes API'],
  ['clientToken', 'x-api-key', 'a client token, which the enterprise API takes as Authorization: Bearer'],
  ['personalToken', 'authorization', 'a personal token, which the notes API'],
  ['key', 'authorization', 'an enterprise key, which the enterprise API takes as X-API-Key'],
] as const)('the enterprise API says where a %s in %s belongs', async (kind, header, hint) => {
  const value = header === 'authorization' ? `Bearer ${secrets[kind]}` : secrets[kind];
  const answer = await errorOf(await dictate({ [header]: value }));
  expect([answer.status, answer.code]).toEqual([401, 'credential_invalid']);
  expect(answer.error).toContain(hint);
  expect(answer.error).not.toContain(secrets[kind]);
});

test.each([
  ['key', '/v1/public-api/notes', 'an enterprise key, which the enterprise API takes as X-API-Key'],
  ['clientToken', '/v1/app/notes', 'a client token, which the enterprise API takes'],
] as const)('a %s on %s is told where it belongs', async (kind, path, hint) => {
  const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${secrets[kind]}` } });
  expect([response.status, await response.json()]).toEqual([401, { detail: expect.stringContaining(hint) }] as never);
});

test('a value that resembles no credential gets no hint', async () => {
  expect(await errorOf(await dictate({ 'x-api-key': 'nonsense' }))).toMatchObject({
    error: 'The credential is not valid',
  });
});

test.each(['.', '..'])('the transcription_id %s is refused, as no feedback could name it', async (id) => {
  const body = form({ source: 'format', raw_text: 'hello', transcription_id: id });
  const answer = await fetch(`${api.url}/v1/enterprise/dictate`, {
    method: 'POST',
    headers: { 'x-api-key': secrets.key },
    body,
  });
  expect(await errorOf(answer)).toMatchObject({
    status: 400,
    code: 'invalid_field',
    error: "The field 'transcription_id' must be at most 255 characters, without control characters, and not . or ..",
  });
});

test('a page of this service may call the enterprise API, and a page of another origin may not', async () => {
  const from = (origin: string) => dictate({ 'x-api-key': secrets.key, origin });
  expect(await errorOf(await from(new URL(api.url).origin))).toMatchObject({ status: 400, code: 'invalid_field' });
  expect(await errorOf(await from('http://127.0.0.1'))).toMatchObject({ status: 400, code: 'invalid_field' });
  expect(await errorOf(await from('https://evil.example'))).toMatchObject({ status: 403, code: 'origin_not_allowed' });
});
