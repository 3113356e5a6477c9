import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { OAuthGrant } from '../../accounts/oauth-grants.ts';
import { authenticated } from '../app/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { mcpAddress } from './addresses.ts';
import { decide, problemOf, readAuthorization, refusalAddress } from './authorize.ts';
import { createOAuthServer } from './model.ts';
import { CONSENT_DOCS as docs } from './openapi.ts';

const request = Type.String({
  maxLength: 8_000,
  description: 'The query of the authorization request, such as `client_id=…&redirect_uri=…`',
});
const Asked = Type.Object({ request });
const Decision = Type.Object({ request, allowed: Type.Boolean({ description: "The user's decision" }) });
const AppParams = Type.Object({ grant_id: Type.String({ format: 'uuid' }) });

/**
 * The API of the consent page, and the programs that a user connected. It requires a session and a request from our own
 * pages: `authenticated` refuses requests from other sites, and our pages cannot be framed.
 */
export function createConsentRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  const { publicUrl } = deps.platform;
  const { oauthGrants } = deps.accounts;
  const server = createOAuthServer(deps, mcpAddress(publicUrl));
  return new Elysia()
    .use(authenticated(deps, 'session'))
    .post(
      '/oauth/requests',
      async ({ body }) => {
        const asked = await readAuthorization(deps, new URLSearchParams(body.request));
        const problem = problemOf(asked, publicUrl);
        return {
          client_name: asked.client.name,
          redirect_host: hostOf(asked.redirectUri),
          scopes: ['notes:read'] as const,
          redirect_to: problem && refusalAddress(asked, publicUrl, problem),
        };
      },
      checked({ body: Asked, detail: docs.ask }),
    )
    .post(
      '/oauth/decisions',
      async ({ user, body: { request: query, allowed } }) => {
        const asked = await readAuthorization(deps, new URLSearchParams(query));
        const problem = problemOf(asked, publicUrl);
        const redirect_to = problem
          ? refusalAddress(asked, publicUrl, problem)
          : await decide(server, asked, { userId: user.userId, allowed }, publicUrl);
        return { redirect_to };
      },
      checked({ body: Decision, detail: docs.decide }),
    )
    .get(
      '/connected-apps',
      async ({ user }) => ({ items: (await oauthGrants.list(user.userId)).map(showGrant) }),
      checked({ detail: docs.list }),
    )
    .delete(
      '/connected-apps/:grant_id',
      async ({ user, params, set }) => {
        const known = await oauthGrants.revoke(user.userId, params.grant_id.toLowerCase());
        if (!known) throw new ApiError(404, 'Connected app not found');
        set.status = 204;
      },
      checked({ params: AppParams, detail: docs.revoke }),
    );
}

function showGrant(grant: OAuthGrant): Body<'ConnectedApp'> {
  return {
    grant_id: grant.grantId,
    client_name: grant.clientName,
    redirect_host: hostOf(grant.redirectUri),
    scopes: grant.scopes,
    created_at: formatTimestamp(grant.createdAt),
    last_used_at: formatTimestamp(grant.lastUsedAt),
  };
}

/** The part of an address that a person recognizes: its host, or the scheme of a program on the user's machine. */
function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}
