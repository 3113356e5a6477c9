import { signal } from '@preact/signals';

/** A live event from the service. The whole app shares one stream. */
export interface ServiceEvent {
  readonly kind: 'note' | 'attempt' | 'export';
  readonly noteId?: string;
  readonly endpointId?: string;
  readonly exportId?: string;
}

type Listener = (event: ServiceEvent) => void;

const listeners = new Set<Listener>();
const reconnections = new Set<() => void>();
let source: EventSource | undefined;

/** Whether the stream is connected. */
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

/** Opens the stream. The browser reconnects by itself. */
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
  for (const kind of ['note', 'attempt', 'export'] as const) {
    stream.addEventListener(kind, ({ data }: MessageEvent<string>) => pass(kind, data));
  }
  return () => {
    stream.close();
    if (source === stream) live.value = false;
  };
}

function pass(kind: ServiceEvent['kind'], data: string): void {
  const { note_id, endpoint_id, export_id } = JSON.parse(data) as Record<string, string | undefined>;
  const event: ServiceEvent = {
    kind,
    ...(note_id ? { noteId: note_id } : {}),
    ...(endpoint_id ? { endpointId: endpoint_id } : {}),
    ...(export_id ? { exportId: export_id } : {}),
  };
  for (const listener of listeners) listener(event);
}

/** Sends an event from this browser to the open pages. */
export function announce(event: ServiceEvent): void {
  for (const listener of listeners) listener(event);
}
