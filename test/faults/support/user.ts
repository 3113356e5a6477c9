import { randomUUID } from 'node:crypto';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createTokenStore, SCOPES } from '../../../accounts/tokens.ts';
import { createUserStore } from '../../../accounts/users.ts';
import type { TestBase } from '../../support/service.ts';

/** A user with every kind of credential. */
export interface TestUser {
  readonly userId: string;
  /** A personal token with every scope. */
  readonly token: string;
  /** The value of the session cookie. */
  readonly session: string;
}

export async function createUser({ redis: { redis } }: Pick<TestBase, 'redis'>): Promise<TestUser> {
  const { userId } = await createUserStore(redis).ensure({ email: `${randomUUID()}@example.com` });
  const token = await createTokenStore(redis).create(userId, { name: 'test', scopes: SCOPES });
  if (!token) throw new Error('No token could be made');
  return { userId, token: token.secret, session: await createSessionStore(redis).begin(userId) };
}
