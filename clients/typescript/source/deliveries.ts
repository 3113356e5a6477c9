import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Sotto } from './client.ts';
import { ApiError, ConnectionError, RequestTimeoutError, readApiError } from './errors.ts';
import type { components } from './generated/schema.ts';

/** A delivery, with headers and body as they would be sent now. */
export type Delivery = components['schemas']['WebhookDelivery'];

export interface ListenOptions {
  /** The number of deliveries from the log to start with. @default 0 */
  readonly last?: number;
  /** Only deliveries of this `webhook-id`. */
  readonly messageId?: string;
  /** Whether to wait for further deliveries after those of the log. @default true */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
  /** Called each time the stream is opened. */
  readonly onOpen?: () => void;
}

const RECONNECT_MS = 2_000;
/** The maximum number of entries in the service's log. */
const MAX_REMEMBERED = 1_000;

/**
 * Yields the deliveries of an endpoint as they happen. Reopens a stream that ends or breaks, and continues after the last
 * delivery. Yields each attempt once.
 * @throws {ApiError} if the service rejects it
 */
export async function* listenToDeliveries(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor' | 'fetch'>,
  endpointId: string,
  options: ListenOptions = {},
): AsyncGenerator<Delivery> {
  const { follow = true, signal, onOpen } = options;
  const seen = new Set<string>();
  let after: string | undefined;
  for (;;) {
    try {
      for await (const { event, data } of read(await open(sotto, endpointId, options, after), signal)) {
        if (event === 'open') {
          if (!follow) return;
          after = (JSON.parse(data) as { readonly cursor: string }).cursor;
          onOpen?.();
        }
        if (event !== 'delivery') continue;
        const delivery = JSON.parse(data) as Delivery;
        after = delivery.cursor;
        if (seen.has(delivery.attempt.attempt_id)) continue;
        remember(seen, delivery.attempt.attempt_id);
        yield delivery;
      }
    } catch (error) {
      if (signal?.aborted || isFinal(error)) throw error;
    }
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    signal?.throwIfAborted();
  }
}

/** Yields the chunks of a stream until it ends or the signal aborts. */
async function* read<T>(stream: ReadableStream<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const reader = stream.getReader();
  const leave = () => reader.cancel().catch(() => {}); // the stream is already broken
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    signal?.removeEventListener('abort', leave);
    await leave();
  }
}

/** Whether a retry would fail too. `fetch` reports a broken stream as a TypeError without details. */
function isFinal(error: unknown): boolean {
  if (error instanceof ApiError) return error.status < 500 && error.status !== 429;
  return !(error instanceof ConnectionError || error instanceof RequestTimeoutError || error instanceof TypeError);
}

async function open(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor' | 'fetch'>,
  endpointId: string,
  { last, messageId, signal }: ListenOptions,
  after: string | undefined,
) {
  const path = `/v1/app/webhook-endpoints/${encodeURIComponent(endpointId)}/deliveries`;
  const url = new URL(sotto.baseUrl + path);
  const query = after === undefined ? { last, message_id: messageId } : { after, message_id: messageId };
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = sotto.credentialsFor(path);
  const response = await sotto.fetch(new Request(url, { headers, ...(signal ? { signal } : {}) }));
  if (!response.ok || !response.body) throw await readApiError(response);
  return response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream());
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
}
