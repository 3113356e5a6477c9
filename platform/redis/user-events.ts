import type { UserEvent } from '../../contracts/user-events.ts';
import { connectSubscriber, type Redis } from './connection.ts';

const CHANNEL = 'v1:user-events:';

/** The channel and the message of an event, as arguments of a script that publishes it in the same step. */
export function eventArgs(userId: string, event: UserEvent): { readonly channel: string; readonly event: string } {
  return { channel: CHANNEL + userId, event: JSON.stringify(event) };
}

/** Receives the events of some users on its own connection. */
export interface UserEventSource {
  /** Events of this user arrive once the promise resolves. */
  listen(userId: string): Promise<void>;
  ignore(userId: string): Promise<void>;
  /** Pings Redis, so that a silently lost connection is detected. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Opens the connection at the first call of `listen`.
 * @param onLost called when the connection broke: all subscriptions have ended, and events may have been missed
 */
export function openUserEvents(
  redis: Redis,
  onEvent: (userId: string, event: UserEvent) => void,
  onLost: () => void,
): UserEventSource {
  const subscriber = connectSubscriber(redis);
  subscriber.on('error', () => {}); // the other connection reports it
  subscriber.on('close', onLost);
  subscriber.on('message', (channel, message) =>
    onEvent(channel.slice(CHANNEL.length), JSON.parse(message) as UserEvent),
  );
  return {
    listen: async (userId) => {
      await subscriber.subscribe(CHANNEL + userId);
    },
    ignore: async (userId) => {
      await subscriber.unsubscribe(CHANNEL + userId);
    },
    check: async () => {
      if (subscriber.status === 'ready') await subscriber.ping();
    },
    close: () => subscriber.disconnect(),
  };
}
