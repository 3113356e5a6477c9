/**
 * Runs work with a signal that aborts with another signal or after a timeout. It uses its own controller, because Node 20
 * may garbage-collect a signal of `AbortSignal.any` before it aborts.
 * @param onTimeout creates the error for a timeout
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
