import { Elysia } from 'elysia';
import type { AppRates } from '../../accounts/app-rates.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { announce } from '../rate-headers.ts';

export interface LimitDeps {
  readonly accounts: Pick<ApiDeps['accounts'], 'appRates'>;
}

export interface ClientLimitDeps extends LimitDeps {
  readonly platform: Pick<ApiDeps['platform'], 'clientAddress'>;
}

interface Answer {
  readonly headers: Record<string, unknown>;
}

/**
 * Counts a request against a limit and sets the `RateLimit` headers.
 * @throws {ApiError} 429
 */
export async function limit({ accounts }: LimitDeps, name: keyof AppRates, whom: string, set: Answer): Promise<void> {
  const verdict = await accounts.appRates[name](whom);
  if (verdict === undefined) return;
  announce(set.headers, name, verdict);
  if (!verdict.allowed) throw tooManyRequests(verdict.resetSeconds);
}

/** A plugin that limits the requests of the routes after it by client address. For routes without a credential. */
export function limitedByAddress(deps: ClientLimitDeps) {
  return new Elysia().onTransform({ as: 'scoped' }, ({ request, set }) =>
    limit(deps, 'address', deps.platform.clientAddress(request), set),
  );
}

export const tooManyRequests = (retryAfterSeconds: number) => new ApiError(429, 'Too many requests', retryAfterSeconds);
