import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { MAX_TOKENS_PER_USER, type PersonalToken, SCOPES } from '../../accounts/tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { readExpiry } from '../expiry.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked, nullable } from '../validation.ts';
import { ACCOUNT_DOCS as docs } from './account-docs.ts';
import { authenticated } from './authenticate.ts';

type AccountDeps = Pick<ApiDeps, 'accounts' | 'platform'>;

const NewToken = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'Shown to people',
    examples: ['Laptop'],
  }),
  scopes: Type.Array(Type.Union(SCOPES.map((scope) => Type.Literal(scope))), {
    minItems: 1,
    uniqueItems: true,
    description: 'What the token may do',
  }),
  expires_at: Type.Optional(nullable(Type.String({ format: 'date-time', description: 'Null: it does not expire' }))),
});
const TokenParams = Type.Object({ token_id: Type.String({ format: 'uuid' }) });

/** The signed-in user, and the user's personal tokens. */
export function createAccountRoutes(deps: AccountDeps) {
  return new Elysia().use(createMeRoute(deps)).use(createTokenRoutes(deps));
}

function createMeRoute(deps: AccountDeps) {
  return new Elysia().use(authenticated(deps, 'any')).get(
    '/me',
    async ({ user }) => {
      const found = await deps.accounts.users.get(user.userId);
      if (!found) throw new ApiError(404, 'User not found');
      return {
        user_id: found.userId,
        email: found.email,
        created_at: formatTimestamp(found.createdAt),
        scopes: user.scopes,
      };
    },
    checked({ detail: docs.me }),
  );
}

/** Requires a session: a token must not create tokens with more scopes than its own. */
function createTokenRoutes(deps: AccountDeps) {
  const { tokens } = deps.accounts;
  return new Elysia()
    .use(authenticated(deps, 'session'))
    .get(
      '/tokens',
      async ({ user }) => ({ items: (await tokens.list(user.userId)).map(showToken) }),
      checked({ detail: docs.listTokens }),
    )
    .post(
      '/tokens',
      async ({ user, body, set }) => {
        const expiresAt = readExpiry(body.expires_at, deps.platform.now());
        const made = await tokens.create(user.userId, { name: body.name.trim(), scopes: body.scopes, expiresAt });
        if (!made) throw new ApiError(409, `A user may have at most ${MAX_TOKENS_PER_USER} personal tokens`);
        set.status = 201;
        return { ...showToken(made.token), secret: made.secret };
      },
      checked({ body: NewToken, detail: docs.createToken }),
    )
    .delete(
      '/tokens/:token_id',
      async ({ user, params, set }) => {
        const known = await tokens.revoke(user.userId, params.token_id.toLowerCase());
        if (!known) throw new ApiError(404, 'Token not found');
        set.status = 204;
      },
      checked({ params: TokenParams, detail: docs.revokeToken }),
    );
}

function showToken({ tokenId, name, scopes, createdAt, lastUsedAt, expiresAt }: PersonalToken): Body<'PersonalToken'> {
  return {
    token_id: tokenId,
    name,
    scopes,
    created_at: formatTimestamp(createdAt),
    last_used_at: formatTimestamp(lastUsedAt ?? null),
    expires_at: formatTimestamp(expiresAt ?? null),
  };
}
