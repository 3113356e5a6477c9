import { withDeadline } from './deadline.ts';
import { ConnectionError, RequestTimeoutError, readRetryAfter } from './errors.ts';

export interface RetryOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The maximum number of retries. */
  readonly maxRetries: number;
  /** The time limit of one attempt: until the headers, or until the end of a JSON body. */
  readonly timeoutMs: number;
  /** @default a timer that ends early when the signal aborts */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A response with a longer `Retry-After` is returned to the caller. */
const MAX_RETRY_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
const PASSING = new Set([502, 503, 504]);

/**
 * A `fetch` that retries after 429. It also retries after 502, 503, 504, timeouts and broken connections if the request is
 * safe to repeat. It waits for `Retry-After`, or with exponential backoff.
 * @throws {ConnectionError} if the connection failed
 * @throws {RequestTimeoutError} if the service did not answer in time
 */
export function createRetryingFetch({ fetch, maxRetries, timeoutMs, sleep = wait }: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= maxRetries;
      // A request body can only be sent once.
      const outcome = await tryOnce(fetch, isLast ? request : request.clone(), timeoutMs);
      const delayMs = isLast ? null : delayOf(outcome, request, attempt);
      if (delayMs === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(delayMs, request.signal);
    }
  };
}

/** The delay before the next attempt; null if there is none. */
function delayOf(outcome: Response | Error, request: Request, attempt: number): number | null {
  const backOffMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
  if (!(outcome instanceof Response)) {
    const passes = outcome instanceof ConnectionError || outcome instanceof RequestTimeoutError;
    return passes && isRepeatable(request) ? backOffMs : null;
  }
  const { status, headers } = outcome;
  if (status !== 429 && !(PASSING.has(status) && isRepeatable(request))) return null;
  const delayMs = readRetryAfter(headers.get('retry-after')) ?? backOffMs;
  return delayMs > MAX_RETRY_AFTER_MS ? null : delayMs;
}

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether the request is safe to repeat. A dictation stores nothing that a second request would duplicate. */
function isRepeatable({ method, headers, url }: Request): boolean {
  return (
    REPEATABLE.has(method) || headers.has('idempotency-key') || new URL(url).pathname.endsWith('/v1/enterprise/dictate')
  );
}

async function tryOnce(fetch: RetryOptions['fetch'], request: Request, timeoutMs: number): Promise<Response | Error> {
  const late = () => new RequestTimeoutError(`No answer within ${timeoutMs} ms`);
  try {
    return await withDeadline({ signal: request.signal, timeoutMs }, late, async (signal) =>
      readJson(await fetch(new Request(request, { signal }))),
    );
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    if (cause instanceof RequestTimeoutError) return cause;
    return new ConnectionError(`Cannot reach ${new URL(request.url).origin}`, { cause });
  }
}

/** A JSON body is read within the same time limit; a stream is not. */
async function readJson(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** Waits. @throws the reason of the signal, as soon as it aborts */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
