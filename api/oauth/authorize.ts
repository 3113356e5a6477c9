import OAuth2Server from '@node-oauth/oauth2-server';
import type { OAuthClient } from '../../accounts/oauth-clients.ts';
import { matchesRedirectUri } from '../../accounts/oauth-redirects.ts';
import { ApiError } from '../errors.ts';
import { mcpAddress } from './addresses.ts';
import type { OAuthDeps } from './model.ts';
import { OAuthError, refuseOtherResources, refuseRepeated } from './protocol.ts';

/** A challenge of the S256 method: 32 bytes in base64url (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/** An authorization request from a known program, with the address for the response. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly fields: URLSearchParams;
}

/**
 * Reads the program of a request. A response is sent only to an address that the program registered.
 * @throws {ApiError} 400 for an unknown program or an unregistered address
 */
export async function readAuthorization(deps: OAuthDeps, fields: URLSearchParams): Promise<AuthorizationRequest> {
  for (const name of ['client_id', 'redirect_uri']) {
    if (fields.getAll(name).length > 1) throw new ApiError(400, `The parameter ${name} may be given only once`);
  }
  const client = await deps.accounts.oauthClients.get(fields.get('client_id') ?? '');
  if (!client) throw new ApiError(400, 'This program is not registered here, or its registration has expired');
  const [only] = client.redirectUris.length === 1 ? client.redirectUris : [];
  const redirectUri = fields.get('redirect_uri') ?? only ?? '';
  if (!client.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri))) {
    throw new ApiError(400, 'The parameter redirect_uri is not an address that the program registered');
  }
  return { client, redirectUri, fields };
}

/** The problem with the other parameters of a request; null when the user can be asked. */
export function problemOf({ fields }: AuthorizationRequest, publicUrl: string): OAuthError | null {
  try {
    refuseRepeated(fields);
    if (fields.get('response_type') !== 'code') {
      throw new OAuthError('unsupported_response_type', 'response_type must be code');
    }
    if (fields.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(fields.get('code_challenge') ?? '')) {
      throw new OAuthError('invalid_request', 'PKCE is required: code_challenge with code_challenge_method S256');
    }
    refuseOtherResources(fields, mcpAddress(publicUrl));
    return null;
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/** The redirect that reports a problem to the program. */
export function refusalAddress(
  { redirectUri, fields }: AuthorizationRequest,
  publicUrl: string,
  { code, message }: OAuthError,
): string {
  const answer = { error: code, error_description: message, state: fields.get('state') };
  return withAnswer(redirectUri, publicUrl, answer);
}

/**
 * Answers a request by the decision of the user.
 * @returns the redirect that passes the code or the refusal to the program
 */
export async function decide(
  server: OAuth2Server,
  request: AuthorizationRequest,
  { userId, allowed }: { readonly userId: string; readonly allowed: boolean },
  publicUrl: string,
): Promise<string> {
  const { redirectUri, fields } = request;
  const query = { ...Object.fromEntries(fields), redirect_uri: redirectUri, allowed: String(allowed) };
  const given = new OAuth2Server.Request({ method: 'GET', headers: {}, query });
  const answer = new OAuth2Server.Response();
  const authenticateHandler = { handle: () => ({ userId }) };
  try {
    const { authorizationCode } = await server.authorize(given, answer, { authenticateHandler, allowEmptyState: true });
    return withAnswer(redirectUri, publicUrl, { code: authorizationCode, state: fields.get('state') });
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if (error.code >= 500) throw (error as { inner?: unknown }).inner ?? error;
    return refusalAddress(request, publicUrl, new OAuthError(error.name, error.message));
  }
}

/** Adds the response parameters and the issuer (RFC 9207) to an address. */
function withAnswer(redirectUri: string, issuer: string, answer: Readonly<Record<string, string | null>>): string {
  const uri = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: issuer })) {
    if (value !== null) uri.searchParams.set(name, value);
  }
  return uri.href;
}
