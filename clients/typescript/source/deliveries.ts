import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Sotto } from './client.ts';
import { ApiError, ConnectionError, RequestTimeoutError, readApiError } from './errors.ts';
import type { components } from './generated/schema.ts';
import { wait } from './retry.ts';

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
  /** Time without any data after which the connection counts as broken. @default 75_000 */
  readonly maxSilenceMs?: number;
  /** Called each time the stream is opened. */
  readonly onOpen?: () => void;
}

const RECONNECT_MS = 2_000;
/** Three times the interval of the service's keep-alive comments. */
const MAX_SILENCE_MS = 75_000;
/** The maximum number of entries in the service's log. */
const MAX_REMEMBERED = 1_000;

/**
 * Yields the deliveries of an endpoint as they happen. Reopens a stream that ends or breaks, and continues after the last
 * delivery. Yields each attempt once.
 * @throws {ApiError} if the service rejects it
 * @throws {ConnectionError} if the service cannot be reached, unless the stream was open before and `follow` is set
 */
export async function* listenToDeliveries(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor' | 'fetch'>,
  endpointId: string,
  options: ListenOptions = {},
): AsyncGenerator<Delivery> {
  const { follow = true, signal, onOpen, maxSilenceMs = MAX_SILENCE_MS } = options;
  const seen = new Set<string>();
  let after: string | undefined;
  let wasOpen = false;
  for (;;) {
    const request = requestFor(sotto, endpointId, options, after);
    try {
      for await (const { event, data } of read(await open(sotto, request), signal, maxSilenceMs)) {
        if (event === 'open') {
          wasOpen = true;
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
      signal?.throwIfAborted();
      if (!(wasOpen && follow)) throw new ConnectionError(`${new URL(request.url).origin} ended the stream too early`);
    } catch (error) {
      if (signal?.aborted || isFinal(error) || !(wasOpen && follow)) throw error;
    }
    await wait(RECONNECT_MS, signal);
  }
}

/**
 * Yields the events of a stream until it ends or the signal aborts.
 * @throws {ConnectionError} if no data arrives for `maxSilenceMs`
 */
async function* read(
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  maxSilenceMs: number,
): AsyncGenerator<EventSourceMessage> {
  let heard = () => {};
  const reader = bytes
    .pipeThrough(eachChunk<Uint8Array>(() => heard()))
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const leave = () => reader.cancel().catch(() => {}); // the stream is already broken
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      // The timer runs only while we read, because the caller may take long to handle a delivery.
      const next = await withinSilence(maxSilenceMs, (restart) => {
        heard = restart;
        return reader.read();
      });
      heard = () => {};
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    await leave();
  }
}

/** Passes chunks on and calls `onChunk` for each. */
function eachChunk<T>(onChunk: () => void): TransformStream<T, T> {
  return new TransformStream({
    transform: (chunk, controller) => {
      onChunk();
      controller.enqueue(chunk);
    },
  });
}

/**
 * Waits for work that must call `restart` at least every `ms` until it ends.
 * @throws {ConnectionError} if it does not
 */
async function withinSilence<T>(ms: number, work: (restart: () => void) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const restart = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new ConnectionError(`No data for ${ms} ms`)), ms);
      };
      restart();
      work(restart).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a retry would fail too. `fetch` reports a broken stream as a TypeError without details. */
function isFinal(error: unknown): boolean {
  if (error instanceof ApiError) return error.status < 500 && error.status !== 429;
  return !(error instanceof ConnectionError || error instanceof RequestTimeoutError || error instanceof TypeError);
}

function requestFor(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor'>,
  endpointId: string,
  { last, messageId, signal }: ListenOptions,
  after: string | undefined,
): Request {
  const path = `/v1/app/webhook-endpoints/${encodeURIComponent(endpointId)}/deliveries`;
  const url = new URL(sotto.baseUrl + path);
  const query = after === undefined ? { last, message_id: messageId } : { after, message_id: messageId };
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, { headers: sotto.credentialsFor(path), ...(signal ? { signal } : {}) });
}

async function open(sotto: Pick<Sotto, 'fetch'>, request: Request): Promise<ReadableStream<Uint8Array>> {
  const response = await sotto.fetch(request);
  if (!response.ok || !response.body) throw await readApiError(response);
  return response.body;
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
}
