import OAuth2Server from '@node-oauth/oauth2-server';
import { Elysia } from 'elysia';
import { ACCESS_LIFETIME_MS } from '../../accounts/oauth-grants.ts';
import { limitedByAddress } from '../app/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { announce } from '../rate-headers.ts';
import { readText } from '../read-text.ts';
import { describeResource, describeServer, GRANT_TYPES, mcpAddress } from './addresses.ts';
import { createOAuthServer } from './model.ts';
import { answerProtocol, OAuthError, protocolAnswer, readForm, refuseOtherResources } from './protocol.ts';
import { readRegistration, showClient } from './register.ts';

const MAX_REGISTRATION_BYTES = 32 * 1024;
const hidden = { parse: 'none', detail: { hide: true } } as const;

/** The authorization server for MCP clients: metadata, registration, tokens and revocation. No route uses cookies. */
export function createOAuthRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  const { oauthClients, oauthGrants } = deps.accounts;
  const { publicUrl, clientAddress } = deps.platform;
  const resource = mcpAddress(publicUrl);
  const server = createOAuthServer(deps, resource);
  return new Elysia()
    .use(limitedByAddress(deps))
    .get('/.well-known/oauth-protected-resource', () => describeResource(publicUrl), hidden)
    .get('/.well-known/oauth-protected-resource/mcp', () => describeResource(publicUrl), hidden)
    .get('/.well-known/oauth-authorization-server', () => describeServer(publicUrl), hidden)
    .post(
      '/v1/oauth/register',
      ({ request, set }) =>
        answerProtocol(async () => {
          const verdict = await oauthClients.countRegistration(clientAddress(request));
          announce(set.headers, 'registrations', verdict);
          if (!verdict.allowed) {
            set.headers['retry-after'] = String(verdict.resetSeconds);
            throw new OAuthError('temporarily_unavailable', 'Too many registrations', 429);
          }
          const text = await readText(request, MAX_REGISTRATION_BYTES);
          if (text === null) throw new OAuthError('invalid_client_metadata', 'The metadata is too long', 413);
          return protocolAnswer(201, showClient(await oauthClients.create(readRegistration(text))));
        }),
      hidden,
    )
    .post(
      '/v1/oauth/token',
      ({ request }) =>
        answerProtocol(async () => {
          const fields = await readForm(request);
          refuseOtherResources(fields, resource);
          return issueToken(server, request, fields);
        }),
      hidden,
    )
    .post(
      '/v1/oauth/revoke',
      ({ request }) =>
        answerProtocol(async () => {
          const fields = await readForm(request);
          const [token, clientId] = [fields.get('token'), fields.get('client_id')];
          if (!token || !clientId) throw new OAuthError('invalid_request', 'token and client_id are required');
          // An unknown token gets the same response as a revoked one (RFC 7009, section 2.2).
          await oauthGrants.revokeByToken(token, clientId);
          return protocolAnswer(200, {});
        }),
      hidden,
    );
}

async function issueToken(server: OAuth2Server, request: Request, fields: URLSearchParams): Promise<Response> {
  const body = Object.fromEntries(fields);
  if (!GRANT_TYPES.includes(body['grant_type'] ?? '')) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}`);
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  const given = new OAuth2Server.Request({ method: request.method, headers, query: {}, body });
  const answer = new OAuth2Server.Response();
  try {
    await server.token(given, answer);
    // The library uses its own clock reading, which can be a second off.
    return protocolAnswer(200, { ...(answer.body as object), expires_in: ACCESS_LIFETIME_MS / 1000 });
  } catch (error) {
    throw asProtocolError(error);
  }
}

/** Unwraps a store's error from the library's error. */
function asProtocolError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  if (error.code < 500) return new OAuthError(error.name, error.message, error.code);
  return (error as { inner?: unknown }).inner ?? error;
}
