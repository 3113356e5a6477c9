import { signal } from '@preact/signals';
import { followStream, type ServiceEvent, type StreamState } from './event-stream.ts';
import { takeTurns } from './turns.ts';

/** What the page that holds the stream tells the other pages of the browser. */
type Message =
  | { readonly kind: 'event'; readonly event: ServiceEvent }
  | { readonly kind: 'state'; readonly state: StreamState }
  | { readonly kind: 'question' };

type Listener = (event: ServiceEvent) => void;

const listeners = new Set<Listener>();
const openings = new Set<() => void>();

/** The state of the stream of events, on whichever page it is. */
export const stream = signal<StreamState>('connecting');

/** Calls `listener` for each event, and `refresh` when the stream opens, as events before that were missed. */
export function onEvents(listener: Listener, refresh: () => void): () => void {
  listeners.add(listener);
  openings.add(refresh);
  return () => {
    listeners.delete(listener);
    openings.delete(refresh);
  };
}

/** A page that does not answer within this time is frozen, such as a hidden page on a phone. */
const MAX_ANSWER_MS = 3_000;

/**
 * Receives the user's events. All pages of a browser share one stream, because a browser opens at most six connections
 * to a server with HTTP/1.1. When the page with the stream closes or is frozen, another one opens its own.
 */
export function openEvents(userId: string): () => void {
  const name = `sotto.events.${userId}`;
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  const { signal: closed } = closing;
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  function tell(message: Message): void {
    if (closed.aborted) return;
    channel.postMessage(message);
    receive(message);
  }
  const turn = takeTurns(name, closed, (ended) => {
    clearTimeout(unanswered);
    tell({ kind: 'state', state: 'connecting' }); // events that happen until the stream is open are missed
    return followStream({
      closed: ended,
      onEvent: (event) => tell({ kind: 'event', event }),
      onState: (state) => tell({ kind: 'state', state }),
    });
  });
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'question') {
      if (turn.isHere()) channel.postMessage({ kind: 'state', state: stream.peek() } satisfies Message);
      return;
    }
    clearTimeout(unanswered);
    receive(data);
  });
  function ask(): void {
    if (document.visibilityState !== 'visible' || turn.isHere()) return;
    stream.value = 'connecting'; // the page may have been frozen, so the answer refreshes it
    channel.postMessage({ kind: 'question' } satisfies Message);
    clearTimeout(unanswered);
    unanswered = setTimeout(turn.take, MAX_ANSWER_MS);
  }
  document.addEventListener('visibilitychange', ask, { signal: closed });
  ask();
  return () => {
    clearTimeout(unanswered);
    closing.abort();
    channel.close();
    stream.value = 'connecting';
  };
}

function receive(message: Message): void {
  if (message.kind === 'event') announce(message.event);
  if (message.kind !== 'state') return;
  const opened = message.state === 'open' && stream.peek() !== 'open';
  stream.value = message.state;
  if (opened) for (const refresh of openings) refresh();
}

/** Passes an event to the parts of this page. */
export function announce(event: ServiceEvent): void {
  for (const listener of listeners) listener(event);
}
