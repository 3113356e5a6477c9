import OAuth2Server from '@node-oauth/oauth2-server';
import type { OAuthClient, OAuthClientStore } from '../../accounts/oauth-clients.ts';
import {
  ACCESS_LIFETIME_MS,
  GRANT_LIFETIME_MS,
  type OAuthGrant,
  type OAuthGrantStore,
} from '../../accounts/oauth-grants.ts';
import { matchesRedirectUri } from '../../accounts/oauth-redirects.ts';
import type { Scope } from '../../accounts/tokens.ts';

export interface OAuthDeps {
  readonly accounts: { readonly oauthClients: OAuthClientStore; readonly oauthGrants: OAuthGrantStore };
  readonly platform: { readonly publicUrl: string };
}

/** The scopes that programs can request. */
const SCOPES: readonly Scope[] = ['notes:read'];
/** The library requires an expiry date, but the stores check the expiry themselves. */
const LATER = new Date(8.64e15);

type User = OAuth2Server.User & { readonly userId: string; readonly grantId?: string; readonly spent?: string };

/**
 * The authorization server of the library `@node-oauth/oauth2-server` over our stores: codes with PKCE (S256 only) and
 * refresh tokens that are used once (RFC 9700, section 4.14.2).
 * @param resource the server that the tokens are for
 */
export function createOAuthServer({ accounts }: Pick<OAuthDeps, 'accounts'>, resource: string): OAuth2Server {
  const { oauthClients: clients, oauthGrants: grants } = accounts;
  const model: OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel = {
    getClient: async (clientId) => {
      const client = await clients.get(clientId);
      return client && asClient(client);
    },
    validateRedirectUri: async (given, { redirectUris }) =>
      [redirectUris ?? []].flat().some((registered) => matchesRedirectUri(registered, given)),
    validateScope: async (_user, _client, scopes = [...SCOPES]) =>
      scopes.every((scope) => SCOPES.some((known) => known === scope)) && [...new Set(scopes)],

    // Also saves the grant, because a code contains the grant's id.
    saveAuthorizationCode: async (code, client, user) => {
      const authorizationCode = await grants.begin((user as User).userId, {
        clientId: client.id,
        clientName: String(client['name']),
        redirectUri: code.redirectUri,
        scopes: (code.scope ?? []) as Scope[],
        resource,
        codeChallenge: code.codeChallenge ?? '',
      });
      return { ...code, authorizationCode, client, user };
    },
    getAuthorizationCode: async (code) => {
      const grant = await grants.findByCode(code);
      return (
        grant && {
          authorizationCode: code,
          expiresAt: LATER,
          codeChallenge: grant.codeChallenge,
          codeChallengeMethod: 'S256',
          redirectUri: grant.redirectUri,
          ...holderOf(grant),
        }
      );
    },
    revokeAuthorizationCode: ({ authorizationCode }) => grants.spendCode(authorizationCode),
    getRefreshToken: async (refreshToken) => {
      const grant = await grants.findByRefreshToken(refreshToken);
      if (!grant) return null;
      const { user, ...holder } = holderOf(grant);
      return { refreshToken, refreshTokenExpiresAt: LATER, ...holder, user: { ...user, spent: refreshToken } };
    },
    revokeToken: ({ refreshToken }) => grants.spendRefreshToken(refreshToken),

    saveToken: async (token, client, user) => {
      const { userId, grantId = '', spent } = user as User;
      const issued = await grants.issue(userId, grantId, spent);
      if (!issued) throw new OAuth2Server.InvalidGrantError('Invalid grant: it has ended');
      await clients.keep(client.id);
      return { ...token, ...issued, client, user };
    },
    // The library's own check of requests is not used, because the grants also check the audience.
    getAccessToken: async () => null,
  };
  return new OAuth2Server({
    model,
    accessTokenLifetime: ACCESS_LIFETIME_MS / 1000,
    refreshTokenLifetime: GRANT_LIFETIME_MS / 1000,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    alwaysIssueNewRefreshToken: true,
    allowEmptyState: true,
  });
}

const asClient = ({ clientId, name, redirectUris }: OAuthClient): OAuth2Server.Client => ({
  id: clientId,
  name,
  redirectUris: [...redirectUris],
  grants: ['authorization_code', 'refresh_token'],
});

function holderOf({ clientId, userId, grantId, scopes }: OAuthGrant) {
  const client = { id: clientId, grants: ['authorization_code', 'refresh_token'] };
  return { client, user: { userId, grantId }, scope: [...scopes] };
}
