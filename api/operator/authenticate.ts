import { Elysia } from 'elysia';
import { type ClientLimitDeps, limit } from '../app/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';

export interface OperatorAuthenticationDeps extends ClientLimitDeps {
  readonly operator: Pick<ApiDeps['operator'], 'credential'>;
}

/**
 * A plugin that restricts the routes after it to operators. Before the input is read it answers 404 while the operator
 * API is off, 429 for the client's address, and 401.
 */
export function authenticatedOperator({ operator, ...deps }: OperatorAuthenticationDeps) {
  const { credential } = operator;
  return new Elysia().onTransform({ as: 'scoped' }, async ({ request, set }) => {
    if (!credential.enabled) throw new ApiError(404, 'Not Found');
    await limit(deps, 'operator', deps.platform.clientAddress(request), set);
    const header = request.headers.get('authorization') ?? '';
    if (/^bearer /i.test(header) && credential.matches(header.slice('bearer '.length).trim())) return;
    set.headers['www-authenticate'] = 'Bearer';
    throw new ApiError(401, 'Send Authorization: Bearer with the operator token');
  });
}
