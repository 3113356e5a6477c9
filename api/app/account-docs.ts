import { SESSION_LIFETIME_MS } from '../../accounts/sessions.ts';
import { APP_UNAVAILABLE, answer, noContent, refusal } from '../schemas/answers.ts';
import { eitherCredential, INVALID, NO_CREDENTIAL, SESSION_REFUSALS, sessionOnly } from './docs-parts.ts';

const TOKEN_EXAMPLE = {
  token_id: '9b1d2c3e-4f50-4617-8293-a4b5c6d7e8f9',
  name: 'Laptop',
  scopes: ['notes:read'],
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-02-01T08:00:00.000Z',
};
const SESSION_EXAMPLE = {
  session_id: '3c2f6c0e-92a4-4a7e-8a43-5c7a1c1f0b11',
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: '2026-02-03T04:05:00.000Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
};

/** OpenAPI of signing in. */
export const SIGN_IN_DOCS = {
  request: {
    tags: ['App'],
    security: [],
    operationId: 'requestSignIn',
    summary: 'Ask for a sign-in link',
    description: 'Mails a link that works once, for 15 minutes. Every address gets the same answer.',
    responses: {
      202: answer('SignInRequested', 'A link is on its way, unless too many were requested', { expires_in: 900 }),
      ...INVALID,
      ...APP_UNAVAILABLE,
    },
  },
  show: { tags: ['App'], summary: 'The page behind the link', hide: true },
  confirm: {
    tags: ['App'],
    summary: `That page's button: sets the session cookie for ${SESSION_LIFETIME_MS / 86_400_000} days`,
    hide: true,
  },
};

/** OpenAPI of sessions. */
export const SESSION_DOCS = {
  signOut: {
    ...sessionOnly,
    operationId: 'signOut',
    summary: 'Sign out',
    responses: { ...noContent('The session has ended'), ...SESSION_REFUSALS },
  },
  list: {
    ...sessionOnly,
    operationId: 'listSessions',
    summary: 'List the signed-in browsers, most recently used first',
    responses: { 200: answer('SessionList', 'All sessions', { items: [SESSION_EXAMPLE] }), ...SESSION_REFUSALS },
  },
  end: {
    ...sessionOnly,
    operationId: 'endSession',
    summary: 'Sign a browser out',
    responses: {
      ...noContent('The session has ended'),
      ...SESSION_REFUSALS,
      404: refusal('No such session of this user', 'Session not found'),
      ...INVALID,
    },
  },
  endAll: {
    ...sessionOnly,
    operationId: 'endAllSessions',
    summary: 'Sign out everywhere, including this browser',
    responses: { ...noContent('All sessions have ended'), ...SESSION_REFUSALS },
  },
};

/** OpenAPI of the account and its tokens. */
export const ACCOUNT_DOCS = {
  me: {
    ...eitherCredential,
    operationId: 'getMe',
    summary: 'Get the signed-in user',
    responses: {
      200: answer('User', 'The user', {
        user_id: '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e',
        email: 'ada@example.org',
        created_at: '2026-02-01T08:00:00.000Z',
        scopes: ['notes:read'],
      }),
      ...NO_CREDENTIAL,
      ...APP_UNAVAILABLE,
    },
  },
  listTokens: {
    ...sessionOnly,
    operationId: 'listTokens',
    summary: 'List personal tokens, newest first',
    responses: {
      200: answer('PersonalTokenList', 'All tokens, without secrets', { items: [TOKEN_EXAMPLE] }),
      ...SESSION_REFUSALS,
    },
  },
  createToken: {
    ...sessionOnly,
    operationId: 'createToken',
    summary: 'Create a personal token',
    description: 'Returns the secret, which is not shown again.',
    responses: {
      201: answer('NewPersonalToken', 'The token and its secret', { ...TOKEN_EXAMPLE, secret: 'sotto_pat_…' }),
      ...SESSION_REFUSALS,
      409: refusal('Too many tokens', 'A user may have at most 100 personal tokens'),
      ...INVALID,
    },
  },
  revokeToken: {
    ...sessionOnly,
    operationId: 'revokeToken',
    summary: 'Revoke a personal token at once',
    responses: {
      ...noContent('It does not work any more'),
      ...SESSION_REFUSALS,
      404: refusal('No such token of this user', 'Token not found'),
      ...INVALID,
    },
  },
};
