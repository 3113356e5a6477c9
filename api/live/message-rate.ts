/** The maximum number of messages at once, and per second after that. */
interface MessageLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** All messages of a caller. Audio in 20 ms chunks is 50 per second. */
const MESSAGES: MessageLimit = { burst: 2_000, perSecond: 400 };
/** Changes of a session's settings. One with a large dictionary takes about 13 ms of the event loop. */
export const UPDATES: MessageLimit = { burst: 20, perSecond: 1 };

/**
 * A token bucket for the messages of one connection.
 * @param nowSeconds a monotonic clock
 * @param limit the default is for all messages
 * @returns whether another message is allowed now
 */
export function createMessageRate(nowSeconds: () => number, { burst, perSecond } = MESSAGES): () => boolean {
  let left = burst;
  let at = nowSeconds();
  return () => {
    const now = nowSeconds();
    left = Math.min(burst, left + (now - at) * perSecond);
    at = now;
    left -= 1;
    return left >= 0;
  };
}
