import { urlForUser } from '../api/client.ts';
import { openSession } from './session.ts';

/** A live event from the service. */
export interface ServiceEvent {
  readonly kind: 'note' | 'attempt' | 'export';
  readonly noteId?: string;
  readonly endpointId?: string;
  readonly exportId?: string;
}

/** `lost`: the stream could not be opened for some seconds. */
export type StreamState = 'connecting' | 'open' | 'lost';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** A shorter interruption is not shown. */
const PATIENCE_MS = 5_000;

interface Follower {
  readonly closed: AbortSignal;
  readonly onEvent: (event: ServiceEvent) => void;
  readonly onState: (state: StreamState) => void;
}

/**
 * Keeps a stream of server-sent events open until `closed` is aborted. The browser reconnects after a broken connection,
 * but gives up after any answer other than 200, such as a 503 of a proxy while the service restarts. This function then
 * opens the stream again.
 */
export function followStream({ closed, onEvent, onState }: Follower): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let source: EventSource | undefined;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  function open(): void {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(urlForUser('/v1/app/events'));
    source.addEventListener('open', onOpen);
    source.addEventListener('error', onError);
    for (const kind of ['note', 'attempt', 'export'] as const) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => onEvent(readEvent(kind, data)));
    }
  }
  function onOpen(): void {
    clearTimeout(losing);
    losing = undefined;
    retryMs = FIRST_RETRY_MS;
    onState('open');
  }
  function onError(): void {
    if (losing === undefined) {
      onState('connecting');
      losing = setTimeout(() => onState('lost'), PATIENCE_MS);
    }
    if (source?.readyState !== EventSource.CLOSED) return;
    void openSession(); // the session may have ended
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
  addEventListener('online', open, { signal: closed });
  closed.addEventListener('abort', () => {
    clearTimeout(retry);
    clearTimeout(losing);
    source?.close();
    ended.resolve();
  });
  open();
  return ended.promise;
}

function readEvent(kind: ServiceEvent['kind'], data: string): ServiceEvent {
  const { note_id, endpoint_id, export_id } = JSON.parse(data) as Record<string, string | undefined>;
  return {
    kind,
    ...(note_id ? { noteId: note_id } : {}),
    ...(endpoint_id ? { endpointId: endpoint_id } : {}),
    ...(export_id ? { exportId: export_id } : {}),
  };
}
