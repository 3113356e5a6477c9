import OAuth2Server from '@node-oauth/oauth2-server';
import type { OAuthClient } from '../../accounts/oauth-clients.ts';
import { matchesRedirectUri } from '../../accounts/oauth-redirects.ts';
import { ApiError } from '../errors.ts';
import { mcpAddress } from './addresses.ts';
import type { OAuthDeps } from './model.ts';
import { OAuthError, refuseOtherResources, refuseRepeated } from './protocol.ts';

/** 32 bytes in base64url: the S256 method (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/** A request of a program that may be answered: who asks, and where its answer goes. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly fields: URLSearchParams;
}

/**
 * Reads who asks. An answer is sent to an address only after it is known to be the program's.
 * @throws {ApiError} 400 for an unknown program, or an address that is not its own
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

/** What is wrong with the rest of a request; null when a user may be asked. */
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

/** The address that tells the program what is wrong. */
export function refusalAddress(
  { redirectUri, fields }: AuthorizationRequest,
  publicUrl: string,
  { code, message }: OAuthError,
): string {
  const answer = { error: code, error_description: message, state: fields.get('state') };
  return withAnswer(redirectUri, publicUrl, answer);
}

/**
 * Answers a request as the user decided.
 * @returns the address that brings the code, or the refusal, to the program
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

/** Adds an answer to an address, and who gives it (RFC 9207). */
function withAnswer(redirectUri: string, issuer: string, answer: Readonly<Record<string, string | null>>): string {
  const uri = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: issuer })) {
    if (value !== null) uri.searchParams.set(name, value);
  }
  return uri.href;
}
