import { Elysia } from 'elysia';
import { misplaced } from '../../accounts/credential-kinds.ts';
import { SCOPES, type Scope } from '../../accounts/tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { expectedUser } from '../expected-user.ts';
import { noteFacts } from '../request-facts.ts';
import { limit } from './limits.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';

/** `publicUrl` decides the cookie's name and the allowed origin. */
export interface UserAuthenticationDeps {
  readonly accounts: Pick<ApiDeps['accounts'], 'tokens' | 'sessions' | 'appRates'>;
  readonly platform: Pick<ApiDeps['platform'], 'publicUrl' | 'clientAddress'>;
}

/** Dependencies of authentication by personal token. */
interface TokenDeps {
  readonly accounts: Pick<ApiDeps['accounts'], 'tokens'>;
}

/** The user who makes a request, and the scopes that the credential has. A session has all scopes. */
export interface Principal {
  readonly userId: string;
  /** The browser's session; undefined for a personal token. */
  readonly sessionId?: string;
  readonly scopes: readonly Scope[];
}

/** What a route requires: a scope, `any` valid credential, or a browser's `session`, which no token replaces. */
export type Need = Scope | 'any' | 'session';

interface Answer {
  readonly headers: Record<string, unknown>;
}

/**
 * A plugin that authenticates all routes after it, by personal token or session cookie, before their input is
 * read: 429 for the client's address, then 401, 429 for the user and 403 come before every other refusal. Routes find
 * `user`.
 */
export function authenticated(deps: UserAuthenticationDeps, need: Need) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, set }) => ({
    user: await authenticate(deps, request, set, need),
  }));
}

/** Like {@link authenticated}, for personal tokens only. */
export function authenticatedByToken(deps: TokenDeps, scope: Scope) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, set }) => {
    const user = await byToken(deps, request, set);
    return { user: allow(user ?? refuse(set, 'Send Authorization: Bearer with a personal token'), scope) };
  });
}

async function authenticate(
  deps: UserAuthenticationDeps,
  request: Request,
  set: Answer,
  need: Need,
): Promise<Principal> {
  await limit(deps, 'address', deps.platform.clientAddress(request), set);
  const holder = await byToken(deps, request, set);
  if (holder && need === 'session') throw new ApiError(403, 'Sign in to do this: a personal token may not');
  const user = holder ?? (await bySession(deps, request, set));
  if (!user) return refuse(set, 'Sign in, or send Authorization: Bearer with a personal token');
  noteFacts(request, { userId: user.userId });
  await limit(deps, 'user', user.userId, set);
  return need === 'any' || need === 'session' ? user : allow(user, need);
}

/**
 * A later check of a request's personal token, for an answer that lasts: false once the token was revoked. A session has
 * no check of its own, because its end closes every stream of the user.
 */
export function createTokenCheck({ accounts }: TokenDeps, request: Request): () => Promise<boolean> {
  const secret = readBearer(request.headers.get('authorization') ?? ''); // now: Deno reads no header after the answer
  return async () => secret === undefined || (await accounts.tokens.verify(secret)) !== null;
}

const readBearer = (header: string) => /^bearer +(\S+) *$/i.exec(header)?.[1];

/** Null when the request has no Authorization header. @throws {ApiError} 401 when the header is not valid */
async function byToken({ accounts }: TokenDeps, request: Request, set: Answer) {
  const header = request.headers.get('authorization');
  if (header === null) return null;
  const secret = readBearer(header);
  const token = secret ? await accounts.tokens.verify(secret) : null;
  return token
    ? { userId: token.userId, scopes: token.scopes }
    : refuse(set, misplaced(secret ?? '', 'personal_token') ?? 'The personal token is not valid');
}

async function bySession({ accounts, platform }: UserAuthenticationDeps, request: Request, set: Answer) {
  const { publicUrl } = platform;
  const secret = readSessionCookie(request, publicUrl);
  const session = secret ? await accounts.sessions.verify(secret) : null;
  if (!session) return null;
  // A page that was opened by another user of the browser must not act for this one.
  const expected = expectedUser(request);
  if (expected !== null && expected !== session.userId) return refuse(set, 'Another user has signed in');
  refuseCrossOrigin(request, publicUrl);
  if (session.renewed) set.headers['set-cookie'] = sessionCookie(session.renewed, publicUrl);
  return { userId: session.userId, sessionId: session.sessionId, scopes: SCOPES };
}

function allow(user: Principal, scope: Scope): Principal {
  if (!user.scopes.includes(scope)) throw new ApiError(403, `The token lacks the scope ${scope}`);
  return user;
}

function refuse(set: Answer, detail: string): never {
  set.headers['www-authenticate'] = 'Bearer';
  throw new ApiError(401, detail);
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site made a browser send. Current browsers send `Sec-Fetch-Site` or `Origin` with
 * such a request; a request without both does not come from a browser (as in Go's http.CrossOriginProtection).
 * @throws {ApiError} 403
 */
export function refuseCrossOrigin(request: Request, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site === 'same-origin' || site === 'none') return;
  if (site === null && (origin === null || ownOrigins(request, publicUrl).includes(origin))) return;
  throw new ApiError(403, 'The request comes from another site');
}

/**
 * Refuses a WebSocket that another site's page opens. Browsers send the cookies of the site with it, and always an
 * `Origin` (RFC 6455, section 10.2).
 * @throws {ApiError} 403
 */
export function refuseOtherOrigin(request: Request, publicUrl: string): void {
  const origin = request.headers.get('origin');
  if (origin === null || !ownOrigins(request, publicUrl).includes(origin)) {
    throw new ApiError(403, 'The request comes from another site');
  }
}

function ownOrigins(request: Request, publicUrl: string): string[] {
  return [new URL(publicUrl).origin, new URL(request.url).origin];
}
