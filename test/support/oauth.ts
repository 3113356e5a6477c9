import { createHash, randomBytes } from 'node:crypto';
import type { TestApi } from './api.ts';

export const CALLBACK = 'https://client.example/callback';

/** A program that connects to the MCP server of a test API whose public address is its own, and a signed-in user. */
export async function startProgram(api: TestApi, redirectUris: readonly string[] = [CALLBACK]) {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const cookie = `sotto_session=${await api.sessions.begin(userId)}`;
  const verifier = randomBytes(32).toString('base64url');

  const register = (metadata: object) => send('/v1/oauth/register', JSON.stringify(metadata), {});
  const { client_id: clientId } = await (await register({ client_name: 'Editor', redirect_uris: redirectUris })).json();
  const asked = {
    response_type: 'code',
    client_id: String(clientId),
    redirect_uri: redirectUris[0] ?? '',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
    scope: 'notes:read',
    resource: `${api.url}/mcp`,
  };

  function send(path: string, body: string, headers: Record<string, string>) {
    return fetch(api.url + path, { method: 'POST', body, headers });
  }
  /** Calls the app API as the consent page does. */
  const app = (path: string, body: object, headers: Record<string, string> = { cookie }) =>
    send(`/v1/app${path}`, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const query = (change: Record<string, string> = {}) => new URLSearchParams({ ...asked, ...change }).toString();
  const decide = async (change: Record<string, string> = {}, allowed = true) => {
    const response = await app('/oauth/decisions', { request: query(change), allowed });
    return new URL((await response.json()).redirect_to);
  };
  const code = async (change: Record<string, string> = {}) => (await decide(change)).searchParams.get('code') ?? '';
  const post = async (path: string, fields: Record<string, string>) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await send(path, new URLSearchParams(fields).toString(), type);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const exchange = (given: string, change: Record<string, string> = {}) =>
    post('/v1/oauth/token', {
      grant_type: 'authorization_code',
      client_id: asked.client_id,
      redirect_uri: asked.redirect_uri,
      code: given,
      code_verifier: verifier,
      ...change,
    });
  const refresh = (token: string, change: Record<string, string> = {}) =>
    post('/v1/oauth/token', {
      grant_type: 'refresh_token',
      client_id: asked.client_id,
      refresh_token: token,
      ...change,
    });
  /** The status of a request to the MCP server. */
  const use = async (accessToken: string) => {
    const accept = 'application/json, text/event-stream';
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', accept };
    return (await send('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), headers)).status;
  };
  return { userId, cookie, verifier, asked, register, app, query, decide, code, post, exchange, refresh, use };
}
