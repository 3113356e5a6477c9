import { signal } from '@preact/signals';

/** What the service says while something happens: one stream for all of the app. */
export interface ServiceEvent {
  readonly kind: 'note' | 'attempt';
  readonly noteId?: string;
  readonly endpointId?: string;
}

type Listener = (event: ServiceEvent) => void;

const listeners = new Set<Listener>();
const reconnections = new Set<() => void>();
let source: EventSource | undefined;

/** Whether events arrive now. */
export const live = signal(false);

/** Calls `listener` for each event, and `refresh` when some may have been missed. */
export function onEvents(listener: Listener, refresh: () => void): () => void {
  listeners.add(listener);
  reconnections.add(refresh);
  return () => {
    listeners.delete(listener);
    reconnections.delete(refresh);
  };
}

/** Opens the stream; the browser opens it again after a break. */
export function openEvents(): () => void {
  const stream = new EventSource('/v1/app/events');
  source = stream;
  let openedBefore = false;
  stream.addEventListener('open', () => {
    live.value = true;
    if (openedBefore) for (const refresh of reconnections) refresh();
    openedBefore = true;
  });
  stream.addEventListener('error', () => {
    live.value = false;
  });
  for (const kind of ['note', 'attempt'] as const) {
    stream.addEventListener(kind, ({ data }: MessageEvent<string>) => pass(kind, data));
  }
  return () => {
    stream.close();
    if (source === stream) live.value = false;
  };
}

function pass(kind: ServiceEvent['kind'], data: string): void {
  const { note_id: noteId, endpoint_id: endpointId } = JSON.parse(data) as { note_id?: string; endpoint_id?: string };
  const event: ServiceEvent = { kind, ...(noteId ? { noteId } : {}), ...(endpointId ? { endpointId } : {}) };
  for (const listener of listeners) listener(event);
}

/** Tells the pages of what happened in this browser itself. */
export function announce(event: ServiceEvent): void {
  for (const listener of listeners) listener(event);
}
