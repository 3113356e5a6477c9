import type { RateVerdict } from '../../platform/redis/rate-limit.ts';
import type { ResponseHeaders } from '../enterprise/caller.ts';

/** Sets the rate limit headers of OpenAI's API. The reset is a duration such as `12s`. */
export function announceAsOpenAi(headers: ResponseHeaders, { limit, remaining, resetSeconds }: RateVerdict): void {
  headers['x-ratelimit-limit-requests'] = String(limit);
  headers['x-ratelimit-remaining-requests'] = String(remaining);
  headers['x-ratelimit-reset-requests'] = `${resetSeconds}s`;
}
