import type { Redis } from 'ioredis';

/**
 * Hands all commands that are sent in one turn of the event loop to the socket at once. Otherwise, each costs a system
 * call here and often another in Redis. Their order and replies stay the same, and no command waits for another's reply,
 * as it would with ioredis' automatic pipelining. If the socket is destroyed in that turn, none of them is sent.
 */
export function coalesceWrites(redis: Redis): void {
  redis.on('connect', () => {
    const { stream } = redis;
    const write = stream.write;
    stream.write = function writeLater(this: typeof stream, ...args: Parameters<typeof write>) {
      if (stream.writableCorked === 0) {
        stream.cork();
        process.nextTick(() => stream.uncork());
      }
      return write.apply(this, args);
    } as typeof write;
  });
}
