import { canonicalEmail } from '../accounts/email-address.ts';
import { type PersonalToken, SCOPES, type Scope } from '../accounts/tokens.ts';
import type { User } from '../accounts/users.ts';
import {
  type AdminDeps,
  AdminError,
  assertFound,
  type Command,
  type Given,
  instant,
  type Row,
  UsageError,
} from './command.ts';
import { expiryOf } from './expiry.ts';

/** Commands about users and their personal tokens. */
export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    summary: 'Make a user, or show the one with this address',
    arguments: ['email'],
    options: {},
    run: async ({ users }, given) => {
      const email = given.argument('email');
      if (canonicalEmail(email) === null) {
        throw new UsageError(
          `Cannot create a user as the argument is not an e-mail address: current value is '${email}'`,
        );
      }
      return userRow(await users.ensure({ email }));
    },
  },
  {
    name: 'user show',
    summary: 'Show a user',
    arguments: ['email'],
    options: {},
    run: async (deps, given) => userRow(await userOf(deps, given.argument('email'))),
  },
  {
    name: 'user list',
    summary: 'List users, oldest first',
    arguments: [],
    options: {},
    run: async ({ users }) => (await users.list()).map(userRow),
  },
  {
    name: 'user delete',
    summary: 'Delete a user with all that is theirs: notes, recordings, tokens, sessions, webhook endpoints',
    arguments: ['email'],
    options: {},
    run: async (deps, given) => {
      const { userId } = await userOf(deps, given.argument('email'));
      await deps.erasure.closeUser(userId);
      await deps.erasure.erase(userId);
      return { user_id: userId, state: 'deleted' };
    },
  },
  {
    name: 'token create',
    summary: 'Make a personal token; its secret is shown once',
    arguments: ['email'],
    options: { name: { type: 'string' }, scope: { type: 'string', multiple: true }, expires: { type: 'string' } },
    usage: `--name NAME [--scope ${SCOPES.join(' | ')}]… [--expires 90d | 2027-01-31]`,
    run: createToken,
  },
  {
    name: 'token list',
    summary: 'List the personal tokens of a user, newest first',
    arguments: ['email'],
    options: {},
    run: async (deps, given) => {
      const { userId } = await userOf(deps, given.argument('email'));
      return (await deps.tokens.list(userId)).map(tokenRow);
    },
  },
  {
    name: 'token revoke',
    summary: 'Stop a personal token at once',
    arguments: ['email', 'token-id'],
    options: {},
    run: async (deps, given) => {
      const { userId, email } = await userOf(deps, given.argument('email'));
      const tokenId = given.argument('token-id');
      if (!(await deps.tokens.revoke(userId, tokenId)))
        throw new AdminError(`Cannot find token '${tokenId}' of ${email}`);
      return { token_id: tokenId, state: 'revoked' };
    },
  },
];

/** Most tokens are used to read notes. */
const DEFAULT_SCOPES: readonly Scope[] = ['notes:read'];

async function createToken(deps: AdminDeps, given: Given): Promise<Row> {
  const name = given.option('name');
  if (!name?.trim()) throw new UsageError('Cannot create a token without --name');
  const scopes = given.options('scope')?.map(scopeOf) ?? DEFAULT_SCOPES;
  const { userId } = await userOf(deps, given.argument('email'));
  const expiresAt = expiryOf(given.option('expires'), deps.now());
  const made = await deps.tokens.create(userId, { name: name.trim(), scopes: [...new Set(scopes)], expiresAt });
  if (!made) throw new AdminError('Cannot create the token as the user has too many tokens already');
  return { ...tokenRow(made.token), secret: made.secret };
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((known) => known === text);
  if (!scope) throw new UsageError(`Cannot read --scope: it must be ${SCOPES.join(', ')}: current value is '${text}'`);
  return scope;
}

export async function userOf({ users }: AdminDeps, email: string): Promise<User> {
  return assertFound(await users.findByEmail(email), `user '${email}'`);
}

function userRow(user: User): Row {
  return { user_id: user.userId, email: user.email, created_at: instant(user.createdAt) };
}

function tokenRow(token: PersonalToken): Row {
  return {
    token_id: token.tokenId,
    user_id: token.userId,
    name: token.name,
    scopes: token.scopes,
    created_at: instant(token.createdAt),
    last_used_at: instant(token.lastUsedAt),
    expires_at: instant(token.expiresAt),
  };
}
