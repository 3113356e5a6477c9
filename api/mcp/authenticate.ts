import { misplaced } from '../../accounts/credential-kinds.ts';
import type { Principal } from '../app/authenticate.ts';
import { limit } from '../app/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { mcpAddress, metadataAddress } from '../oauth/addresses.ts';
import { noteFacts } from '../request-facts.ts';

export interface McpAuthenticationDeps {
  readonly accounts: Pick<ApiDeps['accounts'], 'tokens' | 'oauthGrants' | 'appRates'>;
  readonly platform: Pick<ApiDeps['platform'], 'publicUrl' | 'clientAddress'>;
}

interface Answer {
  readonly headers: Record<string, unknown>;
}

/**
 * The user of an MCP request, by personal token or by an access token for this server. In the order of refusals: 403
 * for another site, 429 for the client's address, 401, 429 for the user, 403 for the scope.
 */
export async function authenticateMcp(deps: McpAuthenticationDeps, request: Request, set: Answer): Promise<string> {
  refuseOtherOrigins(request, deps.platform.publicUrl);
  await limit(deps, 'address', deps.platform.clientAddress(request), set);
  const user = await principalOf(deps, request, set);
  noteFacts(request, { userId: user.userId });
  await limit(deps, 'user', user.userId, set);
  if (!user.scopes.includes('notes:read')) throw new ApiError(403, 'The token lacks the scope notes:read');
  return user.userId;
}

/**
 * Refuses requests from pages of other sites. Another site can resolve its own name to this server (DNS rebinding), so
 * only the configured origin is trusted, not the Host header. Programs send no `Origin`.
 */
function refuseOtherOrigins(request: Request, publicUrl: string): void {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== new URL(publicUrl).origin) {
    throw new ApiError(403, 'The request comes from another site');
  }
}

async function principalOf(
  { accounts, platform: { publicUrl } }: McpAuthenticationDeps,
  request: Request,
  set: Answer,
): Promise<Pick<Principal, 'userId' | 'scopes'>> {
  const header = request.headers.get('authorization');
  if (header === null)
    return refuse(set, publicUrl, 'Send Authorization: Bearer with a personal token or an access token');
  const secret = /^bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
  const holder =
    (await accounts.tokens.verify(secret)) ?? (await accounts.oauthGrants.verify(secret, mcpAddress(publicUrl)));
  return (
    holder ?? refuse(set, publicUrl, misplaced(secret, 'access_token') ?? 'The token is not valid', 'invalid_token')
  );
}

/** The refusal names the metadata of the authorization server (RFC 9728, section 5.1). */
function refuse(set: Answer, publicUrl: string, detail: string, error?: string): never {
  const code = error === undefined ? '' : `error="${error}", `;
  set.headers['www-authenticate'] =
    `Bearer ${code}scope="notes:read", resource_metadata="${metadataAddress(publicUrl)}"`;
  throw new ApiError(401, detail);
}
