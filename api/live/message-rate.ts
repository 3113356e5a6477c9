/** Messages of a caller: as many at once, and as many a second. Audio in parts of 20 ms makes 50 a second. */
const BURST = 2_000;
const PER_SECOND = 400;

/**
 * A token bucket for the messages of one connection.
 * @param nowSeconds a clock that never goes back
 * @returns whether one more message may come now
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
