/**
 * Works under a signal that aborts with another one, or after a time. On Node 20, a signal of `AbortSignal.any` may be
 * collected as garbage before it aborts, so that this one is a controller of its own.
 * @param onTimeout makes the error that ends the work in time
 */
export async function withDeadline<T>(
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
  onTimeout: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  try {
    signal?.throwIfAborted();
    return await work(controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw isLate ? onTimeout() : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
