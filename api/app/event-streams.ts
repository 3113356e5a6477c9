import type { UserEvent } from '../../contracts/user-events.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { openUserEvents } from '../../platform/redis/user-events.ts';

/** The event streams of users who have a page open, on this process. */
export interface EventStreams {
  /**
   * Opens a stream of server-sent events that happen from now on. It ends when events may have been missed, after an
   * hour, and when a session of the user ends. The browser then opens a new one.
   * @returns null when the user has {@link MAX_STREAMS_PER_USER} streams open
   */
  open(userId: string): Promise<ReadableStream<Uint8Array> | null>;
  close(): Promise<void>;
}

/** Maximum number of streams per user on one process. All pages of a browser share one. */
export const MAX_STREAMS_PER_USER = 20;

export interface EventStreamOptions {
  /** @default 25_000 */
  readonly heartbeatMs?: number;
  /** @default an hour */
  readonly lifetimeMs?: number;
}

const HEARTBEAT_MS = 25_000;
const LIFETIME_MS = 60 * 60 * 1000;
/** Maximum unread bytes of a listener before its stream is closed. */
const MAX_WAITING_CHUNKS = 256;

interface Stream {
  send(text: string): void;
  end(): void;
}

interface Listeners {
  readonly streams: Set<Stream>;
  readonly subscribed: Promise<void>;
}

/** All streams of one user on this process share one Redis subscription. */
export function createEventStreams(redis: Redis, options: EventStreamOptions = {}): EventStreams {
  const { heartbeatMs = HEARTBEAT_MS, lifetimeMs = LIFETIME_MS } = options;
  const users = new Map<string, Listeners>();
  const source = openUserEvents(redis, deliver, () => end(users.keys()));
  const heartbeat = setInterval(beat, heartbeatMs);
  heartbeat.unref();

  function deliver(userId: string, event: UserEvent): void {
    if (event.event === 'signed_out') {
      end([userId]);
      return;
    }
    const text = `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    for (const stream of users.get(userId)?.streams ?? []) stream.send(text);
  }

  function end(userIds: Iterable<string>): void {
    for (const userId of [...userIds]) for (const stream of [...(users.get(userId)?.streams ?? [])]) stream.end();
  }

  function beat(): void {
    for (const { streams } of users.values()) for (const stream of streams) stream.send(': still here\n\n');
    source.check().catch(() => {}); // a failed check closes the source, which ends the streams
  }

  function remove(userId: string, stream: Stream): void {
    const listeners = users.get(userId);
    if (!listeners?.streams.delete(stream) || listeners.streams.size > 0) return;
    users.delete(userId);
    source.ignore(userId).catch(() => {}); // a broken connection has no subscriptions left
  }

  return {
    async open(userId) {
      const listeners = users.get(userId) ?? { streams: new Set(), subscribed: source.listen(userId) };
      if (listeners.streams.size >= MAX_STREAMS_PER_USER) return null;
      users.set(userId, listeners);
      const { readable, stream } = createStream(() => remove(userId, stream), lifetimeMs);
      listeners.streams.add(stream);
      try {
        await listeners.subscribed;
        return readable;
      } catch (error) {
        stream.end();
        throw error;
      }
    },
    close: async () => {
      clearInterval(heartbeat);
      end(users.keys());
      source.close();
    },
  };
}

/** A text stream. Its first event tells the browser how long to wait before it reconnects. */
function createStream(onEnd: () => void, lifetimeMs: number) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      stop();
    },
  };
  const readable = new ReadableStream<Uint8Array>(source, { highWaterMark: MAX_WAITING_CHUNKS });
  const end = () => {
    if (stop()) controller?.close();
  };
  const timer = setTimeout(end, lifetimeMs);
  timer.unref();
  let ended = false;
  /** Returns whether the stream was still open. */
  function stop(): boolean {
    if (ended) return false;
    ended = true;
    clearTimeout(timer);
    onEnd();
    return true;
  }
  const stream: Stream = {
    send: (text) => {
      if (ended) return;
      if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(encoder.encode(text));
      else end();
    },
    end,
  };
  stream.send('retry: 2000\n\n');
  return { readable, stream };
}
