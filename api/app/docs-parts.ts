import { APP_UNAVAILABLE, invalid, refusal } from '../schemas/answers.ts';

/** OpenAPI of the refusal of a request without a session or a personal token. */
export const NO_CREDENTIAL = {
  401: refusal('No valid credential', 'Sign in, or send Authorization: Bearer with a personal token'),
};

/** OpenAPI of the refusals of routes that accept a session or a personal token. */
export const REFUSALS = {
  ...NO_CREDENTIAL,
  403: refusal('The token lacks the scope', 'The token lacks the scope notes:write'),
  ...APP_UNAVAILABLE,
};

/** OpenAPI of the refusals of routes that require a session. */
export const SESSION_REFUSALS = {
  ...NO_CREDENTIAL,
  403: refusal('Not a session', 'Sign in to do this: a personal token may not'),
  ...APP_UNAVAILABLE,
};

export const INVALID = invalid(['body', 'name'], 'missing', 'Field required');

/** OpenAPI of routes that accept a session or a personal token. */
export const eitherCredential = { tags: ['App'], security: [{ personalToken: [] }, { session: [] }] };

/** OpenAPI of routes that require a session. */
export const sessionOnly = { tags: ['App'], security: [{ session: [] }] };
