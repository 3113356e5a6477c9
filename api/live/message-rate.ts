/** Limits of a caller's messages: the burst, and the rate per second. Audio in 20 ms chunks is 50 per second. */
const BURST = 2_000;
const PER_SECOND = 400;

/**
 * A token bucket for the messages of one connection.
 * @param nowSeconds a monotonic clock
 * @returns whether another message is allowed now
 */
export function createMessageRate(nowSeconds: () => number): () => boolean {
  let left = BURST;
  let at = nowSeconds();
  return () => {
    const now = nowSeconds();
    left = Math.min(BURST, left + (now - at) * PER_SECOND);
    at = now;
    left -= 1;
    return left >= 0;
  };
}
