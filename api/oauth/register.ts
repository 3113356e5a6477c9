import type { OAuthClient } from '../../accounts/oauth-clients.ts';
import { isRedirectUri } from '../../accounts/oauth-redirects.ts';
import { OAuthError } from './protocol.ts';

const MAX_REDIRECT_URIS = 10;
const MAX_NAME_LENGTH = 100;

/**
 * Reads the metadata of a program that registers itself (RFC 7591, section 2). Values that the server does not support
 * are replaced, as the RFC allows. The response contains the actual values.
 * @throws {OAuthError}
 */
export function readRegistration(text: string): Pick<OAuthClient, 'name' | 'redirectUris'> {
  const given = parse(text);
  const { redirect_uris: uris, client_name: name } = given;
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= MAX_REDIRECT_URIS;
  if (!isList || !uris.every((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} addresses: https, http on the loopback interface, or a private scheme with a dot`,
    );
  }
  return { name: readableName(name), redirectUris: uris };
}

/** The answer to a registration (RFC 7591, section 3.2.1). */
export function showClient({ clientId, name, redirectUris, createdAt }: OAuthClient) {
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'notes:read',
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  } catch {
    // refused below
  }
  throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
}

/** The name as shown to people, without control and bidirectional formatting characters. */
function readableName(name: unknown): string {
  const text = typeof name === 'string' ? name.replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME_LENGTH) : '';
  return text === '' ? 'A program without a name' : text.toWellFormed();
}
