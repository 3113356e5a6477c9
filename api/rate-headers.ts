import type { RateVerdict } from '../platform/redis/rate-limit.ts';

/**
 * Adds a policy to the `RateLimit-Policy` (quota and window) and `RateLimit` (remaining requests and time) headers of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export function announce(headers: Record<string, unknown>, name: string, verdict: RateVerdict): void {
  const { limit, remaining, resetSeconds, windowSeconds } = verdict;
  add(headers, 'ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`);
  add(headers, 'ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
}

function add(headers: Record<string, unknown>, name: string, item: string): void {
  headers[name] = headers[name] === undefined ? item : `${headers[name]}, ${item}`;
}
